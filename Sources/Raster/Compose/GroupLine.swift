/// The line buffer of a group or a mask: clear except for what is painted in it, and kept track of
/// in blocks of 16 pixels, so that what a group leaves empty costs nothing.
///
/// To blend clear pixels changes nothing, so a block may be more than what was painted.
@safe struct GroupLine: ~Copyable {
  private static let blockShift = 4

  /// Premultiplied, from the rectangle's left border, with spare pixels behind.
  private(set) var pixels = Scratch<UInt32>(capacity: 2048)
  /// A bit for each block in which something is painted.
  private var blocks = Scratch<UInt64>(capacity: 4)
  private var width = 0

  /// Starts a row of the given width.
  mutating func begin(width: Int) {
    self.width = width
    // A whole block and eight more at the end.
    pixels.resize(max(width + 24, pixels.count), filledWith: 0)
    blocks.removeAll()
    blocks.resize((width >> (GroupLine.blockShift + 6)) + 1, filledWith: 0)
  }

  /// Says that pixels will be painted.
  @inline(__always) mutating func mark(from start: Int, to end: Int) {
    var block = start >> GroupLine.blockShift
    let last = (end - 1) >> GroupLine.blockShift
    while block <= last {
      let bit = block & 63
      let count = min(last &- block &+ 1, 64 &- bit)
      let ones = count == 64 ? ~0 : (UInt64(1) &<< UInt64(count)) &- 1
      blocks[block >> 6] |= ones &<< UInt64(bit)
      block &+= count
    }
  }

  /// Clears what was marked.
  mutating func clear() {
    let line = unsafe pixels.base
    forEachStretch { start, count in unsafe Blend.fill(line + start, count: count, with: 0) }
  }

  /// Blends what was marked over a line of the same place, which has eight spare pixels.
  mutating func blend(into target: UnsafeMutablePointer<UInt32>, opacity: UInt8) {
    let line = unsafe pixels.base
    forEachStretch { start, count in
      unsafe Blend.blend(target + start, count: count, with: line + start, coverage: opacity)
    }
  }

  /// Adds what was marked to a line of the same place, which has eight spare pixels.
  mutating func add(to target: UnsafeMutablePointer<UInt32>, opacity: UInt8) {
    let line = unsafe pixels.base
    forEachStretch { start, count in
      unsafe Blend.add(target + start, count: count, with: line + start, coverage: opacity)
    }
  }

  /// Blends what was marked into a line of the same place by a mode.
  mutating func blend(
    into target: UnsafeMutablePointer<UInt32>, opacity: UInt8, _ mode: BlendMode
  ) {
    let line = unsafe pixels.base
    forEachStretch { start, count in
      for index in start..<(start &+ count) {
        let source = unsafe Blend.scaled(line[index], by: opacity)
        unsafe target[index] = mode.blended(source, over: target[index])
      }
    }
  }

  /// Multiplies what was marked with a mask's line, of the same place; where that was not marked
  /// nothing is left.
  mutating func multiply(with mask: borrowing GroupLine, _ mode: MaskMode) {
    for index in 0..<blocks.count { blocks[index] &= mask.blocks[index] }
    let line = unsafe pixels.base
    let factors = unsafe mask.pixels.base
    forEachStretch { start, count in
      if mode == .alpha {
        return unsafe Blend.multiply(line + start, count: count, withAlphaOf: factors + start)
      }
      for index in start..<(start &+ count) {
        let factor = UInt8(truncatingIfNeeded: mode.factor(unsafe factors[index]))
        unsafe line[index] = Blend.scaled(line[index], by: factor)
      }
    }
  }

  @inline(__always) private func forEachStretch(_ body: (_ start: Int, _ count: Int) -> Void) {
    for index in 0..<blocks.count {
      var bits = blocks[index]
      while bits != 0 {
        let first = bits.trailingZeroBitCount
        let length = (~(bits &>> UInt64(first))).trailingZeroBitCount
        let start = (index &* 64 &+ first) &<< GroupLine.blockShift
        body(start, min(length &<< GroupLine.blockShift, width &- start))
        // Adding the lowest bit carries through the stretch; what it sets above is not wanted.
        bits &= bits &+ (bits & (0 &- bits))
      }
    }
  }
}
