import Foundation
import Testing

@testable import Layers

/// QR codes, compared with those of another program.
@Suite struct QRCodeTests {
  /// A line of `Vectors/qr.txt`, which segno 1.6 made: version, level, mask, bytes, and FNV-1a of the
  /// modules, a byte each. The text fills the code.
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

  private func rows(_ code: QRCode) -> [[Bool]] {
    (0..<code.side).map { y in (0..<code.side).map { code.isDark($0, y) } }
  }

  @Test func `every version and level is as another program makes it`() throws {
    #expect(Self.vectors.count == 160)
    for vector in Self.vectors {
      let level = try #require(QRStyle.Level(rawValue: vector.numbers[1]))
      let code = try #require(QRCode(vector.text, level: level, mask: vector.numbers[2]))
      #expect(code.side == vector.numbers[0] * 4 + 17)
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for isDark in rows(code).joined() { hash = (hash ^ (isDark ? 1 : 0)) &* 0x100_0000_01B3 }
      #expect(hash == vector.hash, "version \(vector.numbers[0]), level \(level)")
    }
  }

  @Test func `a text of a code's size and of one more`() {
    let sizes = [2953, 2331, 1663, 1273]
    for (level, size) in zip(QRStyle.Level.allCases, sizes) {
      #expect(QRStyle(level: level).capacity == size)
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
