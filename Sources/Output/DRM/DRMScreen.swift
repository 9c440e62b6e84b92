import CDRM
import Geometry
import Images
import Raster
import System

/// A monitor on a connector: buffers that are shown in turn.
///
/// Buffers are flipped by atomic commits, or by legacy calls if the driver does not support these
/// or refuses one. If a driver cannot flip either way, every frame is drawn into the shown buffer,
/// and the driver gets the damage.
final class DRMScreen: Output {
  /// The way in which frames get to the screen.
  private enum Path {
    case atomic(DRMAtomicPipe)
    case legacy
    case front
  }

  /// The present content of the screen.
  private enum Scanout {
    /// Nothing of ours.
    case foreign
    case ours
    /// A frame of ours is pending.
    case flipping
  }

  let connector: UInt32
  let crtc: UInt32
  /// The plane that shows the picture on the CRTC, if the driver has planes.
  let plane: UInt32?
  private let calls: DRMCalls
  private(set) var displayMode: DRMMode
  /// The monitor's preferred mode when the mode was chosen.
  var preferredMode: DRMMode?
  /// The mode that was chosen; `displayMode` is a smaller one if there is no memory for its
  /// picture.
  var wantedMode: DRMMode
  private var path: Path
  /// True if the CRTC has the mode already.
  private var isModeSet: Bool
  private var scanout = Scanout.foreign
  private var buffers: [DRMBuffer] = []
  /// The buffers of the former mode, shown until the first frame of this one.
  private var formerBuffers: [DRMBuffer] = []
  /// The framebuffer among them that is shown; nil if none is.
  private var formerFramebuffer: UInt32?
  private var damage: BufferDamage
  private let countsBlanks: Bool
  /// Identifies the flip of the last frame.
  private var token: UInt64 = 0
  /// The time when the last frame was presented; nil once it is taken.
  private var flipTime: Int64?

  /// The modes that a screen starts with.
  struct Start {
    /// The mode of the display, and that of its picture.
    let displayMode: DRMMode
    let mode: OutputMode
    /// The mode that was chosen, which may lack the memory for its picture.
    let wantedMode: DRMMode
    /// True if the CRTC has the display's mode already.
    let isModeSet: Bool
    /// The first buffer of the mode, if there is one already.
    let buffer: DRMBuffer?
  }

  init(
    _ calls: DRMCalls, _ connector: DRMConnector, crtc: UInt32, plane: UInt32?,
    pipe: DRMAtomicPipe?, start: Start
  ) {
    if let buffer = start.buffer { buffers = [buffer] }
    self.calls = calls
    self.connector = connector.identifier
    self.crtc = crtc
    self.plane = plane
    preferredMode = connector.preferredMode
    displayMode = start.displayMode
    wantedMode = start.wantedMode
    isModeSet = start.isModeSet
    path = if let pipe { .atomic(pipe) } else { .legacy }
    damage = BufferDamage(count: 2, size: start.mode.size)
    countsBlanks = calls.hasVerticalBlank(crtc: crtc)
    super.init(name: connector.name, mode: start.mode)
  }

  deinit { releaseBuffers() }

  override var isBusy: Bool { if case .flipping = scanout { true } else { false } }

  override var hasVerticalBlank: Bool { countsBlanks }

  override func takeFlip() -> Int64? {
    defer { flipTime = nil }
    return flipTime
  }

  /// True if the screen shows only a frame of ours.
  var showsOurs: Bool { if case .ours = scanout { true } else { false } }

  /// Handles a flip, if it is that of the pending frame here.
  func handle(_ flip: DRMFlip) {
    guard flip.token == token, isBusy else { return }
    scanout = .ours
    flipTime = flip.time
    didFlip()
  }

  override func loseFlip() -> Bool {
    guard isBusy else { return false }
    // This does no harm: as long as the driver is busy, it refuses the next frames.
    scanout = .ours
    return true
  }

  /// Called when the screen was left to other programs, and may show anything.
  func forget() {
    scanout = .foreign
    isModeSet = false
    damage.invalidate()
  }

  /// The framebuffer on the screen; nil if it is not ours.
  private var shownFramebuffer: UInt32? {
    guard case .ours = scanout, !buffers.isEmpty else { return formerFramebuffer }
    // The shown buffer is the one before the next to be drawn.
    return buffers[buffers.count == 1 ? 0 : 1 - damage.next].framebuffer
  }

  /// Takes another mode with the next frame.
  /// - Parameter buffer: the first buffer of the mode, if there is one already.
  func change(to displayMode: DRMMode, mode: OutputMode, buffer: DRMBuffer?) {
    finish()
    formerFramebuffer = shownFramebuffer
    formerBuffers += buffers
    buffers = buffer.map { [$0] } ?? []
    self.displayMode = displayMode
    self.mode = mode
    damage = BufferDamage(count: damage.count, size: mode.size)
    changeCount += 1
    forget()
  }

  /// Waits for the pending frame.
  override func finish() {
    var tries = 0
    while isBusy, tries < 20 {
      tries += 1
      guard (try? calls.descriptor.waitForInput(milliseconds: 100)) ?? false,
        let flips = try? calls.readEvents()
      else { continue }
      for flip in flips { onFlip(flip) }
    }
    _ = loseFlip()
  }

  /// Called for flips that are read while waiting.
  var onFlip: (DRMFlip) -> Void = { _ in }
  /// Called for frames that are shown without a flip.
  var onShown: () -> Void = {}
  /// The outcome of a request for the memory of the former process's pictures.
  enum Reclaim {
    /// The process has no memory any more.
    case none
    /// Some is free now, or will be once our frames are shown.
    case done, later
  }
  /// Frees pictures of the former process that are not shown any more.
  var reclaimMemory: () -> Reclaim = { .none }

  /// Leaves the buffers to the kernel, which keeps the shown one as long as the node is open.
  /// - Returns: the shown framebuffer; nil if it is not ours.
  func abandonBuffers() -> UInt32? {
    defer {
      buffers.removeAll()
      formerBuffers.removeAll()
    }
    return shownFramebuffer
  }

  /// Frees all buffers; the picture leaves the screen.
  func releaseBuffers() {
    releaseFormerBuffers()
    for buffer in buffers { calls.destroy(buffer) }
    buffers.removeAll()
  }

  private func releaseFormerBuffers() {
    for buffer in formerBuffers { calls.destroy(buffer) }
    formerBuffers.removeAll()
    formerFramebuffer = nil
  }

  override var drawsInSight: Bool { if case .front = path { true } else { false } }

  override func show(
    _ damage: Region, frame: Int, draw: (Surface, Region) -> Void
  ) throws(OutputFault) -> FrameHash? {
    do throws(SystemError) {
      try makeBuffers()
      let region = self.damage.take(damage)
      let buffer = buffers[self.damage.next]
      draw(surface(of: buffer), region)
      if isAbandoned {
        self.damage.revert()
        return nil
      }
      do throws(SystemError) {
        let setsMode = try scan(out: buffer, region)
        // Setting a mode may clear the shown memory, as QEMU's standard VGA does.
        if setsMode { draw(surface(of: buffer), Region(PixelRect(size))) }
      } catch {
        self.damage.revert()
        // The CRTC may be off meanwhile, or belong to another program.
        if error.isDenied || error.isNotSupported { forget() }
        throw error
      }
      self.damage.advance()
      releaseFormerBuffers()
      if showsOurs { onShown() }
    } catch {
      throw .display(error)
    }
    return nil
  }

  private func surface(of buffer: DRMBuffer) -> Surface {
    unsafe Surface(
      base: buffer.memory, width: size.width, height: size.height, stride: buffer.stride,
      format: format, rotation: mode.rotation)
  }

  private func makeBuffers() throws(SystemError) {
    while buffers.count < damage.count {
      do throws(SystemError) {
        buffers.append(try calls.createBuffer(size: displayMode.size, format: format))
      } catch {
        if !formerBuffers.isEmpty {
          releaseFormerBuffers()
        } else if buffers.isEmpty || error.isNoDevice {
          throw error
        } else {
          switch reclaimMemory() {
          case .done: continue
          // The first frame needs one buffer alone, and makes memory free for the other one.
          case .later where damage.next < buffers.count: return
          case .later, .none: drawInSight()
          }
        }
      }
    }
  }

  /// Draws all frames into the one buffer that there is memory for.
  private func drawInSight() {
    path = .front
    damage = BufferDamage(count: 1, size: size)
  }

  // MARK: Presentation

  /// - Returns: true if the mode may have been set, and not only a framebuffer.
  private func scan(out buffer: DRMBuffer, _ region: Region) throws(SystemError) -> Bool {
    token = calls.makeToken()
    switch (scanout, path) {
    case (.foreign, .atomic(let pipe)): return try light(buffer, by: pipe)
    case (.foreign, .legacy), (.foreign, .front):
      try setMode(showing: buffer)
      return true
    case (_, .atomic(let pipe)):
      try flip(to: buffer, by: pipe, region)
      scanout = .flipping
    case (_, .legacy): try flip(to: buffer)
    case (_, .front): refresh(buffer, region)
    }
    return false
  }

  /// Sets the mode with the legacy call, if the kernel reports that the CRTC does not have it.
  private func setMode(showing buffer: DRMBuffer) throws(SystemError) {
    try calls.setCRTC(
      crtc, framebuffer: buffer.framebuffer, connector: connector, mode: displayMode)
    isModeSet = true
    scanout = .ours
  }

  /// Shows the first frame: without a modeset if the mode is set already, so that nothing flickers.
  /// - Returns: true if the mode may have been set.
  private func light(_ buffer: DRMBuffer, by pipe: DRMAtomicPipe) throws(SystemError) -> Bool {
    let values = pipe.placeValues(framebuffer: buffer.framebuffer, size: displayMode.size)
    // A CRTC can be off with its mode set.
    let inPlace = values + pipe.activeValues
    if isModeSet, isAccepted(inPlace, []) {
      try calls.commit(inPlace, [.nonBlocking, .event], token: token)
      scanout = .flipping
      return false
    }
    let blob = try calls.createBlob(displayMode)
    defer { calls.destroyBlob(blob) }
    let all = pipe.modeValues(blob: blob) + values
    guard isAccepted(all, .modeset) else {
      path = .legacy
      try setMode(showing: buffer)
      return true
    }
    try calls.commit(all, [.modeset, .event], token: token)
    isModeSet = true
    scanout = .flipping
    return true
  }

  private func isAccepted(_ values: [DRMValue], _ flags: DRMCommitFlags) -> Bool {
    do throws(SystemError) {
      try calls.commit(values, flags.union(.test), token: 0)
      return true
    } catch {
      // A missing permission or device has nothing to do with the values.
      return error.isDenied || error.isNoDevice
    }
  }

  private func flip(
    to buffer: DRMBuffer, by pipe: DRMAtomicPipe, _ region: Region
  ) throws(SystemError) {
    var values = pipe.flipValues(framebuffer: buffer.framebuffer)
    var blob: UInt32?
    defer { if let blob { calls.destroyBlob(blob) } }
    if pipe.takesDamage {
      blob = try? calls.createBlob(scanoutRects(region))
      if let blob { values += pipe.damageValues(blob: blob) }
    }
    try calls.commit(values, [.nonBlocking, .event], token: token)
  }

  /// The rectangles of the framebuffer that show a region of the picture.
  private func scanoutRects(_ region: Region) -> [PixelRect] {
    region.rects.map { mode.rotation.scanoutRect($0, ofPicture: size) }
  }

  /// Flips with the legacy call; if the driver cannot, frames are drawn into the shown buffer from
  /// now on.
  private func flip(to buffer: DRMBuffer) throws(SystemError) {
    do throws(SystemError) {
      try calls.pageFlip(crtc: crtc, framebuffer: buffer.framebuffer, token: token)
      scanout = .flipping
    } catch {
      guard error.isNotSupported else { throw error }
      try calls.setCRTC(
        crtc, framebuffer: buffer.framebuffer, connector: connector, mode: displayMode)
      path = .front
      // The other buffer is never shown again.
      let shown = damage.next
      calls.destroy(buffers[1 - shown])
      buffers = [buffers[shown]]
      damage = BufferDamage(count: 1, size: size)
      _ = damage.take(Region())
    }
  }

  /// Reports the damage in the shown buffer. Drivers that do not need it refuse it.
  private func refresh(_ buffer: DRMBuffer, _ region: Region) {
    try? calls.markDirty(framebuffer: buffer.framebuffer, scanoutRects(region))
  }
}
