import Images
import Testing

@Suite struct GzipTests {
  /// The text "firstlight firstlight" with a name in the head.
  private let file: [UInt8] = [
    31, 139, 8, 8, 0, 0, 0, 0, 2, 255, 97, 46, 115, 118, 103, 0, 75, 203, 44, 42, 46, 201, 201, 76,
    207, 40, 81, 72, 131, 51, 1, 55, 92, 216, 175, 21, 0, 0, 0,
  ]

  @Test func `a file is unpacked up to a limit`() {
    let text = Array("firstlight firstlight".utf8)
    #expect(unpackGzip(file, limit: text.count) == text)
    #expect(unpackGzip(file, limit: text.count - 1) == nil)
  }

  @Test func `optional header fields are skipped`() {
    var fields = file
    fields[3] = 4 | 8 | 16 | 2
    // A checksum of the head, a comment, and before the name an extra field.
    fields.insert(contentsOf: [1, 2], at: 16)
    fields.insert(contentsOf: Array("by hand".utf8) + [0], at: 16)
    fields.insert(contentsOf: [3, 0, 7, 7, 7], at: 10)
    #expect(unpackGzip(fields, limit: 100)?.count == 21)
    fields[10] = 255
    fields[11] = 255
    #expect(unpackGzip(fields, limit: 100) == nil)
  }

  @Test func `damage at any place of a file is refused`() {
    for count in file.indices {
      #expect(unpackGzip(Array(file.prefix(count)), limit: 100) == nil)
    }
    // The stream, the checksum and the size.
    for place in Array(0..<3) + Array(16..<file.count) {
      var damaged = file
      damaged[place] ^= 0x10
      #expect(unpackGzip(damaged, limit: 100) == nil)
    }
  }
}
