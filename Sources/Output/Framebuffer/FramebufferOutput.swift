import Geometry
import Images
import Raster
import System

/// A framebuffer device's screen: frames are drawn into the shown memory, or if it holds two
/// pictures, into the hidden one, which is then panned to.
///
/// If the driver can wait for vertical blanks, frames are shown just after one. Drivers that claim
/// it and return at once are detected by the time that two waits take.
@safe final class FramebufferOutput: Output {
  /// The knowledge about waiting for blanks.
  private enum Blanks {
    case unknown
    case counted
    case none
  }

  private let calls: FramebufferCalls
  private let info: FramebufferInfo
  private let memory: UnsafeMutableRawPointer
  /// True if the device pans between two pictures.
  private var holdsTwo: Bool
  /// Bytes from the first pixel of the memory to the first pixel of the picture, if there is only
  /// one.
  private var shownByteOffset = 0
  private var damage: BufferDamage
  private var blanks = Blanks.unknown
  private var flipTime: Int64?

  init(
    _ calls: FramebufferCalls, _ info: FramebufferInfo, name: String, mode: OutputMode
  ) throws(SystemError) {
    self.calls = calls
    self.info = info
    unsafe memory = try calls.map(byteCount: info.memoryOffset + info.memoryByteCount)
    holdsTwo = info.holdsTwo
    damage = BufferDamage(count: info.holdsTwo ? 2 : 1, size: mode.size)
    super.init(name: name, mode: mode)
    lightUp()
  }

  deinit { unsafe calls.unmap(memory, byteCount: info.memoryOffset + info.memoryByteCount) }

  /// Lights the screen. If there is only one place for the picture, pans to the first row, if the
  /// driver can.
  private func lightUp() {
    calls.unblank()
    if holdsTwo { return }
    let isPanned = info.pans && (try? calls.pan(toRow: 0)) != nil
    shownByteOffset = isPanned ? 0 : info.shownByteOffset
  }

  override var hasVerticalBlank: Bool { if case .counted = blanks { true } else { false } }

  /// Waiting takes the rest of the interval, in which nothing else is served.
  override var presentsLate: Bool { true }

  override func takeFlip() -> Int64? {
    defer { flipTime = nil }
    return flipTime
  }

  /// Called when the screen was left to other programs, and may show anything.
  func forget() {
    damage = BufferDamage(count: holdsTwo ? 2 : 1, size: size)
    lightUp()
  }

  override var drawsInSight: Bool { !holdsTwo }

  override func show(
    _ damage: Region, frame: Int, draw: (Surface, Region) -> Void
  ) throws(OutputFault) -> FrameHash? {
    do throws(SystemError) {
      let region = self.damage.take(damage)
      let row = self.damage.next * info.size.height
      let first = holdsTwo ? row * info.stride : shownByteOffset
      let surface = unsafe Surface(
        base: memory + info.memoryOffset + first, width: size.width, height: size.height,
        stride: info.stride, format: format, rotation: mode.rotation)
      if holdsTwo {
        draw(surface, region)
        if isAbandoned {
          self.damage.revert()
          return nil
        }
        do throws(SystemError) {
          try calls.pan(toRow: row)
        } catch {
          if error.isNotSupported {
            // The driver only claims that it pans: one picture remains, in the shown part.
            holdsTwo = false
            shownByteOffset = info.shownByteOffset
            self.damage = BufferDamage(count: 1, size: size)
          } else {
            self.damage.revert()
          }
          throw error
        }
        // Drivers pan with the next blank, and may have waited for it.
        waitForBlank(after: frame)
      } else {
        // Drawing begins while the beam is outside of the picture, or at its top.
        waitForBlank(after: frame)
        draw(surface, region)
        if isAbandoned { self.damage.revert() }
      }
      self.damage.advance()
    } catch {
      throw .display(error)
    }
    return nil
  }

  /// Waits for a blank if that is known to work. The first frame is shown without a wait.
  private func waitForBlank(after frame: Int) {
    switch blanks {
    case .none: break
    case .counted:
      guard (try? calls.waitForBlank()) != nil else {
        blanks = .none
        return
      }
      flipTime = calls.now()
    case .unknown:
      guard frame > 1 else { return }
      blanks = .none
      guard (try? calls.waitForBlank()) != nil else { return }
      let start = calls.now()
      guard (try? calls.waitForBlank()) != nil else { return }
      flipTime = calls.now()
      let interval = 1_000_000_000 / Int64(refreshMillihertz)
      if calls.now() - start > interval / 4 { blanks = .counted }
    }
  }
}
