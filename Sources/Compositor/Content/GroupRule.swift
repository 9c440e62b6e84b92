internal import Raster

extension DrawGroup {
  /// True if a layer's commands, with those of all layers below it in the tree, have to be a group.
  /// A single command can have an opacity by itself.
  ///
  /// - Parameters:
  ///   - count: the commands, without those of the mask.
  ///   - isSum: returns true if every command is added to the backdrop, so that their sum equals
  ///     the group's.
  ///   - holdsBlending: returns true if a layer below is blended with its backdrop. Called only for
  ///     a single command, since it may look at all layers below.
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
