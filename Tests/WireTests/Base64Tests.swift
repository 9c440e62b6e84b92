import Testing
import Wire

@Suite struct Base64Tests {
  /// RFC 4648, section 10.
  @Test(
    "the RFC's vectors",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
  func vectors(_ plain: String, _ text: String) {
    #expect(Base64.encode(Array(plain.utf8).span) == text)
    #expect(Base64.decode(text) == Array(plain.utf8))
  }

  @Test func `decoding what was encoded gives every byte`() {
    let bytes = (0...255).map { UInt8($0) }
    #expect(Base64.decode(Base64.encode(bytes.span)) == bytes)
  }

  @Test(
    "a text that is no base64 is refused",
    arguments: ["Zg=", "Zg", "Z===", "Zh==", "Zm9=", "Zm 9", "Zg==Zg=="])
  func refused(_ text: String) {
    #expect(Base64.decode(text) == nil)
  }
}
