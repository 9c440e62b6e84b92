import Geometry
import Raster

/// Draws the commands with Firstlight's renderer, as the compositor does.
@safe final class RasterCanvas {
  let pixels: UnsafeMutableRawPointer
  /// The owner of the pixels' memory, if that is not the canvas.
  private let owner: RasterCanvas?
  private let surface: Surface
  private let renderer = Renderer()
  /// True if the case's background is drawn, from the first drawing on.
  private var hasGround = false
  /// The background's commands and then the case's. They are joined once, since the peers also
  /// convert theirs once.
  private var commands: [DrawCommand] = []

  /// - Parameter owner: whose memory is drawn into too; without it there is some of its own.
  init(
    format: PixelFormat = .xrgb8888, rotation: Rotation = .upright,
    sharing owner: RasterCanvas? = nil
  ) {
    self.owner = owner
    if let owner {
      unsafe pixels = owner.pixels
    } else {
      unsafe pixels = .allocate(byteCount: Frame.byteCount, alignment: 64)
      unsafe pixels.initializeMemory(as: UInt8.self, repeating: 0, count: Frame.byteCount)
    }
    surface = unsafe Surface(
      base: pixels, width: Frame.size.width, height: Frame.size.height,
      stride: rotation.rotated(Frame.size).width * format.byteCount, format: format,
      rotation: rotation)
  }

  deinit { if owner == nil { unsafe pixels.deallocate() } }

  /// Drops the renderer's caches of the last drawing's shapes, since Cairo keeps nothing either.
  func forget() { renderer.draw([], region: Region(), into: surface) }

  /// Draws a case; the first one that is drawn is the only one. As with the peers, a case that is
  /// not a frame of a scene is drawn on the existing ground.
  func draw(_ item: Case, by workers: Workers? = nil) {
    if commands.isEmpty { commands = item.background + item.commands }
    paint(item, isUponGround: hasGround, by: workers)
    hasGround = true
  }

  /// Draws a frame of the case's animation, the next one after the last drawing: the changed
  /// command is passed like by the compositor, and all of the case's damage is drawn. The case has
  /// to move, and must have been drawn before.
  func move(_ item: Case, to frame: Int) {
    guard hasGround, let movement = item.movement else { preconditionFailure() }
    let place = item.background.count + movement.place
    commands[place] = movement.commands[frame]
    paint(item, isUponGround: true, changed: [place])
  }

  /// Draws the case again in its state before it moved.
  func rewind(_ item: Case) {
    commands = item.background + item.commands
    paint(item, isUponGround: false)
  }

  private func paint(
    _ item: Case, isUponGround: Bool, changed: [Int]? = nil, by workers: Workers? = nil
  ) {
    let first = item.background.count
    let shapes = first..<(first + item.commands.count)
    let isCovered = isUponGround && !item.isScene && shapes.count <= Region.Shapes.limit
    renderer.draw(
      commands, changed: changed, region: Region(item.damage),
      limitedTo: isCovered ? Array(shapes) : [], into: surface, by: workers)
  }
}
