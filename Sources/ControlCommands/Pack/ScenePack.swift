import Foundation
import Geometry
import Raster
import Scene
import Stage
import System
import Text

/// A scene with everything that it draws, in one file: an archive with the scene, the pictures and
/// fonts that it names, and a folder with those parts of the machine's fonts that it needs.
struct ScenePack {
  private let scene: Scene
  private let path: String
  private let source: [UInt8]
  private let extra: String
  private(set) var fonts: [FontSubset] = []
  private(set) var bytes: [UInt8] = []

  /// - Parameter extra: characters that texts of clients may have, beside those of Western
  ///   languages.
  init(_ path: String, extra: String = "") throws(ClientError) {
    self.path = path
    self.extra = extra
    guard !isArchive(path) else {
      throw ClientError(
        .refused, "\(path) is a packed scene already", hint: "firstlight load \(path)")
    }
    scene = try SceneFile.load(path)
    source = scene.source.bytes
    findFonts()
    bytes = try archive()
  }

  /// The paths of the scene's file and of all files that it reads.
  var inputs: [String] { [path] + scene.files }

  // MARK: Characters

  /// Characters of texts that clients may set: ASCII, Latin and the marks of typography.
  private static let usual: [ClosedRange<UInt32>] = [
    0x20...0x7E, 0xA0...0x17F, 0x2010...0x2027, 0x2030...0x203A, 0x20AC...0x20AC,
    0x2190...0x2193, 0x2212...0x2212, 0x21E7...0x21EA, 0x25CF...0x25CF, 0xFFFD...0xFFFD,
  ]

  /// All characters of the scene's files, some of them given by number, and those that clients may
  /// set.
  private var scalars: Set<UInt32> {
    var result = Set(Self.usual.flatMap { Array($0) })
    let files = [scene.source] + scene.source.included
    let text = files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    // The daemon's own words, and those of the prompt over the scene, in each language of the
    // scene.
    let words =
      scene.locales.flatMap { BootWords(for: $0, canWrite: { _ in true }).all } + scene.promptTexts
    for scalar in (text + extra + words.joined()).unicodeScalars where scalar.value >= 0x20 {
      result.insert(scalar.value)
    }
    var high: UInt32 = 0
    for part in text.components(separatedBy: "\\u").dropFirst() {
      guard let unit = UInt32(part.prefix(4), radix: 16), part.prefix(4).utf8.count == 4 else {
        continue
      }
      switch unit {
      case 0xD800...0xDBFF: high = unit
      case 0xDC00...0xDFFF: result.insert(0x10000 + (high & 0x3FF) << 10 + unit & 0x3FF)
      default: result.insert(unit)
      }
    }
    return result
  }

  /// Finds the font that draws each character, as the texts do.
  private mutating func findFonts() {
    let named = Set(scene.files)
    // Fonts of the prompt are read anew for each call.
    let stacks = scene.allFonts
    for scalar in scalars.sorted() {
      for stack in stacks {
        guard let font = stack.font(for: scalar), font.glyph(for: scalar) != nil,
          !named.contains(font.path)
        else { continue }
        let place = fonts.firstIndex { $0.path == font.path && $0.index == font.index }
        if place == nil { fonts.append(FontSubset(path: font.path, index: font.index)) }
        fonts[place ?? fonts.count - 1].insert(scalar)
      }
    }
    fonts.sort { ($0.path, $0.index) < ($1.path, $1.index) }
  }

  // MARK: The archive

  private func archive() throws(ClientError) -> [UInt8] {
    var tar = TarWriter()
    tar.add(SceneLoader.packedName, source)
    let folder = parentDirectory(of: path) + "/"
    for file in Set(scene.files).sorted() {
      guard file.hasPrefix(folder) else {
        throw ClientError(
          .refused, "the scene names \(file) by a path from the root",
          hint: "put the file beside the scene, and name it relative to that")
      }
      let name = String(file.dropFirst(folder.count))
      guard name != SceneLoader.packedName || file == path else {
        throw ClientError(
          .refused,
          "the scene includes a file with the name \(name), which an archive has for the scene",
          hint: "give one of them another name")
      }
      guard name.utf8.count <= TarWriter.longestName, !name.split(separator: "/").contains("..")
      else {
        throw ClientError(
          .refused, "the scene names \(name), which does not lie beside it or has a long name",
          hint: "put the file beside the scene, with a path of at most 100 bytes")
      }
      tar.add(name, try Self.content(of: file))
    }
    var names: Set<String> = []
    for font in fonts {
      let name = Self.fontName(font, &names)
      tar.add(SceneLoader.packedFonts + "/" + name, try font.bytes())
    }
    tar.finish()
    return tar.bytes
  }

  /// The most bytes of a font's name without the suffix that makes it unique and without its
  /// ending.
  static let longestFontName = 64

  /// The file's own name, by which families are found, made different from those before.
  static func fontName(_ font: FontSubset, _ names: inout Set<String>) -> String {
    let file = URL(fileURLWithPath: font.path)
    let kinds = ["ttf", "otf", "ttc", "otc"]
    let kind = kinds.first { $0 == file.pathExtension.lowercased() } ?? kinds[0]
    var stem = ""
    for character in file.deletingPathExtension().lastPathComponent {
      guard stem.utf8.count + character.utf8.count <= longestFontName else { break }
      stem.append(character)
    }
    var name = "\(stem).\(kind)"
    var count = 1
    while !names.insert(name).inserted {
      count += 1
      name = "\(stem)-\(count).\(kind)"
    }
    return name
  }

  private static func content(of path: String) throws(ClientError) -> [UInt8] {
    do throws(ReadFileError) {
      return try readFile(atPath: path, limit: 64 << 20)
    } catch {
      throw ClientError(.noInput, error.description)
    }
  }

  // MARK: Check of the pack

  /// The moments at which pictures are compared, in microseconds.
  private static let moments: [Int64] = [0, 500_000, 2_000_000]

  /// Draws the packed scene and this one. The packed one is a file in memory meanwhile: nothing is
  /// left behind, however the program ends.
  /// - Throws: `refused` if they differ in a pixel.
  func expectSame() throws(ClientError) {
    let file: FileDescriptor
    do throws(SystemError) {
      file = try MemoryFile.sealed(name: "packed", bytes: bytes.span)
    } catch {
      throw ClientError(.inputOutput, "the packed scene cannot be tried: \(error.description)")
    }
    try expectSame("/proc/self/fd/\(file.rawValue)")
  }

  /// - Parameter packed: the path of a packed scene.
  func expectSame(_ packed: String) throws(ClientError) {
    let other = try SceneFile.load(packed, isQuiet: true)
    for (width, height) in [(1280, 720), (480, 800)] {
      let size = PixelSize(width: width, height: height)
      let players = [
        try ScenePlayer(scene: scene, size: size, scale: 1, assignments: []),
        try ScenePlayer(scene: other, size: size, scale: 1, assignments: []),
      ]
      for moment in Self.moments {
        var pictures: [[UInt32]] = []
        for player in players {
          try player.play(to: moment)
          _ = try player.advance(to: moment)
          pictures.append(player.makeImage().premultipliedPixels)
        }
        guard pictures[0] == pictures[1] else {
          throw ClientError(
            .refused,
            "the packed scene draws other pixels at \(Double(moment) / 1e6) s on \(width)x\(height)",
            hint: "name the fonts of its texts as files: \"font\": { \"file\": … }")
        }
      }
    }
  }
}
