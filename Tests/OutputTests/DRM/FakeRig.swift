import Geometry
@testable import Output
import Raster
import TestSupport
import Testing

/// A backend over a simulated device, and the picture painted on each of its screens.
final class FakeRig {
  let drm: FakeDRM
  let backend: DRMBackend
  private var pictures: [UInt32: PaintedPicture] = [:]
  /// The region of the last frame.
  private(set) var region = Region()
  /// True if the buffer on the screen may be drawn into.
  var mayTear = false

  /// - Parameter former: the node as another process has left it.
  init(
    _ device: FakeDevice, _ request: DisplayRequest = DisplayRequest(), after former: FakeDRM? = nil
  ) throws {
    drm = try FakeDRM(device, after: former)
    backend = try DRMBackend(drm, request)
  }

  var screens: [DRMScreen] { backend.outputs.compactMap { $0 as? DRMScreen } }

  /// Advances to the next vertical blank and handles its events.
  func blank() throws {
    drm.now += 16_667
    drm.blank()
    try backend.handleEvents()
  }

  /// Presents a frame that differs from the last, and waits until it is shown.
  func present(_ random: inout SeededGenerator) throws {
    for screen in screens { try present(on: screen, &random) }
    try blank()
  }

  /// Presents a frame; the first one after a change of the mode is another picture.
  func present(on screen: DRMScreen, _ random: inout SeededGenerator) throws {
    var picture = pictures[screen.crtc] ?? PaintedPicture(screen.size)
    if picture.size != screen.size { picture = PaintedPicture(screen.size) }
    let damage = picture.change(&random)
    pictures[screen.crtc] = picture
    try present(damage, on: screen)
  }

  /// Presents the picture unchanged.
  func present(_ damage: Region, on screen: DRMScreen) throws {
    let picture = try #require(pictures[screen.crtc])
    var isAgain = false
    _ = try screen.present(damage, at: drm.now) { surface, region in
      self.region = region
      // If setting the mode may have cleared a frame, it is drawn again where it is shown.
      #expect(mayTear || isAgain || !isShown(surface, on: screen.crtc))
      isAgain = true
      picture.draw(into: surface, region)
    }
  }

  /// True if a surface is on the screen or pending, on a display with two surfaces.
  private func isShown(_ surface: Surface, on crtc: UInt32) -> Bool {
    guard let state = drm.display.crtcs[crtc], drm.display.buffers.count > screens.count else {
      return false
    }
    return [state.framebuffer, state.pending ?? 0].contains {
      guard let buffer = drm.display.buffers[$0] else { return false }
      return unsafe buffer.buffer.memory == surface.base
    }
  }

  /// The number of bytes in which a monitor differs from the painted picture; nil while it is dark.
  func differences(on screen: DRMScreen) -> Int? {
    guard let shown = drm.display.picture(on: screen.crtc),
      let painted = pictures[screen.crtc]?.bytes(screen.format), shown.count == painted.count
    else { return nil }
    if areEqual(shown, painted) { return 0 }
    return zip(shown, painted).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
  }
}

/// Runs a body with a rig, and checks that it leaves nothing behind.
func withRig(
  _ device: FakeDevice, _ request: DisplayRequest = DisplayRequest(), after former: FakeDRM? = nil,
  _ body: (FakeRig) throws -> Void
) throws {
  var rig: FakeRig? = try FakeRig(device, request, after: former)
  let drm = try #require(rig).drm
  if let rig { try body(rig) }
  rig = nil
  #expect(drm.leftovers == [])
  #expect(drm.faults == [])
}
