public import Geometry

/// Draws lists of commands into surfaces. One renderer serves one output: it keeps what it prepared
/// for the commands of the last drawing, and the memory for its rows, so that drawing the same
/// commands again costs only the damaged pixels and allocates nothing.
public final class Renderer {
  /// One for each worker; the first is the one that draws alone.
  private var sweeps = Slots<Sweep>()
  /// Whether others than the first hold anything.
  private var isShared = false

  /// Pixels from which on drawing is shared: to wake another thread costs as much as some 400,000 take
  /// that are copied.
  private static let leastShared = 1 << 20
  /// Rows that one worker draws at a time, at least.
  private static let sharedRows = 64

  public init() { sweeps.append(Sweep()) }

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
  /// - Parameter workers: who may draw at the same time where the region is large.
  public func draw(
    _ commands: [DrawCommand], groups: [DrawGroup] = [], changed: [Int]? = nil, region: Region,
    into surface: Surface, by workers: Workers? = nil
  ) {
    let size = surface.size
    let sweep = unsafe sweeps.base
    if let changed {
      unsafe sweep.pointee.prepare(commands, groups: groups, changed: changed, size: size)
    } else {
      unsafe sweep.pointee.prepare(commands, groups: groups, size: size)
    }
    if let workers, workers.count > 1, region.area >= Renderer.leastShared {
      prepareOthers(workers.count - 1, commands, groups: groups, size: size)
      return share(region, into: surface, by: workers)
    }
    if isShared { releaseOthers(size: size) }
    for rect in region.rects { unsafe sweep.pointee.draw(rect, into: surface) }
  }

  private func share(_ region: Region, into surface: Surface, by workers: Workers) {
    var parts: [PixelRect] = []
    for rect in region.intersection(PixelRect(surface.size)).rects {
      var part = rect
      while part.minY < rect.maxY {
        // Whole bands, so that no two write into one cache line of a turned surface.
        part.maxY = part.minY
        while part.maxY < rect.maxY, part.height < Renderer.sharedRows {
          part.maxY = min(RotatedBand.end(after: part.maxY, on: surface), rect.maxY)
        }
        parts.append(part)
        part.minY = part.maxY
      }
    }
    let sweeps = unsafe sweeps.base
    workers.perform(parts.count) { part, worker in
      unsafe (sweeps + worker).pointee.draw(parts[part], into: surface)
    }
  }

  /// Every worker has prepared items of its own, since these keep where in their shape they are.
  private func prepareOthers(
    _ count: Int, _ commands: [DrawCommand], groups: [DrawGroup], size: PixelSize
  ) {
    while sweeps.count <= count { sweeps.append(Sweep()) }
    for worker in 1...count {
      unsafe (sweeps.base + worker).pointee.prepare(commands, groups: groups, size: size)
    }
    isShared = true
  }

  /// Lets go of pictures that may not be drawn any more.
  private func releaseOthers(size: PixelSize) {
    for worker in 1..<sweeps.count {
      unsafe (sweeps.base + worker).pointee.prepare([], groups: [], size: size)
    }
    isShared = false
  }

  /// Draws a whole picture.
  public func draw(
    _ commands: [DrawCommand], groups: [DrawGroup] = [], into surface: Surface
  ) {
    draw(commands, groups: groups, region: Region(PixelRect(surface.size)), into: surface)
  }
}
