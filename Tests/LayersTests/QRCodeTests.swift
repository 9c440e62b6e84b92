import Foundation
import Testing

@testable import Layers

/// QR codes, compared with those of another program.
@Suite struct QRCodeTests {
  /// A line of `Vectors/qr.txt`, which segno 1.6 made: version, level, mask, bytes, and FNV-1a of
  /// the modules, a byte each. The text fills the code.
  struct Vector: Sendable {
    var numbers: [Int]
    var hash: UInt64

    var text: [UInt8] {
      (0..<numbers[3]).map {
        UInt8(97 + ($0 * $0 + 7 * $0 + numbers[0] * 13 + numbers[1] * 5) % 26)
      }
    }
  }

  static let vectors: [Vector] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Vectors/qr.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      return Vector(
        numbers: words.prefix(4).map { Int($0) ?? -1 }, hash: UInt64(words[4], radix: 16) ?? 0)
    }
  }()

  /// FNV-1a of the modules, a byte each.
  private func hash(of code: QRCode) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for isDark in rows(code).joined() { hash = (hash ^ (isDark ? 1 : 0)) &* 0x100_0000_01B3 }
    return hash
  }

  private func rows(_ code: QRCode) -> [[Bool]] {
    (0..<code.side).map { y in (0..<code.side).map { code.isDark($0, y) } }
  }

  @Test func `every version and level is as another program makes it`() throws {
    #expect(Self.vectors.count == 160)
    for vector in Self.vectors {
      let level = try #require(QRStyle.Level(rawValue: vector.numbers[1]))
      let code = try #require(QRCode(vector.text, level: level, mask: vector.numbers[2]))
      #expect(code.side == vector.numbers[0] * 4 + 17)
      #expect(hash(of: code) == vector.hash, "version \(vector.numbers[0]), level \(level)")
    }
  }

  @Test func `a text of a code's size and of one more`() {
    let sizes = [2953, 2331, 1663, 1273]
    for (level, size) in zip(QRStyle.Level.allCases, sizes) {
      // Texts of any characters are limited alike.
      #expect(QRStyle(level: level).capacity == size - 1)
      #expect(QRCode([UInt8](repeating: 97, count: size), level: level)?.side == 177)
      #expect(QRCode([UInt8](repeating: 97, count: size + 1), level: level) == nil)
      #expect(QRCode([UInt8](repeating: 97, count: 1), level: level)?.side == 21)
    }
  }

  @Test func `the side is found without the code`() {
    for count in [0, 1, 100, 2331, 2332] {
      let (style, text) = (QRStyle(level: .medium), String(repeating: "a", count: count))
      #expect(style.sideCount(of: text) == style.outline(of: text)?.side ?? 1)
    }
    for count in [6, 7, 89, 90, 106, 107, 1165, 1166] {
      let (style, text) = (QRStyle(level: .medium), String(repeating: "ü", count: count))
      #expect(style.sideCount(of: text) == style.outline(of: text)?.side ?? 1)
    }
  }

  /// Texts beyond ASCII with the level, the version, the mask, and FNV-1a of the modules that segno
  /// 1.6 makes of them with `encoding="utf-8", eci=True`. Characters `ü` and an `a` fill the code
  /// except for the bytes that are left.
  @Test(
    arguments: [
      ("Zürich", .medium, 1, 4, 0x5854_6B32_3971_8913),
      ("日本語テスト", .low, 2, 2, 0x3AE9_E342_B794_8807),
      ("ÄÖÜß – €5", .high, 3, 6, 0xF3F9_A43B_8A16_369D),
      (String(repeating: "😀", count: 20), .quartile, 7, 1, 0xA475_227C_3B20_BA38),
      (filling(16), .low, 1, 3, 0x5F81_E0D8_35DA_9E9B),
      (filling(13), .medium, 1, 3, 0x238A_EF29_8700_CAF3),
      (filling(12), .medium, 1, 3, 0xD167_4A6A_5D2D_C7EF),
      (filling(179), .medium, 9, 3, 0xE925_0123_C8D1_0E60),
      (filling(178), .medium, 9, 3, 0x5C14_BD02_80AB_1618),
      (filling(212), .medium, 10, 3, 0x5C00_2B7B_875B_A865),
      (filling(2952), .low, 40, 3, 0xEA93_31E2_D07A_8465),
      (filling(2330), .medium, 40, 3, 0xD611_259C_E8D8_F919),
      (filling(1662), .quartile, 40, 3, 0xCEEC_9C39_EAB6_E089),
      (filling(1272), .high, 40, 3, 0x711C_9492_A03E_2A23),
    ] as [(String, QRStyle.Level, Int, Int, UInt64)])
  func `other characters than those of ASCII are declared to be UTF-8`(
    text: String, level: QRStyle.Level, version: Int, mask: Int, modules: UInt64
  ) throws {
    let code = try #require(QRCode(Array(text.utf8), level: level, mask: mask))
    #expect(code.side == version * 4 + 17)
    #expect(hash(of: code) == modules)
    if version == 40 { #expect(QRCode(Array(("a" + text).utf8), level: level) == nil) }
  }

  private static func filling(_ count: Int) -> String {
    String(repeating: "ü", count: count / 2) + String(repeating: "a", count: count % 2)
  }

  @Test func `the mask is chosen by the penalty, and keeps the patterns`() throws {
    let bytes = Array("https://example.org/".utf8)
    let chosen = try #require(QRCode(bytes, level: .medium))
    let all = (0..<8).compactMap { QRCode(bytes, level: .medium, mask: $0) }
    #expect(all.count == 8 && all.filter { $0 == chosen }.count == 1)
    for code in all {
      for index in 0..<7 { #expect(code.isDark(index, 0) && code.isDark(code.side - 1 - index, 6)) }
      #expect(code.isDark(8, code.side - 8))
    }
  }
}
