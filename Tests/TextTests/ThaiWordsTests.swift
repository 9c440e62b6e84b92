import Foundation
import TestSupport
import Testing

@testable import Text

/// The words of Thai, by a small dictionary of the test, and by libthai's.
struct ThaiWordsTests {
  private let directory: TemporaryDirectory
  /// The path of a dictionary with the words of these texts.
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory("words.tri")
    try WordFile(["กรุณา", "รอ", "สัก", "ครู่", "ห้าม", "ปิด", "เครื่อง", "กำลัง", "อัปเดต", "ระบบ"]).bytes
      .write(to: path)
  }

  private func list() throws -> WordList { try #require(WordList(path: path)) }

  private func list(_ bytes: [UInt8]) throws -> WordList? {
    let path = directory("other.tri")
    try bytes.write(to: path)
    return WordList(path: path)
  }

  @Test(arguments: [
    "กำลัง|อัปเดต|ระบบ", "กรุณา|รอ|สัก|ครู่", "ห้าม|ปิด|เครื่อง", "ติดตั้ง {percent} เสร็จ|แล้ว",
    "กำลัง|ติดตั้ง|ระบบ|ปฏิบัติการ", "เหลือ|เวลา|อีก|ประมาณ 5 นาที", "เก่าๆ|ใหม่ๆ",
    // Letters in no word stay together, and so does what belongs to them.
    "ระบบ|ฮฮฮฮ|ระบบ",
  ])
  func `libthai's words are set apart`(expected: String) throws {
    let installed = FontDirectories.thaiWords
    let list = try #require(
      WordList(path: installed), "\(installed) is missing: run scripts/setup test")
    let text = expected.replacingOccurrences(of: "|", with: "")
    #expect(
      ThaiWords.separated(text, by: list).replacingOccurrences(of: "\u{200B}", with: "|")
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

  @Test func `a text is wrapped between words, and within them without a dictionary`() throws {
    func lines(_ dictionary: String) throws -> [String] {
      let stack = try TestFonts.stack(TestFonts.latin, thaiWords: dictionary)
      let text = ShapedText("ห้ามปิดเครื่อง", fonts: stack)
      // Eight of its fourteen characters, which are equally wide in this font.
      let width = text.width(TextAttributes()) * 0.6
      return text.wrappedLines(TextAttributes(), width: width)
    }
    #expect(try lines(path) == ["ห้ามปิด", "เครื่อง"])
    #expect(try lines("/nowhere") == ["ห้ามปิดเ", "ครื่อง"])
  }

  @Test func `a catalog has the dictionary of the next one`() throws {
    let next = FontCatalog(directories: [], thaiWords: "/nowhere")
    #expect(FontCatalog(directories: [], next: next, thaiWords: path).thaiWords == nil)
    #expect(FontCatalog(directories: [], thaiWords: path).thaiWords != nil)
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
    let list = try #require(try list(bytes))
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

  @Test func `words are found in tails of any number`() throws {
    let first = (0xE01...0xE2E).compactMap { Unicode.Scalar($0).map { String($0) } }
    let bytes = WordFile(first.map { $0 + "ะ" }).bytes
    for letter in first { #expect(try ends(letter + "ะ", bytes) == [2]) }
  }

  @Test func `a damaged dictionary is refused or has other words`() throws {
    let whole = Self.file()
    for count in 0..<whole.count { #expect(try list(Array(whole[..<count])) == nil, "\(count)") }
    #expect(try list([UInt8](repeating: 0xFF, count: 4096)) == nil)
    #expect(WordList(path: "/nowhere") == nil)
    #expect(try list(Self.file { $0[1] = 1 << 20 }) == nil)
    // A child that is none of its parent, and a tail that is not there.
    #expect(try ends("ขก", Self.file { $0[11] = 7 }) == [])
    #expect(try ends("ขก", Self.file { $0[10] = -9 }) == [])
    #expect(try ends("ขก", Self.file { $0[10] = .min }) == [])
    #expect(try ends("ขก", Self.file { $0[4] = .max }) == [])
  }

  @Test func `wrong bytes in a dictionary never trap`() throws {
    let text = "กำลังอัปเดตระบบกรุณารอสักครู่".unicodeScalars.map { $0.value }
    let whole = try [UInt8](Data(contentsOf: URL(filePath: path)))
    // Bytes behind the letters, without the empty cells of the tree.
    let used = whole.indices.dropFirst(16).filter { whole[$0] != 0 }
    let unchanged = try list()
    let right = ThaiWords.beginnings(in: text, by: unchanged)
    #expect(right.count == 6)
    var generator = SeededGenerator(seed: 7)
    var (read, changed) = (0, 0)
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<2 {
        bytes[used[Int.random(in: used.indices, using: &generator)]] =
          .random(in: .min ... .max, using: &generator)
      }
      guard let list = try list(bytes) else { continue }
      read += 1
      let places = ThaiWords.beginnings(in: text, by: list)
      #expect(places.allSatisfy { $0 > 0 && $0 < text.count })
      if places != right { changed += 1 }
    }
    #expect(read > 1000 && changed > 100, "\(read) lists were read, and \(changed) had other words")
  }
}

extension [UInt8] {
  fileprivate func write(to path: String) throws {
    try Data(self).write(to: URL(filePath: path), options: .atomic)
  }
}

/// A dictionary in the form of libdatrie's files. Words have cells until no other one has the same
/// letters, and a tail from there on.
private struct WordFile {
  /// Pairs of a base and a check.
  private var cells: [Int32] = [Int32(bitPattern: 0xDAFC_DAFC), 0, 0, 0, 0, 0]
  private var tails: [[UInt8]] = []

  init(_ words: [String]) {
    branch(at: 2, words.map { $0.unicodeScalars.map { UInt8($0.value - 0xE00) } })
    cells[1] = Int32(cells.count / 2)
  }

  /// Adds cells for the ends of words that begin alike, by their first letters.
  private mutating func branch(at cell: Int, _ ends: [[UInt8]]) {
    let base = cells.count / 2
    cells[2 * cell] = Int32(base)
    cells += [Int32](repeating: 0, count: 2 * 0x4F)
    // The code of the end of a word is 0.
    for (code, ends) in Dictionary(grouping: ends, by: { $0.first ?? 0 }) {
      let child = base + Int(code)
      cells[2 * child + 1] = Int32(cell)
      if code == 0 { continue }
      let rests = ends.map { Array($0.dropFirst()) }
      if rests.count == 1 {
        tails.append(rests[0])
        cells[2 * child] = Int32(-tails.count)
      } else {
        branch(at: child, rests)
      }
    }
  }

  var bytes: [UInt8] {
    func bytes(_ number: Int32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
    let header: [Int32] = [Int32(bitPattern: 0xD9FC_D9FC), 1, 0xE01, 0xE4E]
    let numbers = header + cells + [Int32(bitPattern: 0xDFFC_DFFC), 0, Int32(tails.count)]
    return numbers.flatMap { bytes($0) }
      + tails.flatMap { [UInt8](repeating: 0, count: 8) + [0, UInt8($0.count)] + $0 }
  }
}
