import CDRM

/// A frame that was presented.
struct DRMFlip: Equatable {
  /// The token that was passed with the frame.
  var token: UInt64
  /// The time when its first pixel was shown, in microseconds of the monotonic clock.
  var time: Int64

  /// Reads the kernel's `struct drm_event_vblank`: type and length, eight bytes for the caller,
  /// seconds, microseconds, the frame's number and its CRTC, 32 bits each.
  static func flips(in bytes: ArraySlice<UInt8>) -> [DRMFlip] {
    var flips: [DRMFlip] = []
    var start = bytes.startIndex
    func word(_ index: Int) -> UInt32 {
      var value: UInt32 = 0
      for byte in (0..<4).reversed() {
        value = value << 8 | UInt32(bytes[start + index * 4 + byte])
      }
      return value
    }
    while start + 8 <= bytes.endIndex {
      let length = Int(word(1))
      guard length >= 8, start + length <= bytes.endIndex else { break }
      if word(0) == UInt32(firstlight_drm_event_flip_complete), length >= 32 {
        flips.append(
          DRMFlip(
            token: UInt64(word(3)) << 32 | UInt64(word(2)),
            time: Int64(word(4)) * 1_000_000 + Int64(word(5))))
      }
      start += length
    }
    return flips
  }
}
