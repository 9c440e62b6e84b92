import CPNG

/// Unpacks a stream of the format deflate, without a head and a checksum (RFC 1951), as zip archives have them.
/// - Parameter count: the number of unpacked bytes, which the archive tells.
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
