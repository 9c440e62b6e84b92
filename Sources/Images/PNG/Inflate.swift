import CPNG

/// Unpacks a deflate stream without a header and a checksum (RFC 1951), as zip archives have them.
/// - Parameter count: the number of unpacked bytes, which the archive states.
/// - Returns: nil where the stream is damaged, or unpacks to another number of bytes.
public func inflate(_ bytes: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
  guard count >= 0, count <= Int(UInt32.max), bytes.count <= Int(UInt32.max) else { return nil }
  var isComplete = false
  let unpacked = unsafe [UInt8](unsafeUninitializedCapacity: count) { output, written in
    unsafe bytes.span.withUnsafeBytes { input in
      isComplete =
        unsafe firstlight_inflate(
          input.baseAddress, UInt32(input.count), output.baseAddress, UInt32(count)) == 1
    }
    written = isComplete ? count : 0
  }
  return isComplete ? unpacked : nil
}

/// Unpacks a gzip file that has one member (RFC 1952).
/// - Parameter limit: the most unpacked bytes.
/// - Returns: nil for another file, and where it is damaged or too large.
public func unpackGzip(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
  guard bytes.count >= 18, bytes.starts(with: [0x1F, 0x8B, 8]) else { return nil }
  let flags = bytes[3]
  var start = 10
  if flags & 4 != 0 { start += 2 + Int(bytes[10]) + Int(bytes[11]) << 8 }
  // A name and a comment, each with a zero behind it.
  for flag: UInt8 in [8, 16] where flags & flag != 0 {
    guard start < bytes.count, let end = bytes[start...].firstIndex(of: 0) else { return nil }
    start = end + 1
  }
  if flags & 2 != 0 { start += 2 }
  let end = bytes.count - 8
  guard start <= end else { return nil }
  func number(_ place: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
  }
  let count = Int(number(end + 4))
  guard count <= limit, let content = inflate(bytes[start..<end], count: count) else { return nil }
  let checksum = unsafe content.span.withUnsafeBytes {
    unsafe firstlight_crc32(0, $0.baseAddress, $0.count)
  }
  return checksum == number(end) ? content : nil
}
