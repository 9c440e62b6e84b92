import Foundation
import Scene
import Testing

@testable import ControlCommands

/// Places for the ends of lines between the words of Thai, by libthai's dictionary.
@Suite struct ThaiWordsTests {
  private func words(_ text: String) -> [String] {
    text.withWordBreaks.components(separatedBy: "\u{200B}")
  }

  @Test func `words are set apart`() {
    #expect(words("กำลังอัปเดตระบบ") == ["กำลัง", "อัปเดต", "ระบบ"])
    #expect(words("กรุณารอสักครู่") == ["กรุณา", "รอ", "สัก", "ครู่"])
    #expect(words("ห้ามปิดเครื่อง") == ["ห้าม", "ปิด", "เครื่อง"])
    #expect(words("ติดตั้ง {percent} เสร็จแล้ว") == ["ติดตั้ง {percent} เสร็จ", "แล้ว"])
  }

  @Test func `other texts, single words and texts with places stay as they are`() {
    for text in ["", "Please wait", "กรุณา", "ราคา ๑๒๓", "กรุณา\u{200B}รอสักครู่", "日本語"] {
      #expect(text.withWordBreaks == text)
    }
    let once = "กรุณารอสักครู่".withWordBreaks
    #expect(once.withWordBreaks == once)
  }

  private static let scene = """
    { "strings": { "th": { "wait": "กรุณารอสักครู่" } }, // กรุณารอสักครู่
      "layers": [ { "kind": "text", "name": "ห้ามปิดเครื่อง", "string": "ห้ามปิดเครื่อง\\n{@wait}", "wrapped": true } ] }
    """

  @Test func `texts of a scene are told with their places, and names are left alone`() {
    let source = SourceText(name: "a.jsonc", bytes: Array(Self.scene.utf8))
    let warnings = SceneWords.warnings(in: [source])
    #expect(warnings.map(\.code) == [.unseparatedWords])
    #expect(warnings.map(\.line) == [1])
    #expect(warnings.allSatisfy { $0.message.hasSuffix("in 2 texts") })
    let words = SceneWords(source)
    let text = String(decoding: words.bytes, as: UTF8.self)
    #expect(text.replacingOccurrences(of: "\u{200B}", with: "") == Self.scene)
    #expect(text.contains("\"name\": \"ห้ามปิดเครื่อง\"") && text.contains("// กรุณารอสักครู่"))
    #expect(text.contains("ปิด\u{200B}เครื่อง\\n{@wait}"))
    let again = SourceText(name: "a.jsonc", bytes: words.bytes)
    #expect(SceneWords.warnings(in: [again]) == [] && SceneWords(again).changes.isEmpty)
  }

  @Test func `texts that are never wrapped are not told`() {
    let plain = Self.scene.replacingOccurrences(of: "\"wrapped\": true", with: "\"wrapped\": false")
    let source = SourceText(name: "a.jsonc", bytes: Array(plain.utf8))
    #expect(SceneWords.warnings(in: [source]) == [])
    // But by a layer of another file of the scene.
    let wrapped = SourceText(name: "b.jsonc", bytes: Array("{ \"wrapped\": true }".utf8))
    #expect(SceneWords.warnings(in: [source, wrapped]).count == 1)
  }

  @Test func `what codes and fields hold is left alone, wherever the kind stands`() {
    let thai = "ห้ามปิดเครื่อง"
    let scene = """
      { "layers": [ { "string": "\(thai)", "kind": "qr" }, { "kind": "text", "string": "\(thai)" } ],
        "controls": { "a": { "kind": "field", "text": "\(thai)" }, "b": { "kind": "text", "text": "\(thai)" } } }
      """
    let words = SceneWords(SourceText(name: "a.jsonc", bytes: Array(scene.utf8)))
    let text = String(decoding: words.bytes, as: UTF8.self)
    #expect(words.changes.count == 2)
    #expect(text.contains("\"string\": \"\(thai)\", \"kind\": \"qr\""))
    #expect(text.contains("\"kind\": \"field\", \"text\": \"\(thai)\""))
  }
}
