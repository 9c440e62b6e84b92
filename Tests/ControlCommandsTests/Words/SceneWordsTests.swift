import Foundation
import Scene
import Testing

@testable import ControlCommands

/// Scene files whose Thai words are set apart, for machines without a dictionary.
@Suite struct SceneWordsTests {
  private func words(_ text: String) throws -> SceneWords {
    try SceneWords(
      SourceText(name: "a.jsonc", bytes: Array(text.utf8)),
      #require(SceneWords.dictionary))
  }

  private static let scene = """
    { "strings": { "th": { "wait": "กรุณารอสักครู่" } }, // กรุณารอสักครู่
      "layers": [ { "kind": "text", "name": "ห้ามปิดเครื่อง", "string": "ห้ามปิดเครื่อง\\n{@wait}", "wrapped": true } ] }
    """

  @Test func `words of texts are set apart, and names are left alone`() throws {
    let words = try words(Self.scene)
    #expect(words.changes.count == 2)
    let text = String(decoding: words.bytes, as: UTF8.self)
    #expect(text.replacingOccurrences(of: "\u{200B}", with: "") == Self.scene)
    #expect(text.contains("\"name\": \"ห้ามปิดเครื่อง\"") && text.contains("// กรุณารอสักครู่"))
    #expect(text.contains("ปิด\u{200B}เครื่อง\\n{@wait}"))
    #expect(try self.words(text).changes.isEmpty)
  }

  @Test func `texts of codes and fields stay as they are, wherever the kind stands`() throws {
    let thai = "ห้ามปิดเครื่อง"
    let scene = """
      { "layers": [ { "string": "\(thai)", "kind": "qr" }, { "kind": "text", "string": "\(thai)" } ],
        "controls": { "a": { "kind": "field", "text": "\(thai)" }, "b": { "kind": "text", "text": "\(thai)" } } }
      """
    let words = try words(scene)
    let text = String(decoding: words.bytes, as: UTF8.self)
    #expect(words.changes.count == 2)
    #expect(text.contains("\"string\": \"\(thai)\", \"kind\": \"qr\""))
    #expect(text.contains("\"kind\": \"field\", \"text\": \"\(thai)\""))
  }
}
