import Foundation
import Geometry
import Testing

@testable import Text

/// The words of Thai, by libthai's dictionary.
struct ThaiWordsTests {
  private static let path = FontDirectories.thaiWords

  private func list() throws -> WordList {
    try #require(WordList(path: Self.path), "\(Self.path) is missing: run scripts/setup test")
  }

  private func words(_ text: String) throws -> [String] {
    try ThaiWords.separated(text, by: list()).components(separatedBy: "\u{200B}")
  }

  @Test(arguments: [
    "กำลัง|อัปเดต|ระบบ", "กรุณา|รอ|สัก|ครู่", "ห้าม|ปิด|เครื่อง", "ติดตั้ง {percent} เสร็จ|แล้ว",
    "กำลัง|ติดตั้ง|ระบบ|ปฏิบัติการ", "เหลือ|เวลา|อีก|ประมาณ 5 นาที", "เก่าๆ|ใหม่ๆ",
    // Letters in no word stay together, and so does what belongs to them.
    "ระบบ|ฮฮฮฮ|ระบบ",
  ])
  func `words are set apart`(expected: String) throws {
    #expect(
      try words(expected.replacingOccurrences(of: "|", with: "")).joined(separator: "|")
        == expected)
  }

  @Test(arguments: ["", "Please wait", "กรุณา", "ราคา ๑๒๓", "กรุณา\u{200B}รอสักครู่", "日本語", "์่เ", "ฮ"])
  func `other texts, single words and texts with places stay as they are`(text: String) throws {
    #expect(try ThaiWords.separated(text, by: list()) == text)
  }

  @Test func `a text with places keeps them`() throws {
    let once = try ThaiWords.separated("กรุณารอสักครู่", by: list())
    #expect(try ThaiWords.separated(once, by: list()) == once)
  }

  @Test func `lines end between words, and at spaces alone without a dictionary`() throws {
    let text = "ห้ามปิดเครื่อง ห้าม".unicodeScalars.map { $0.value }
    let all = [Bool](repeating: true, count: text.count)
    let list = try list()
    func breaks(_ words: WordList?) -> [Int] {
      LineBreaks.opportunities(in: text, boundaries: all, thaiWords: words).enumerated()
        .filter { $0.element }.map { $0.offset }
    }
    #expect(breaks(list) == [4, 7, 15])
    #expect(breaks(nil) == [15])
    let latin = "no Thai".unicodeScalars.map { $0.value }
    _ = LineBreaks.opportunities(
      in: latin, boundaries: [Bool](repeating: true, count: latin.count),
      thaiWords: {
        Issue.record("the dictionary is read for other texts")
        return nil
      }())
  }

  @Test func `a layout has lines of whole words`() throws {
    let stack = try TestFonts.stack(TestFonts.latin)
    var attributes = TextAttributes()
    attributes.size = 20
    attributes.isWrapped = true
    let text = "ห้ามปิดเครื่อง"
    let whole = TextLayout(
      ShapedText(text, fonts: stack), attributes, in: Rect(x: 0, y: 0, width: 5000, height: 500))
    let width = try #require(whole.lines.first).width
    let lines = TextLayout(
      ShapedText(text, fonts: stack), attributes,
      in: Rect(x: 0, y: 0, width: width * 0.6, height: 500)
    ).lines
    #expect(lines.count == 2)
    let shares = lines.map { $0.width / width }
    // Seven characters of fifteen, and eight.
    #expect(shares.allSatisfy { $0 > 0.3 && $0 < 0.6 }, "\(shares)")
  }

  // MARK: Files

  /// A dictionary of a few letters: `ก` and `ข` in cells, `กข…` in a tail.
  private static func file(_ change: (inout [Int32]) -> Void = { _ in }) -> [UInt8] {
    var cells: [Int32] = [
      Int32(bitPattern: 0xDAFC_DAFC), 8, 0, 0,
      // The root, whose children are at 2 and more: 1 for ก, 2 for ข.
      3, 0, 0, 0, -1, 2, -2, 2, 0, 0, 0, 0,
    ]
    change(&cells)
    func bytes(_ number: Int32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
    let header: [Int32] = [Int32(bitPattern: 0xD9FC_D9FC), 1, 0xE01, 0xE02]
    let tails: [Int32] = [Int32(bitPattern: 0xDFFC_DFFC), 0, 2]
    let tail: [UInt8] = bytes(0) + bytes(0) + [0, 1, 2] + bytes(0) + bytes(0) + [0, 0]
    return (header + cells + tails).flatMap { bytes($0) } + tail
  }

  private func ends(_ text: String, _ bytes: [UInt8]) throws -> [Int] {
    let list = try #require(WordList(bytes))
    var ends: [Int] = []
    list.forEachWord(in: text.unicodeScalars.map { $0.value }[...]) { ends.append($0) }
    return ends
  }

  @Test func `words are found in cells and in tails`() throws {
    #expect(try ends("กขก", Self.file()) == [2])
    #expect(try ends("ขก", Self.file()) == [1])
    #expect(try ends("กก", Self.file()) == [])
    #expect(try ends("a", Self.file()) == [])
  }

  @Test func `a file that is cut or wrong is no dictionary, or has other words`() throws {
    let whole = Self.file()
    for count in 0..<whole.count { #expect(WordList(Array(whole[..<count])) == nil, "\(count)") }
    #expect(WordList([UInt8](repeating: 0xFF, count: 4096)) == nil)
    #expect(WordList(path: "/nowhere") == nil)
    #expect(WordList(Self.file { $0[1] = 1 << 20 }) == nil)
    // A child that is none of its parent, and a tail that is not there.
    #expect(try ends("ขก", Self.file { $0[11] = 7 }) == [])
    #expect(try ends("ขก", Self.file { $0[10] = -9 }) == [])
    #expect(try ends("ขก", Self.file { $0[10] = .min }) == [])
    #expect(try ends("ขก", Self.file { $0[4] = .max }) == [])
  }

  @Test func `any byte may be wrong`() throws {
    let text = "กำลังอัปเดตระบบกรุณารอสักครู่".unicodeScalars.map { $0.value }
    let whole = try Data(contentsOf: URL(filePath: Self.path))
    var seed: UInt64 = 7
    for _ in 0..<200 {
      var bytes = [UInt8](whole)
      for _ in 0..<50 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(seed >> 33) % bytes.count] = UInt8(truncatingIfNeeded: seed >> 20)
      }
      guard let list = WordList(bytes) else { continue }
      let places = ThaiWords.beginnings(in: text, by: list)
      #expect(places.allSatisfy { $0 > 0 && $0 < text.count })
    }
  }
}
