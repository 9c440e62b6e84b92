public import Geometry

/// Draws lists of commands into surfaces. One renderer serves one output: it keeps the prepared
/// commands of the last drawing, and the memory for its rows. So drawing the same commands again
/// costs only the damaged pixels, and allocates only memory that was given back to stay within
/// limits. For images that are drawn again and again to a rotated surface it also keeps the rotated
/// pixels.
public final class Renderer {
  /// One for each worker, all of them prepared for the last commands; the first one draws alone.
  private var sweeps = Slots<Sweep>()
  private(set) var rotated = RotatedImages()
  /// The number of drawings since the last shared one.
  private var drawingsAlone = 0
  /// True while a drawing has begun and is not done or dropped.
  private(set) var isDrawing = false

  /// The number of drawings in a row by one thread after which all other workers' memory is
  /// released.
  private static let longestIdle = 60
  /// Pixels from which on drawing is shared: waking a thread costs as much as copying 400,000 of
  /// them.
  private static let leastShared = 1 << 20

  private let paths: FastPaths

  public convenience init() { self.init(.all) }

  /// A renderer that takes the given fast paths alone.
  package init(_ paths: FastPaths) {
    self.paths = paths
    sweeps.append(Sweep())
    unsafe sweeps.base.pointee.paths = paths
  }

  /// Draws the part of a picture that lies in `region`, and writes each pixel of it once.
  ///
  /// Pixels that no command paints become opaque black, or clear in a format with alpha. The result
  /// does not depend on how a picture is cut into regions.
  ///
  /// Groups that overlap or reach behind the list, and a mask that is not directly behind its
  /// commands, are programming errors, and trap. So is an index behind the list, which traps when
  /// it is used.
  ///
  /// - Parameters:
  ///   - commands: the commands of the whole picture, from back to front.
  ///   - groups: the groups of the list, as `DrawGroup` says.
  ///   - changed: a hint: the indices of the commands that may differ from those of this renderer's
  ///     last drawing. All others must be the same, as many and in the same order; of groups the
  ///     opacities may differ. Nil has all commands compared.
  ///   - region: in the picture's space; a rotated surface receives the rotated pixels of an
  ///     upright one.
  ///   - limits: a hint: the indices of commands, at most `Region.Shapes.limit`, whose shapes hold
  ///     all pixels of the region that change. All other pixels may be left as they are. An empty
  ///     list sets no limit, and neither does one with a clear command, which has no pixels.
  ///   - workers: the threads that share the drawing of a large region.
  public func draw(
    _ commands: [DrawCommand], groups: [DrawGroup] = [], changed: [Int]? = nil, region: Region,
    limitedTo limits: [Int] = [], into surface: Surface, by workers: Workers? = nil
  ) {
    var drawing = beginDrawing(
      commands, groups: groups, changed: changed, region: region, limitedTo: limits,
      into: surface, by: workers)
    drawing.finish()
  }

  /// Begins the same drawing, to be done in slices. A call before the renderer's last drawing is
  /// done or dropped is a programming error, and traps.
  public func beginDrawing(
    _ commands: [DrawCommand], groups: [DrawGroup] = [], changed: [Int]? = nil, region: Region,
    limitedTo limits: [Int] = [], into surface: Surface, by workers: Workers? = nil
  ) -> SlicedDrawing {
    precondition(!isDrawing, "the last drawing is not done")
    isDrawing = true
    drawingsAlone += 1
    if drawingsAlone > Renderer.longestIdle { sweeps.removeAll(from: 1) }
    var sharing: Workers?
    if let workers, workers.count > 1, region.area >= Renderer.leastShared {
      drawingsAlone = 0
      while sweeps.count < workers.count {
        var sweep = Sweep()
        sweep.paths = paths
        sweeps.append(sweep)
      }
      sharing = workers
    }
    for worker in 0..<sweeps.count {
      unsafe (sweeps.base + worker).pointee.beginPreparing(
        commands, groups: groups, changed: changed, size: surface.size)
    }
    return SlicedDrawing(
      commands, region: region, limitedTo: limits, into: surface, by: sharing,
      renderer: self)
  }

  // MARK: Slices

  var sweepCount: Int { sweeps.count }

  func endDrawing() { isDrawing = false }

  /// Makes some more of the begun drawing's commands ready.
  /// - Returns: true if all commands of that sweep are ready.
  func prepareSlice(of commands: [DrawCommand], sweep: Int) -> Bool {
    unsafe (sweeps.base + sweep).pointee.prepareSlice(of: commands)
  }

  /// Points all sweeps at a surface, once their commands are ready.
  func settle(limitedTo limits: [Int], on surface: Surface) {
    settleRotated(on: surface)
    for worker in 0..<sweeps.count {
      unsafe (sweeps.base + worker).pointee.limit(to: limits, on: surface)
    }
  }

  /// Draws a part alone.
  func draw(_ part: PixelRect, into surface: Surface) {
    unsafe sweeps.base.pointee.draw(part, into: surface)
  }

  /// Starts workers on parts of the picture. Each worker prepares the shapes in its own parts,
  /// since a shape keeps its scan position.
  func share(_ parts: [PixelRect], into surface: Surface, by workers: Workers) {
    let sweeps = unsafe sweeps.base
    workers.begin(parts.count) { part, worker in
      unsafe (sweeps + worker).pointee.draw(parts[part], into: surface)
    }
  }

  /// Collects the images that were drawn to a rotated scanout, and passes the kept ones to all
  /// sweeps.
  private func settleRotated(on surface: Surface) {
    if surface.rotation == .upright && rotated.isEmpty { return }
    for worker in 0..<sweeps.count {
      unsafe (sweeps.base + worker).pointee.moveUses(into: &rotated)
    }
    if surface.rotation == .upright {
      rotated = RotatedImages()
    } else {
      rotated.begin(on: surface)
    }
    for worker in 0..<sweeps.count { unsafe (sweeps.base + worker).pointee.rotated = rotated }
  }

  /// Draws a whole picture.
  public func draw(
    _ commands: [DrawCommand], groups: [DrawGroup] = [], into surface: Surface
  ) {
    draw(commands, groups: groups, region: Region(PixelRect(surface.size)), into: surface)
  }
}
