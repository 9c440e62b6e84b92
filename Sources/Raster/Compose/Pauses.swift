/// Pauses of a long drawing, in which the thread that brings it does something else.
public struct Pauses {
  /// About how many pixels to draw until the next pause.
  let area: () -> Int
  /// Told that so many were drawn since it was told last: a pause, if it is time for one.
  let take: (_ area: Int, _ isLast: Bool) -> Void
  /// Told now and then before pixels are drawn: a pause, if it is time for one.
  let rest: () -> Void
  /// True if the rest of the drawing is left out.
  let isCut: () -> Bool

  /// - Parameters:
  ///   - area: how many pixels to draw in one go, about: a drawing is cut by whole rows, and on a rotated
  ///     surface by bands of them.
  ///   - rest: called while shapes are made ready. Like `take`, it must not draw with the same renderer.
  ///   - isCut: asked behind each pause. Where the rest is left out, nothing of the drawing counts.
  ///   - take: called behind each part of a drawing that this thread draws, with the part's pixels and
  ///     whether nothing comes behind it.
  public init(
    area: @escaping () -> Int, rest: @escaping () -> Void = {},
    isCut: @escaping () -> Bool = { false },
    take: @escaping (_ area: Int, _ isLast: Bool) -> Void
  ) {
    self.area = area
    self.take = take
    self.rest = rest
    self.isCut = isCut
  }
}
