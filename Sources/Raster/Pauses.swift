/// Pauses of a long drawing, in which the thread that brings it does something else.
public struct Pauses {
  /// About how many pixels to draw until the next pause.
  let area: () -> Int
  /// Told that so many were drawn since it was told last: a pause, if it is time for one.
  let take: (_ area: Int, _ isLast: Bool) -> Void

  /// - Parameters:
  ///   - area: how many pixels to draw in one go, about: a drawing is cut by whole rows, and on a turned
  ///     surface by bands of them.
  ///   - take: called behind each part of a drawing that this thread draws, with the part's pixels and
  ///     whether nothing comes behind it. It must not draw with the same renderer.
  public init(
    area: @escaping () -> Int, take: @escaping (_ area: Int, _ isLast: Bool) -> Void
  ) {
    self.area = area
    self.take = take
  }
}
