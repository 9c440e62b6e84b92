public import Geometry

/// Draws lists of commands into surfaces. One renderer serves one output: it keeps what it prepared
/// for the commands of the last drawing, and the memory for its rows, so that drawing the same
/// commands again costs only the damaged pixels, and allocates nothing but what was given back to stay
/// within limits. Of images that are drawn again and again to a rotated surface it keeps the pixels as they
/// lie there.
public final class Renderer {
  /// One for each worker, all of them prepared for the last commands; the first is the one that draws
  /// alone.
  private var sweeps = Slots<Sweep>()
  private(set) var rotated = RotatedImages()
  /// Drawings since the last one that was shared.
  private var drawingsAlone = 0

  /// Drawings after which a worker that had none to share lets go of all that it holds.
  private static let longestIdle = 60
  /// Pixels from which on drawing is shared: to wake another thread costs as much as some 400,000 take
  /// that are copied.
  private static let leastShared = 1 << 20
  /// Rows that one worker draws at a time, unless it is to pause before.
  private static let sharedRows = 64
  /// The least rows between two pauses.
  private static let leastRows = 4
  /// The same of a rotated surface, where many more are quicker.
  private static let leastRotatedRows = 16

  private let paths: FastPaths

  public convenience init() { self.init(.all) }

  /// A renderer that is only as quick as the given ways make it.
  package init(_ paths: FastPaths) {
    self.paths = paths
    sweeps.append(Sweep())
    unsafe sweeps.base.pointee.paths = paths
  }

  /// Draws the part of a picture that lies in `region`, and writes each pixel of it once.
  ///
  /// `commands` are in order from back to front, all of the picture's and not only those in the
  /// region. What they leave unpainted becomes opaque black, or clear in a format with alpha. The
  /// result does not depend on how a picture is cut into regions. The region is in the picture's
  /// space; a rotated surface becomes the rotation of what an upright one becomes.
  ///
  /// - Parameter groups: the groups of the list, as `DrawGroup` says. It is a programming error, and traps,
  ///   where they overlap, reach behind the list, or a mask is not directly behind its commands.
  /// - Parameter changed: the places in the list at which a command may differ from the one of this
  ///   renderer's last drawing, where the caller knows: then the others are not looked at, and must
  ///   be the same, as many and in the same order; of groups the opacities may differ. Nil has all
  ///   commands compared with the last ones. A place behind the list, here or in `covering`, is a
  ///   programming error, and traps where it is looked at.
  /// - Parameter covering: places of commands whose shapes hold all pixels of the region that do not
  ///   look right already, `Region.Cover.limit` of them at most; then others need not be drawn. With
  ///   none all are. A command that is clear covers nothing: with one of these all are drawn too.
  /// - Parameter workers: who may draw at the same time where the region is large.
  /// - Parameter pauses: pauses of the caller's thread, where the region is large enough for some, or
  ///   many shapes are new.
  public func draw(
    _ commands: [DrawCommand], groups: [DrawGroup] = [], changed: [Int]? = nil, region: Region,
    covering: [Int] = [], into surface: Surface, by workers: Workers? = nil,
    pausing pauses: Pauses? = nil
  ) {
    let size = surface.size
    drawingsAlone += 1
    if drawingsAlone > Renderer.longestIdle { sweeps.removeAll(from: 1) }
    for worker in 0..<sweeps.count {
      let sweep = unsafe sweeps.base + worker
      if let changed {
        unsafe sweep.pointee.prepare(
          commands, groups: groups, changed: changed, size: size, pausing: pauses)
      } else {
        unsafe sweep.pointee.prepare(commands, groups: groups, size: size, pausing: pauses)
      }
    }
    if let workers, workers.count > 1, region.area >= Renderer.leastShared {
      drawingsAlone = 0
      while sweeps.count < workers.count {
        var sweep = Sweep()
        sweep.paths = paths
        sweep.prepare(commands, groups: groups, size: size, pausing: pauses)
        sweeps.append(sweep)
      }
      settleRotated(on: surface)
      for worker in 0..<sweeps.count {
        unsafe (sweeps.base + worker).pointee.limit(to: covering, on: surface)
      }
      return share(region, into: surface, by: workers, pausing: pauses)
    }
    settleRotated(on: surface)
    unsafe sweeps.base.pointee.limit(to: covering, on: surface)
    draw(region, into: surface, pausing: pauses)
  }

  /// Draws alone.
  private func draw(_ region: Region, into surface: Surface, pausing pauses: Pauses?) {
    // Pixels drawn since the last pause, and how many may be until the next.
    var (drawn, limit) = (0, pauses?.area() ?? .max)
    guard let pauses, region.area > limit else {
      for rect in region.rects { unsafe sweeps.base.pointee.draw(rect, into: surface) }
      pauses?.take(region.area, true)
      return
    }
    for rect in region.intersection(PixelRect(surface.size)).rects {
      var part = rect
      while part.minY < rect.maxY {
        if drawn >= limit {
          pauses.take(drawn, false)
          if pauses.isCut() { return }
          (drawn, limit) = (0, pauses.area())
        }
        let rows = max((limit - drawn) / rect.width, Renderer.leastRows)
        let bandRows =
          rows < RotatedBand.leastRows ? Renderer.leastRotatedRows : RotatedBand.leastRows
        part.maxY = Renderer.end(
          of: part, rows: rows, inBandsOf: bandRows, in: rect, on: surface)
        unsafe sweeps.base.pointee.draw(part, into: surface)
        drawn += part.area
        part.minY = part.maxY
      }
    }
    pauses.take(drawn, true)
  }

  /// Where a part of a rectangle ends that has so many rows and, on a rotated surface, whole bands, in which
  /// whole lines of the cache are written.
  private static func end(
    of part: PixelRect, rows: Int, inBandsOf bandRows: Int, in rect: PixelRect, on surface: Surface
  ) -> Int {
    guard surface.rotation.swapsSides else { return min(part.minY + rows, rect.maxY) }
    var end = part.minY
    while end < rect.maxY, end - part.minY < rows {
      end = RotatedBand.end(after: end, height: bandRows, on: surface)
    }
    return min(end, rect.maxY)
  }

  /// Takes up which images were drawn to a rotated scanout, and tells all workers what is kept of these.
  private func settleRotated(on surface: Surface) {
    if surface.rotation == .upright && rotated.isEmpty { return }
    for worker in 0..<sweeps.count {
      unsafe (sweeps.base + worker).pointee.takeUses(into: &rotated)
    }
    if surface.rotation == .upright {
      rotated = RotatedImages()
    } else {
      rotated.begin(on: surface)
    }
    for worker in 0..<sweeps.count { unsafe (sweeps.base + worker).pointee.rotated = rotated }
  }

  /// Every worker makes the shapes ready that its parts reach, since these keep where in them it is.
  private func share(
    _ region: Region, into surface: Surface, by workers: Workers, pausing pauses: Pauses?
  ) {
    let limit = pauses?.area() ?? .max
    var parts: [PixelRect] = []
    for rect in region.intersection(PixelRect(surface.size)).rects {
      let rows = min(max(limit / rect.width, Renderer.leastRows), Renderer.sharedRows)
      var part = rect
      while part.minY < rect.maxY {
        // No two workers may write into one line of the cache, of whatever format.
        part.maxY = Renderer.end(
          of: part, rows: rows, inBandsOf: RotatedBand.leastRows, in: rect, on: surface)
        parts.append(part)
        part.minY = part.maxY
      }
    }
    let sweeps = unsafe sweeps.base
    workers.perform(parts.count) { part, worker in
      unsafe (sweeps + worker).pointee.draw(parts[part], into: surface)
      // The first worker is the caller.
      guard worker == 0, let pauses else { return }
      pauses.take(parts[part].area, false)
      if pauses.isCut() { workers.cancel() }
    }
  }

  /// Draws a whole picture.
  public func draw(
    _ commands: [DrawCommand], groups: [DrawGroup] = [], into surface: Surface
  ) {
    draw(commands, groups: groups, region: Region(PixelRect(surface.size)), into: surface)
  }
}
