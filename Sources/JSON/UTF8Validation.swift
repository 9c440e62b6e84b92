/// The first error in UTF-8 (RFC 3629: shortest forms only, no surrogates, at most U+10FFFF): the
/// offset of the first byte of the first invalid sequence, or nil.
public func firstInvalidUTF8(in bytes: Span<UInt8>) -> Int? {
  let count = bytes.count
  var index = 0
  while index < count {
    let lead = bytes[index]
    if lead < 0x80 {
      index &+= 1
      // Texts are nearly all ASCII: eight bytes of it have no highest bit.
      while index &+ 8 <= count,
        unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
          & 0x8080_8080_8080_8080 == 0
      {
        index &+= 8
      }
      continue
    }
    var trail: Int
    var low: UInt8 = 0x80
    var high: UInt8 = 0xBF
    switch lead {
    case 0xC2...0xDF: trail = 1
    case 0xE0:
      trail = 2
      low = 0xA0
    case 0xED:
      trail = 2
      high = 0x9F
    case 0xE1...0xEF: trail = 2
    case 0xF0:
      trail = 3
      low = 0x90
    case 0xF1...0xF3: trail = 3
    case 0xF4:
      trail = 3
      high = 0x8F
    default: return index
    }
    var next = index &+ 1
    while trail > 0 {
      guard next < count, bytes[next] >= low, bytes[next] <= high else { return index }
      low = 0x80
      high = 0xBF
      next &+= 1
      trail &-= 1
    }
    index = next
  }
  return nil
}
