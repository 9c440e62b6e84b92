internal import Raster

extension DrawGroup {
  /// True if a layer's commands, with those of all layers below it, have to be a group. A single
  /// command can have an opacity by itself.
  ///
  /// - Parameters:
  ///   - count: the commands, without those of the mask.
  ///   - isSum: tells whether each command is added to what lies below it by itself. Then their sum is what
  ///     a group of them that is added would show.
  ///   - holdsBlending: tells whether a layer below is blended with what lies behind it. Asked of an
  ///     only command alone, since it may look at all layers below.
  static func isNeeded(
    for count: Int, opacity: Double, hasMask: Bool, _ composition: Composition,
    isSum: () -> Bool, holdsBlending: () -> Bool
  ) -> Bool {
    guard count > 0 else { return false }
    if composition == .added, opacity >= 1, !hasMask, isSum() { return false }
    if hasMask || composition.dependsOnBackdrop { return true }
    guard opacity < 1 || composition != .over else { return false }
    return count > 1 || holdsBlending()
  }
}
