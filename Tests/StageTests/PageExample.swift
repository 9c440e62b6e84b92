import Foundation
import Geometry
import Raster
import Scene
import Stage
import TestSupport
import Testing

/// A fenced block of a page: ```` ```jsonc NAME at=SECONDS set=CONTROL=VALUE state=CONTROL=STATE
/// locale=TAG log=CONTROL=LINE|LINE portrait=NAME type=TEXT keyboard ask ````.
struct PageExample: CustomTestStringConvertible {
  /// The folder of the page, in which a scene finds its files.
  var folder: URL
  var name: String
  var time = 0.0
  var settings: [(control: String, value: Double)] = []
  var states: [(control: String, state: String)] = []
  var logs: [(control: String, lines: String)] = []
  /// The language tag of the picture.
  var locale = ""
  /// The name of a second picture, on a portrait output; nil for none.
  var portrait: String?
  /// The text that is typed into the first field.
  var typed: String?
  /// True if the picture shows the keyboard on the screen.
  var hasKeyboard = false
  /// True if the picture shows a question.
  var asks = false
  var text: String

  var testDescription: String { name }
  /// True if the picture depends on the fonts of the machine.
  var showsText: Bool {
    // The text of a code is drawn without fonts.
    (text.contains("\"text\"") || text.contains("\"percentage\"")
      || text.contains("\"log\""))
      && !text.contains("\"kind\": \"qr\"")
  }

  static let scenes = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Scene").standardized

  /// The examples of `README.md` in a folder.
  static func all(in folder: URL) -> [PageExample] {
    guard let page = try? String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
    else { return [] }
    return page.components(separatedBy: "\n```jsonc ").dropFirst().compactMap {
      example(in: $0, folder)
    }
  }

  private static func example(in block: String, _ folder: URL) -> PageExample? {
    guard let end = block.range(of: "\n```"), let line = block.firstIndex(of: "\n") else {
      return nil
    }
    let words = block[..<line].split(separator: " ")
    guard let name = words.first else { return nil }
    var example = PageExample(
      folder: folder, name: String(name), text: String(block[line..<end.lowerBound]))
    for word in words.dropFirst() {
      let parts = word.split(separator: "=")
      switch parts.first {
      case "at": example.time = Double(parts[1]) ?? .nan
      case "set": example.settings.append((String(parts[1]), Double(parts[2]) ?? .nan))
      case "state": example.states.append((String(parts[1]), String(parts[2])))
      case "log":
        example.logs.append(
          (String(parts[1]), parts[2].split(separator: "|").joined(separator: "\n")))
      case "locale": example.locale = String(parts[1])
      case "portrait": example.portrait = String(parts[1])
      case "ask": example.asks = true
      case "type": example.typed = String(parts[1])
      case "keyboard": example.hasKeyboard = true
      default: return nil
      }
    }
    return example
  }

  func load() throws -> Scene {
    try SceneLoader.load(bytes: Array(text.utf8), name: name, directory: folder.path)
  }

  /// Plays the scene up to the time of its picture, frame by frame, and compares it with the file.
  ///
  /// - Parameters:
  ///   - picture: the name of its file; nil for the example's.
  ///   - pictures: the folder of the pictures.
  func expectPicture(_ size: PixelSize, named picture: String? = nil, in pictures: URL) throws {
    let name = picture ?? name
    let stage = Stage(scene: try load(), size: size, scale: 1, locale: locale)
    let screen = PixelBuffer(size: stage.size, format: .xrgb8888)
    stage.draw(stage.advance(to: 0), into: screen.surface)
    for (control, value) in settings { _ = try stage.setProgress(control, to: value) }
    for (control, state) in states { try stage.setState(control, to: state) }
    for (control, lines) in logs { try stage.appendLog(control, lines) }
    stage.hasKeyboard = hasKeyboard
    if let typed {
      _ = stage.handle(InputKey.tab)
      for scalar in typed.unicodeScalars { _ = stage.handle(InputKey.character(scalar)) }
    }
    if asks {
      stage.show(prompt: PromptState(message: "Passphrase for the disk", entry: .bullets(9)))
    }
    for frame in 1...max(60, Int(time * 60)) {
      stage.draw(stage.advance(to: Double(frame) / 60), into: screen.surface)
    }
    #expect(screen.bytes == stage.plainPicture().bytes, "\(name) without fast paths")
    let isBlessing = ProcessInfo.processInfo.environment["FIRSTLIGHT_BLESS"] == "1"
    if showsText, !isBlessing {
      #expect(Set(screen.makeImage().premultipliedPixels).count > 16, "hardly anything is drawn")
    } else {
      expectGolden(screen.makeImage(), named: name, in: pictures)
    }
  }
}
