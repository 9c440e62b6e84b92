import CPNG

/// Compresses bytes to a zlib stream, one after another.
@safe final class Deflater {
  private let state: UnsafeMutableRawPointer

  /// - Parameter level: 0 stores, 1 is fast, 9 small.
  init(level: Int) throws(PNGError) {
    guard let state = unsafe firstlight_deflater_create(Int32(level)) else { throw .outOfMemory }
    unsafe self.state = state
  }

  deinit { unsafe firstlight_deflater_free(state) }

  /// Begins a new stream.
  func reset() { unsafe firstlight_deflater_reset(state) }

  /// Compresses bytes and appends the output that is ready.
  /// - Parameter isLast: completes the stream.
  func compress(_ bytes: [UInt8], isLast: Bool, to output: inout [UInt8]) {
    let room = 1 << 14
    unsafe bytes.span.withUnsafeBytes { input in
      unsafe firstlight_deflater_feed(state, input.baseAddress, UInt32(input.count))
      unsafe withUnsafeTemporaryAllocation(byteCount: room, alignment: 16) { buffer in
        var count = room
        while count == room {
          count = unsafe firstlight_deflater_take(
            state, buffer.baseAddress, UInt32(room), isLast ? 1 : 0)
          unsafe output.append(contentsOf: buffer[..<count])
        }
      }
    }
  }
}
