/// Blends a row's operations where some stand in groups and masks: those of each in a line of its
/// own, which is then blended like an image.
@safe struct GroupBlender: ~Copyable {
  /// The lines of groups and masks, by depth.
  private var lines = Slots<GroupLine>()

  /// - Parameter line: the pixel at `minX`; there are eight spare ones behind the row.
  mutating func blend(
    _ list: borrowing RowCollector, row: Int, minX: Int, maxX: Int,
    items: borrowing Slots<DrawItem>, with blender: borrowing RowBlender,
    into line: UnsafeMutablePointer<UInt32>
  ) {
    var depth = 0
    var target = unsafe line
    for index in stride(from: list.operations.count - 1, through: 0, by: -1) {
      let operation = list.operations[index]
      if !operation.isMark {
        unsafe blender.blend(
          operation, of: list.spans.spans.base, masks: list.spans.mask.base, row: row, items: items,
          into: target - minX)
        continue
      }
      if operation.start == RowOperation.back {
        if depth == lines.count { lines.append(GroupLine()) }
        let group = unsafe lines.base + depth
        unsafe group.pointee.begin(width: maxX - minX)
        markPixels(of: index - 1, list, minX: minX, depth: depth)
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

  /// Tells a group's or a mask's line where its operations paint, those of groups in it too.
  ///
  /// - Parameter last: the operation before the back mark.
  private func markPixels(
    of last: Int, _ list: borrowing RowCollector, minX: Int, depth: Int
  ) {
    let group = unsafe lines.base + depth
    let all = unsafe list.spans.spans.base
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
