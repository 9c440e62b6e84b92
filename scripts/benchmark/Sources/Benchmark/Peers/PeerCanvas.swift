import CPeer
import Geometry

/// Draws a case with another engine, through the calls that a program using it would make.
@safe final class PeerCanvas {
  let pixels: UnsafeMutableRawPointer
  private let engine: peer_engine
  private let handle: UnsafeMutableRawPointer
  private let scene: PeerScene
  private let damage: PixelRect
  private let isScene: Bool

  init(_ peer: Peer, _ item: Case, blur: Double = 0) {
    unsafe engine = peer.engine.pointee
    unsafe pixels = .allocate(byteCount: Frame.byteCount, alignment: 64)
    unsafe pixels.initializeMemory(as: UInt8.self, repeating: 0, count: Frame.byteCount)
    scene = PeerScene(item, blur: blur)
    damage = item.damage
    isScene = unsafe item.isScene || engine.lays_ground != 0
    let made = unsafe engine.create(
      pixels.assumingMemoryBound(to: UInt32.self), Int32(Frame.size.width),
      Int32(Frame.size.height), Int32(Frame.size.width * 4))
    guard let made = unsafe made else { preconditionFailure("a peer without memory") }
    unsafe handle = made
    unsafe engine.prepare(handle, scene.commands, scene.count)
  }

  deinit {
    unsafe engine.destroy(handle)
    unsafe pixels.deallocate()
  }

  /// Draws the measured commands on the existing pixels; for a scene, or if the engine draws the
  /// ground again, everything within the damage.
  func draw() {
    if isScene {
      var clip = peer_rect(
        x: Int32(damage.minX), y: Int32(damage.minY), width: Int32(damage.width),
        height: Int32(damage.height))
      unsafe engine.draw(handle, 0, scene.count, &clip)
    } else {
      unsafe engine.draw(handle, scene.groundCount, scene.count, nil)
    }
  }

  /// Draws the commands below first, so that the picture is complete.
  func drawPicture() {
    if !isScene { unsafe engine.draw(handle, 0, scene.groundCount, nil) }
    draw()
  }
}
