import Geometry

/// An 8×8 Bayer matrix for pixels of fewer bits, and for gradients. It is anchored at the picture's
/// origin, so that a partial repaint equals a full one, in any rotation.
enum DitherMatrix {
  /// The thresholds at eight places from `x` on, 0…251 in a byte each, the first lowest. They
  /// repeat after eight places.
  ///
  /// The rank of a place is the bits of x⊕y and y interleaved, the lowest bits first in rank; the
  /// byte is rank · 255 / 64, rounded.
  static func thresholds(x: Int, y: Int) -> UInt64 {
    let row: UInt64 =
      switch y & 7 {
      case 0: 0xA728_8708_9F20_8000
      case 1: 0x68E7_48C7_60DF_40BF
      case 2: 0x9718_B738_8F10_AF30
      case 3: 0x58D7_78F7_50CF_70EF
      case 4: 0xA324_8304_AB2C_8B0C
      case 5: 0x64E3_44C3_6CEB_4CCB
      case 6: 0x9314_B334_9B1C_BB3C
      default: 0x54D3_74F3_5CDB_7CFB
      }
    let shift = UInt64(truncatingIfNeeded: (x & 7) &* 8)
    return row &>> shift | row &<< (64 &- shift & 63)
  }

  /// The thresholds of eight places a step apart.
  static func thresholds(x: Int, y: Int, stepX: Int, stepY: Int) -> UInt64 {
    if stepX == 1 && stepY == 0 { return thresholds(x: x, y: y) }
    var places: UInt64 = 0
    for index in 0..<8 {
      let place = thresholds(x: x &+ index &* stepX, y: y &+ index &* stepY) & 255
      places |= place &<< UInt64(truncatingIfNeeded: index &* 8)
    }
    return places
  }

  /// Pixels by which the matrix is moved for a gradient; the two numbers of pixels tell its place.
  /// Otherwise gradients at different places that shine through each other would be off by a level
  /// each, at the same pixels and to the same side.
  static func phase(_ first: Double, _ second: Double) -> (x: Int, y: Int) {
    guard first.magnitude < 0x1p30, second.magnitude < 0x1p30 else { return (0, 0) }
    // Whole pixels, so that the phase stays the same while the gradient moves within one, and does
    // not depend on the last bit of a sine. Most places are at whole or half pixels, which are not
    // at a border.
    @inline(__always) func whole(_ value: Double) -> Int { Int((value + 0.25).rounded(.down)) }
    // The highest bits of the product with 2⁶⁴ / φ: Fibonacci hashing.
    let hash =
      UInt64(bitPattern: Int64(whole(first) &+ whole(second) &* 4093)) &* 0x9E37_79B9_7F4A_7C15
    return (Int(hash >> 61), Int(hash >> 58 & 7))
  }

  /// Thresholds for colours that are the same along rows: those of eight rows, a step apart. They
  /// are the numbers below eight with their bits in reverse, since the steps in a column of the
  /// matrix are uneven.
  static func rowThresholds(y: Int, step: Int) -> UInt64 {
    let rows: UInt64 = 0xEF70_AF30_CF50_8F10
    if step == 0 {
      return (rows &>> UInt64(truncatingIfNeeded: (y & 7) &* 8) & 255) &* 0x0101_0101_0101_0101
    }
    var places: UInt64 = 0
    for index in 0..<8 {
      let row = (y &+ index &* step) & 7
      let byte = rows &>> UInt64(truncatingIfNeeded: row &* 8) & 255
      places |= byte &<< UInt64(truncatingIfNeeded: index &* 8)
    }
    return places
  }

  /// The thresholds of eight places along a row of the scanout.
  static func thresholds(x: Int, y: Int, _ rotation: Rotation) -> UInt64 {
    switch rotation {
    case .upright: thresholds(x: x, y: y)
    case .right: thresholds(x: x, y: y, stepX: 0, stepY: -1)
    case .upsideDown: thresholds(x: x, y: y, stepX: -1, stepY: 0)
    case .left: thresholds(x: x, y: y, stepX: 0, stepY: 1)
    }
  }
}
