import Geometry
import Images
import Raster
import System

/// A framebuffer device's screen: its memory is drawn into as it is shown, or where it holds two
/// pictures, into the one that is not shown, and then panned to.
///
/// Where the driver can wait for vertical blanks, frames are shown just behind one. Drivers that
/// say so and return at once are found out by the time that two waits take.
@safe final class FramebufferOutput: Output {
  /// What is known of waiting for blanks.
  private enum Blanks {
    case unknown
    case counted
    case none
  }

  private let calls: FramebufferCalls
  private let info: FramebufferInfo
  private let memory: UnsafeMutableRawPointer
  /// True if two pictures are panned between.
  private var holdsTwo: Bool
  /// Bytes from the first pixel of the memory to the first one of the only picture.
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

  /// Lights the screen, from the first row on where the picture has one place only and the driver can
  /// pan there.
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

  /// The screen was given to others, and may show anything.
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
            // It only says that it can: from now on there is one picture, where it is shown.
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
        // The picture is drawn while the beam is outside of it, or at the top.
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

  /// Waits for a blank where that is known to work. The first frame is shown without a wait.
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
