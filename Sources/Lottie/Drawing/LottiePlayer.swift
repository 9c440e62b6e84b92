public import Geometry
public import Raster

/// Plays an animation: draws it at one time after the other into a surface that keeps its pixels,
/// each time only the part that differs from the last picture.
public final class LottiePlayer {
  public let file: LottieFile
  private let renderer = Renderer()
  private let effects = EffectCache()
  private var last: DrawList?

  public init(_ file: LottieFile) { self.file = file }

  /// Draws the picture at a time on nothing.
  ///
  /// - Parameter surface: holds the pixels that the last call left. At the first call, and in
  ///   another size, they do not matter.
  /// - Returns: the pixels that may have changed.
  public func draw(at seconds: Double, into surface: Surface) -> Region {
    let list = file.drawing(at: seconds, size: surface.size, effects)
    defer { last = list }
    guard let last, last.size == list.size else {
      renderer.draw(list.commands, groups: list.groups, into: surface)
      return Region(PixelRect(surface.size))
    }
    let difference = DrawListDifference(from: last, to: list)
    if !difference.isNone {
      renderer.draw(
        list.commands, groups: list.groups, changed: difference.changed,
        region: difference.damage, into: surface)
    }
    return difference.damage
  }
}
