/// Blends a row's operations where some belong to groups and masks. The operations of each group or
/// mask go to a line of its own, which is then blended like an image.
@safe struct GroupBlender: ~Copyable {
  /// The lines of groups and masks, by depth.
  private var lines = Slots<GroupLine>()

  /// - Parameter line: the band's first pixel; there are eight spare ones behind the row.
  mutating func blend(
    _ list: borrowing RowCollector, row: Int, of band: Band, with blender: borrowing RowBlender,
    into line: UnsafeMutablePointer<UInt32>
  ) {
    var depth = 0
    var target = unsafe line
    for index in stride(from: list.operations.count - 1, through: 0, by: -1) {
      let operation = list.operations[index]
      if !operation.isMark {
        unsafe blender.blend(
          operation, of: band.item(operation.item), through: list.coverage.pointers, row: row,
          into: target - band.minX)
        continue
      }
      if operation.start == RowOperation.back {
        if depth == lines.count { lines.append(GroupLine()) }
        let group = unsafe lines.base + depth
        unsafe group.pointee.begin(width: band.width)
        markPixels(of: index - 1, list, minX: band.minX, depth: depth)
        unsafe group.pointee.clear()
        depth += 1
        unsafe target = group.pointee.pixels.base
      } else {
        depth -= 1
        unsafe target = depth > 0 ? lines.base[depth - 1].pixels.base : line
        if operation.isMask {
          unsafe lines.base[depth - 1].multiply(
            with: lines.base[depth], operation.maskMode)
        } else if operation.isAdded {
          unsafe lines.base[depth].add(to: target, opacity: operation.value)
        } else if let mode = operation.blendMode {
          unsafe lines.base[depth].blend(into: target, opacity: operation.value, mode)
        } else {
          unsafe lines.base[depth].blend(into: target, opacity: operation.value)
        }
      }
    }
  }

  /// Marks the pixels of a group's or a mask's line that its operations paint, also in inner
  /// groups.
  ///
  /// - Parameter last: the operation before the back mark.
  private func markPixels(
    of last: Int, _ list: borrowing RowCollector, minX: Int, depth: Int
  ) {
    let group = unsafe lines.base + depth
    let all = unsafe list.coverage.spans.base
    var inner = 0
    var innerMasks = 0
    for index in stride(from: last, through: 0, by: -1) {
      let operation = list.operations[index]
      if operation.isMark {
        let isBack = operation.start == RowOperation.back
        if operation.isMask {
          // The group's own mask ends its content, or this is the mask's front.
          if inner == 0 { return }
          innerMasks += isBack ? 1 : -1
        } else if isBack {
          inner += 1
        } else if inner == 0 {
          return
        } else {
          inner -= 1
        }
        continue
      }
      // Masks paint nothing.
      if innerMasks > 0 { continue }
      for place in operation.firstSpan..<operation.endSpan {
        let span = unsafe all[place]
        unsafe group.pointee.mark(
          from: max(span.x, operation.start) &- minX, to: min(span.end, operation.end) &- minX)
      }
    }
  }
}

/// The line buffer of a group or a mask. All pixels are clear except for the painted ones, which
/// are tracked in blocks of 16, so that empty parts of a group cost nothing.
///
/// Blending clear pixels changes nothing, so a block may hold more than the painted pixels.
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

  /// Marks pixels that are going to be painted.
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

  /// Clears the marked pixels.
  mutating func clear() {
    let line = unsafe pixels.base
    forEachStretch { start, count in unsafe Blend.fill(line + start, count: count, with: 0) }
  }

  /// Blends the marked pixels over a line at the same place, which has eight spare pixels.
  mutating func blend(into target: UnsafeMutablePointer<UInt32>, opacity: UInt8) {
    let line = unsafe pixels.base
    forEachStretch { start, count in
      unsafe Blend.blend(target + start, count: count, with: line + start, coverage: opacity)
    }
  }

  /// Adds the marked pixels to a line at the same place, which has eight spare pixels.
  mutating func add(to target: UnsafeMutablePointer<UInt32>, opacity: UInt8) {
    let line = unsafe pixels.base
    forEachStretch { start, count in
      unsafe Blend.add(target + start, count: count, with: line + start, coverage: opacity)
    }
  }

  /// Blends the marked pixels into a line at the same place by a mode.
  mutating func blend(
    into target: UnsafeMutablePointer<UInt32>, opacity: UInt8, _ mode: BlendMode
  ) {
    let line = unsafe pixels.base
    forEachStretch { start, count in
      unsafe Blend.blend(target + start, count: count, with: line + start, coverage: opacity, mode)
    }
  }

  /// Multiplies the marked pixels by a mask's line at the same place. Pixels that are not marked in
  /// the mask become clear.
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
        // Adding the lowest bit carries through the stretch; the bit that it sets above is masked
        // out.
        bits &= bits &+ (bits & (0 &- bits))
      }
    }
  }
}
