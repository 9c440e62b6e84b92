import Foundation
import JSON
import Scene
import System
import Text

/// Separates the words of a scene file's Thai texts, for machines without a dictionary.
struct SceneWords {
  /// Changes of the file's bytes, in their order.
  private(set) var changes: [(range: Range<Int>, text: String)] = []
  private let source: SourceText
  private let words: WordList

  /// Nil if this machine has none.
  static var dictionary: WordList? { WordList(path: FontDirectories.thaiWords) }

  /// Keys with texts that people read.
  private static let textKeys: Set<String> = ["string", "text"]
  private static let dataKinds: Set<String> = ["qr", "field"]

  init(_ source: SourceText, _ words: WordList) {
    self.source = source
    self.words = words
    if let root = try? JSONNode(parsing: source.bytes) { visit(root, isText: false) }
  }

  private mutating func visit(_ node: JSONNode, isText: Bool) {
    switch node.content {
    case .string where isText:
      // The text as the file has it, with its escapes, which are not Thai.
      let written = String(decoding: source.bytes[node.offset..<node.end], as: UTF8.self)
      let text = ThaiWords.separated(written, by: words)
      if text != written { changes.append((node.offset..<node.end, text)) }
    case .array(let elements): for element in elements { visit(element, isText: isText) }
    case .object(let members):
      // Texts of these kinds are not lines of text: the content of a code, and the first value of a
      // field.
      let isData =
        !isText
        && members.contains {
          $0.key == "kind" && Self.dataKinds.contains($0.value.value.stringValue ?? "")
        }
      for member in members {
        visit(
          member.value,
          isText: !isData
            && (isText || Self.textKeys.contains(member.key) || member.key == "strings"))
      }
    default: break
    }
  }

  /// The file with the words separated.
  var bytes: [UInt8] {
    var bytes = source.bytes
    for change in changes.reversed() { bytes.replaceSubrange(change.range, with: change.text.utf8) }
    return bytes
  }

  /// Separates the words of a file and of the files that it includes.
  /// - Returns: the number of texts that were changed.
  static func separate(_ path: String) throws(ClientError) -> Int {
    guard !isArchive(path) else {
      throw ClientError(
        .refused, "\(path) is a packed scene", hint: "set the words apart before you pack it")
    }
    guard let list = dictionary else {
      throw ClientError(
        .refused, "there is no dictionary at \(FontDirectories.thaiWords)",
        hint: "install libthai-data")
    }
    var count = 0
    for path in [path] + SceneLoader.parts(path: path) {
      guard let bytes = try? readFile(atPath: path, limit: SceneLimits.fileSize) else { continue }
      let words = SceneWords(SourceText(name: path, bytes: bytes), list)
      guard !words.changes.isEmpty else { continue }
      do {
        try replace(path, with: words.bytes)
      } catch {
        throw ClientError(.cannotCreate, "cannot write \(path)")
      }
      count += words.changes.count
    }
    return count
  }

  /// Replaces a file whole: the one that a link leads to, with its permissions.
  private static func replace(_ path: String, with bytes: [UInt8]) throws {
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let files = FileManager.default
    let mode = try files.attributesOfItem(atPath: file.path)[.posixPermissions]
    try Data(bytes).write(to: file, options: .atomic)
    if let mode { try files.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path) }
  }
}
