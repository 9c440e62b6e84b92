/// The paths of a list of entries so far, to find further entries that cannot use them as they are:
/// merged paths and moved edges are not made into outlines.
struct PathSummary {
  private var count = 0
  /// True if areas were added, subtracted or intersected.
  private var isMerged = false
  private var isExcluded = false
  private var isOffset = false
  private var isOpen = false

  /// Adds the paths of a group.
  mutating func add(_ group: PathSummary) {
    count = min(count + group.count, 2)
    isMerged = isMerged || group.isMerged
    isExcluded = isExcluded || group.isExcluded
    isOffset = isOffset || group.isOffset
    isOpen = isOpen || group.isOpen
  }

  /// Adds an entry that is no group.
  ///
  /// - Returns: the flaw with which the entry is drawn; nil for none.
  mutating func add(_ item: ShapeItem) -> String? {
    switch item {
    case .path(let track):
      count = min(count + 1, 2)
      isOpen = isOpen || track.first.contours.contains { !$0.isClosed }
    case .ellipse, .rectangle, .star: count = min(count + 1, 2)
    case .group, .fill: break
    case .stroke(_, let stroke):
      if isMerged { return "a stroke goes round paths as they were before they were merged" }
      if isOffset, !stroke.dashes.isEmpty {
        return "a stroke with dashes follows paths as they were before their offset"
      }
      if isOffset, isOpen { return "a stroke of an open path with an offset goes round it" }
    case .trim(let model):
      if !model.isWhole { return flaw("a trim cuts") }
    case .rounding(let radius):
      if !radius.isZero { return flaw("round corners change") }
    case .pucker(let amount):
      if !amount.isZero { return flaw("pucker or bloat changes") }
    case .zigZag(let amplitude, _, _):
      if !amplitude.isZero { return flaw("a zig zag changes") }
    case .repeater: count *= 2
    case .merge(let mode):
      guard count > 1 else { return nil }
      count = 1
      if mode == .exclude { isExcluded = true } else if mode != .merge { isMerged = true }
    case .offset(let amount, _, _):
      if amount.isZero { return nil }
      isOffset = true
      if isMerged || isExcluded {
        return "an offset moves paths as they were before they were merged"
      }
    }
    return nil
  }

  private func flaw(_ what: String) -> String? {
    if isMerged || isExcluded { return what + " paths as they were before they were merged" }
    return isOffset ? what + " paths as they were before their offset" : nil
  }
}

extension TrimModel {
  /// True if the trim cuts off nothing at any time.
  fileprivate var isWhole: Bool {
    start.isFixed && end.isFixed && abs(end.first.x - start.first.x) >= 100
  }
}

extension Track<Numbers> {
  /// True if the first component is 0 at all times.
  fileprivate var isZero: Bool { isFixed && first.x == 0 }
}
