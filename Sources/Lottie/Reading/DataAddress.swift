/// Addresses that are the data themselves: `data:image/png;base64,…`.
enum DataAddress {
  /// The bytes behind the comma; nil where they are not base64.
  static func bytes(of address: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var word: UInt32 = 0
    var bits = 0
    var isPayload = false
    var isBase64 = false
    var last: [UInt8] = []
    for byte in address.utf8 {
      guard isPayload else {
        if byte == UInt8(ascii: ",") {
          isPayload = true
          isBase64 = last.elementsEqual(";base64".utf8)
          guard isBase64 else { return nil }
        }
        last.append(byte)
        if last.count > 7 { last.removeFirst() }
        continue
      }
      if byte == UInt8(ascii: "=") { break }
      guard let value = value(of: byte) else {
        // Line feeds and spaces are allowed.
        if byte <= 0x20 { continue }
        return nil
      }
      word = word << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(bits)))
      }
    }
    return isBase64 ? bytes : nil
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
