import CPNG

/// Compresses bytes to a zlib stream, one after another.
@safe final class Deflater {
  private let state: UnsafeMutableRawPointer

  /// - Parameters:
  ///   - level: 0 stores, 1 is fast, 9 small.
  ///   - isRaw: true for a stream without head and checksum.
  init(level: Int, isRaw: Bool = false) throws(ImageFileError) {
    guard let state = unsafe firstlight_deflater_create(Int32(level), isRaw ? 1 : 0) else {
      throw .outOfMemory
    }
    unsafe self.state = state
  }

  deinit { unsafe firstlight_deflater_free(state) }

  /// Begins a new stream.
  func reset() { unsafe firstlight_deflater_reset(state) }

  /// Compresses bytes and appends the output that is ready.
  /// - Parameters:
  ///   - isLast: completes the stream.
  ///   - flushes: true to make later output independent of earlier input.
  func compress(
    _ bytes: [UInt8], isLast: Bool, flushes: Bool = false, to output: inout [UInt8]
  ) {
    let capacity = 1 << 14
    unsafe bytes.span.withUnsafeBytes { input in
      unsafe firstlight_deflater_feed(state, input.baseAddress, UInt32(input.count))
      unsafe withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 16) { buffer in
        var count = capacity
        while count == capacity {
          count = unsafe firstlight_deflater_take(
            state, buffer.baseAddress, UInt32(capacity), isLast ? 1 : 0, flushes ? 1 : 0)
          unsafe output.append(contentsOf: buffer[..<count])
        }
      }
    }
  }
}
