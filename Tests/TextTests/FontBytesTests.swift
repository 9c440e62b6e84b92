import Testing

@testable import Text

@Suite struct FontBytesTests {
  @Test(arguments: [
    [0x41, 0xE9, 0x4E2D], [0xD83D, 0xDE00, 0x41], [0xD83D, 0x41], [0xD83D, 0xD83D, 0xDE00],
    [0xDE00, 0x41],
    [0x41, 0xD83D], [0xD83D, 0xD83D], [0xDE00, 0xD83D], [],
  ])
  func `a name in UTF-16 reads as the library reads it`(units: [UInt16]) {
    let bytes = FontBytes(bytes: [7] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } + [7])
    let expected = String(decoding: units, as: UTF16.self)
    #expect(bytes.text(at: 1, count: 2 * units.count, isWide: true) == expected)
    // Half a unit is none.
    #expect(bytes.text(at: 1, count: 2 * units.count + 1, isWide: true) == expected)
  }

  @Test func `a narrow name has a letter in each byte`() {
    let bytes = FontBytes(bytes: Array("Firstlight".utf8) + [0])
    #expect(bytes.text(at: 5, count: 5, isWide: false) == "light")
  }
}
