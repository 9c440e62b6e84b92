public import Geometry

/// Draws lists of commands into surfaces. One renderer serves one output: it keeps what it prepared
/// for the commands of the last drawing, and the memory for its rows, so that drawing the same
/// commands again costs only the damaged pixels and allocates nothing.
public final class Renderer {
  private var sweep = Sweep()

  public init() {}

  /// Draws the part of a picture that lies in `region`, and writes each pixel of it once.
  ///
  /// `commands` are in order from back to front, all of the picture's and not only those in the
  /// region. What they leave unpainted becomes opaque black, or clear in a format with alpha. The
  /// result does not depend on how a picture is cut into regions. The region is in the picture's
  /// space; a rotated surface becomes the rotation of what an upright one becomes.
  ///
  /// - Parameter changed: the places in the list at which a command may differ from the one of this
  ///   renderer's last drawing, where the caller knows: then the others are not looked at, and must
  ///   be the same, as many and in the same order; of groups the opacities may differ. Nil has all
  ///   commands compared with the last ones.
  public func draw(
    _ commands: [DrawCommand], groups: [DrawGroup] = [], changed: [Int]? = nil, region: Region,
    into surface: Surface
  ) {
    let size = surface.size
    if let changed {
      sweep.prepare(commands, groups: groups, changed: changed, size: size)
    } else {
      sweep.prepare(commands, groups: groups, size: size)
    }
    for rect in region.rects { sweep.draw(rect, into: surface) }
  }

  /// Draws a whole picture.
  public func draw(
    _ commands: [DrawCommand], groups: [DrawGroup] = [], into surface: Surface
  ) {
    draw(commands, groups: groups, region: Region(PixelRect(surface.size)), into: surface)
  }
}
