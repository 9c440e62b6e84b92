import Foundation
import JSON
import Scene
import System

/// The texts of a scene file whose words are not set apart.
struct SceneWords {
  /// Changes of the file's bytes, in their order.
  private(set) var changes: [(range: Range<Int>, text: String)] = []
  private var isWrapped = false
  private let source: SourceText

  /// Keys with texts that people read.
  private static let textKeys: Set<String> = ["string", "text"]
  private static let dataKinds: Set<String> = ["qr", "field"]

  init(_ source: SourceText) {
    self.source = source
    if let root = try? JSONNode(parsing: source.bytes) { visit(root, isText: false) }
  }

  private mutating func visit(_ node: JSONNode, isText: Bool) {
    switch node.content {
    case .string where isText:
      // As it stands in the file: escapes are not Thai.
      let written = String(decoding: source.bytes[node.offset..<node.end], as: UTF8.self)
      let text = written.withWordBreaks
      if text != written { changes.append((node.offset..<node.end, text)) }
    case .array(let elements): for element in elements { visit(element, isText: isText) }
    case .object(let members):
      // Data of these kinds are no lines: what a code holds, and the first value of a field.
      let isData =
        !isText
        && members.contains {
          $0.key == "kind" && Self.dataKinds.contains($0.value.value.stringValue ?? "")
        }
      for member in members {
        if member.key == "wrapped", member.value.value.boolValue ?? true { isWrapped = true }
        visit(
          member.value,
          isText: !isData
            && (isText || Self.textKeys.contains(member.key) || member.key == "strings"))
      }
    default: break
    }
  }

  /// Warnings of texts whose lines end within words, in the files of a scene with texts that are
  /// wrapped.
  static func warnings(in sources: [SourceText]) -> [SceneDiagnostic] {
    let files = sources.map { SceneWords($0) }
    // A text of one file may be shown by a layer of another.
    guard files.contains(where: { $0.isWrapped }) else { return [] }
    return files.flatMap { $0.warnings }
  }

  /// One at the first text.
  private var warnings: [SceneDiagnostic] {
    guard let first = changes.first else { return [] }
    let rest = changes.count > 1 ? ", in \(changes.count) texts" : ""
    return [
      source.warning(
        .unseparatedWords, at: first.range.lowerBound,
        "Thai words without a place between them at which a line can end" + rest,
        hint:
          "`firstlight check --separate-words` writes a zero width space (U+200B) there, into the file"
      )
    ]
  }

  /// The file with the words set apart.
  var bytes: [UInt8] {
    var bytes = source.bytes
    for change in changes.reversed() { bytes.replaceSubrange(change.range, with: change.text.utf8) }
    return bytes
  }

  /// Sets the words of a file and of the files that it includes apart.
  /// - Returns: the number of texts that were changed.
  static func separate(_ path: String) throws(ClientError) -> Int {
    guard !isArchive(path) else {
      throw ClientError(
        .refused, "\(path) is a packed scene", hint: "set the words apart before you pack it")
    }
    var count = 0
    for path in [path] + SceneLoader.parts(path: path) {
      guard let bytes = try? readFile(atPath: path, limit: SceneLimits.fileSize) else { continue }
      let words = SceneWords(SourceText(name: path, bytes: bytes))
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
