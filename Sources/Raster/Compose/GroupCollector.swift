/// Lists the operations of a row whose items may lie in groups and masks.
///
/// 1. A group begins with the visible intervals around it, since an item that hides the group hides
///    all of it. Behind the group the same intervals are restored: spans of the group hide only
///    what lies in it. Its operations stand between two marks.
/// 2. A mask is listed before the content that it masks. It is composed between marks too, in all
///    intervals around its group, and its spans hide nothing outside it. The group's intervals are
///    cut to the extent of the mask's operations. If the mask has no operations, the group has no
///    intervals, and its items are not rasterized.
/// 3. If group and mask are one item each, and the pixels come out the same, the group's item is
///    painted with the mask's coverage, without a group. Most rows of a picture that is being
///    revealed are of this kind.
@safe struct GroupCollector: ~Copyable {
  /// A group or a mask whose operations are being listed.
  struct OpenGroup: BitwiseCopyable {
    var node: Int
    /// The place of its front mark.
    var mark: Int
    /// One past the operations that are not its own content: the mark, and a mask's.
    var contentStart: Int
    /// The index of the first kept interval around the group.
    var firstVisible: Int
  }

  private var open = Scratch<OpenGroup>(capacity: 8)
  /// The intervals around the open groups.
  private var outerVisible = Scratch<VisibleIntervals.Interval>(capacity: 16)

  /// Lists the row's operations from front to back.
  mutating func collect(
    _ row: Int, of band: Band, groups: borrowing GroupTree, into list: inout RowCollector
  ) {
    list.begin(minX: band.minX, maxX: band.maxX)
    var current = -1
    var place = band.count
    while place > 0 {
      place -= 1
      var group = unsafe band[place].pointee.group
      var stencil = -1
      if groups.isStencil(group), place > 0,
        let around = unsafe shows(band[place - 1], through: band[place], groups)
      {
        stencil = band.slot(place)
        group = around
        place -= 1
      }
      while !groups.holds(current, group) { current = closeGroup(groups, in: &list) }
      if list.visible.count == 0 {
        // Intervals come back only where a group or a mask ends.
        if current < 0 { break }
        continue
      }
      if current != group {
        openGroups(downTo: group, from: current, groups, in: &list)
        current = group
        if list.visible.count == 0 { continue }
      }
      if stencil >= 0 {
        list.collect(band.slot(place), through: stencil, row, of: band)
      } else {
        list.collect(band.slot(place), row, of: band)
      }
    }
    while current >= 0 { current = closeGroup(groups, in: &list) }
  }

  /// The node around an item's group, if the item of the mask only has to supply its coverage: it
  /// is opaque and of one colour, and nothing else makes the masked item's pixels translucent. Nil
  /// otherwise.
  private func shows(
    _ item: UnsafePointer<DrawItem>, through stencil: UnsafePointer<DrawItem>,
    _ groups: borrowing GroupTree
  ) -> Int? {
    let parent = unsafe groups.nodes[stencil.pointee.group].parent
    guard unsafe item.pointee.group == parent, unsafe item.pointee.isRect,
      unsafe !item.pointee.shader.isAdded,
      unsafe item.pointee.shader.coverageScale == 255, unsafe stencil.pointee.shader.isSolid,
      unsafe stencil.pointee.shader.isOpaque
    else { return nil }
    return groups.nodes[parent].parent
  }

  private mutating func openGroups(
    downTo index: Int, from outer: Int, _ groups: borrowing GroupTree,
    in list: inout RowCollector
  ) {
    let node = groups.nodes[index]
    if node.parent != outer { openGroups(downTo: node.parent, from: outer, groups, in: &list) }
    // A mask has the intervals around its group, which are kept already.
    if node.isMask { restoreVisible(of: open[open.count - 1], in: &list) }
    open.append(
      OpenGroup(
        node: index, mark: list.operations.count, contentStart: list.operations.count + 1,
        firstVisible: outerVisible.count))
    list.operations.append(.mark(RowOperation.front, of: node))
    if !node.isMask {
      for place in 0..<list.visible.count { outerVisible.append(list.visible[place]) }
    }
    // A group with a mask shows nothing before the mask has been seen.
    if node.hasMask { list.visible.removeAll() }
  }

  /// Ends the innermost group or mask.
  ///
  /// - Returns: the node around it, or −1.
  private mutating func closeGroup(
    _ groups: borrowing GroupTree, in list: inout RowCollector
  ) -> Int {
    let last = open[open.count - 1]
    let node = groups.nodes[last.node]
    open.count -= 1
    let isEmpty = list.operations.count == last.contentStart
    if node.isMask {
      showMasked(since: last.mark, isEmpty: isEmpty, in: &list)
    } else {
      restoreVisible(of: last, in: &list)
      outerVisible.count = last.firstVisible
    }
    if isEmpty {
      list.operations.count = last.mark
    } else {
      list.operations.append(.mark(RowOperation.back, of: node))
    }
    if node.isMask { open[open.count - 1].contentStart = list.operations.count }
    return node.parent
  }

  /// Restores the intervals around a group, the innermost one whose intervals are kept.
  private func restoreVisible(of group: OpenGroup, in list: inout RowCollector) {
    list.visible.removeAll()
    for place in group.firstVisible..<outerVisible.count {
      list.visible.append(outerVisible[place])
    }
  }

  /// Gives the innermost group the intervals around it, cut to the extent of its mask.
  ///
  /// - Parameter mark: the place of the mask's front mark; all operations behind it are the mask's.
  private func showMasked(since mark: Int, isEmpty: Bool, in list: inout RowCollector) {
    list.visible.removeAll()
    if isEmpty { return }
    var start = Int.max
    var end = Int.min
    for index in (mark + 1)..<list.operations.count where !list.operations[index].isMark {
      start = min(start, list.operations[index].start)
      end = max(end, list.operations[index].end)
    }
    for place in open[open.count - 1].firstVisible..<outerVisible.count {
      let outer = outerVisible[place]
      let interval = VisibleIntervals.Interval(
        start: max(outer.start, start), end: min(outer.end, end))
      if interval.start < interval.end { list.visible.append(interval) }
    }
  }
}
