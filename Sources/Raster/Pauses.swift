/// Pauses of a long drawing, in which the thread that brings it does something else.
public struct Pauses {
  /// About how many pixels to draw until the next pause.
  let area: () -> Int
  /// Told that so many were drawn since it was told last: a pause, if it is time for one.
  let take: (_ area: Int) -> Void

  /// - Parameters:
  ///   - area: how many pixels to draw in one go, about: a drawing is cut by whole rows.
  ///   - take: called between two parts of a drawing, with the pixels of the one before. It must not
  ///     draw with the same renderer.
  public init(area: @escaping () -> Int, take: @escaping (_ area: Int) -> Void) {
    self.area = area
    self.take = take
  }
}
