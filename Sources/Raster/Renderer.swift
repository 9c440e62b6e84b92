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
  /// result does not depend on how a picture is cut into regions.
  public func draw(
    _ commands: [DrawCommand], groups: [DrawGroup] = [], region: Region, into surface: Surface
  ) {
    sweep.prepare(
      commands, groups: groups, size: PixelSize(width: surface.width, height: surface.height))
    for rect in region.rects { sweep.draw(rect, into: surface) }
  }

  /// Draws a whole picture.
  public func draw(
    _ commands: [DrawCommand], groups: [DrawGroup] = [], into surface: Surface
  ) {
    let size = PixelSize(width: surface.width, height: surface.height)
    draw(commands, groups: groups, region: Region(PixelRect(size)), into: surface)
  }
}
