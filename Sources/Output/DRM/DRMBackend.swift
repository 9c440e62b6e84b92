import CDRM
import Geometry
import Raster
import System

/// A DRM node: one output for each monitor that it can drive.
final class DRMBackend: Backend {
  /// The request on the command line.
  private let request: DisplayRequest
  private let calls: DRMCalls
  private let isAtomic: Bool
  private var isSuspended = false
  private var screens: [DRMScreen] = []
  /// Framebuffers of the former process that are shown until our frames are.
  private var formerFramebuffers: [UInt32] = []
  /// False for a node that another process has opened, whose mastership this one may not drop.
  private var mayDropMaster = true

  /// Takes the display over.
  /// - Throws: `noMaster` if another program has it, `notADisplay` for a node without screens.
  init(_ calls: DRMCalls, _ request: DisplayRequest) throws(OutputError) {
    self.calls = calls
    self.request = request
    guard calls.capability(.dumbBuffers) != 0 else { throw .notADisplay(path: calls.path) }
    _ = calls.setClientCapability(.universalPlanes)
    isAtomic = calls.setClientCapability(.atomic)
    super.init(name: "drm")
    eventDescriptor = calls.descriptor.rawValue
    if !calls.isMaster() { try takeMaster() }
    if calls.isInherited { try adoptScanout() }
    try look(probes: false)
    // The kernel may not have queried the monitors yet.
    if outputs.isEmpty { try look(probes: true) }
  }

  override var inheritance: Int32? { calls.descriptor.rawValue }

  override var canBeLeft: Bool { mayDropMaster }

  /// Cleans up after the process that had the node open.
  private func adoptScanout() throws(OutputError) {
    mayDropMaster = calls.dropMaster()
    if mayDropMaster { try takeMaster() }
    formerFramebuffers = calls.framebuffers()
    calls.releaseBuffers()
    // Where memory is short, our buffers need theirs.
    _ = releaseHiddenFramebuffers()
    // These are events of the former process's frames.
    _ = try? calls.readEvents()
  }

  /// Removes the former framebuffers that no CRTC and no plane shows; none if that cannot be found
  /// out.
  /// - Returns: true if there was one.
  private func releaseHiddenFramebuffers() -> Bool {
    guard !formerFramebuffers.isEmpty else { return false }
    var shown: [UInt32]
    do throws(SystemError) {
      // The plane that was chosen for a CRTC need not be the one that the kernel reports with it.
      shown = try calls.planes().map { $0.framebuffer }
      for crtc in try calls.resources().crtcs {
        if let framebuffer = try calls.framebuffer(ofCRTC: crtc) { shown.append(framebuffer) }
      }
    } catch {
      return false
    }
    let count = formerFramebuffers.count
    formerFramebuffers.removeAll { framebuffer in
      if shown.contains(framebuffer) { return false }
      calls.removeFramebuffer(framebuffer)
      return true
    }
    return formerFramebuffers.count < count
  }

  private func releaseFormerFramebuffers() {
    guard screens.allSatisfy({ $0.showsOurs }) else { return }
    removeFormerFramebuffers()
  }

  /// Removes former framebuffers; the CRTCs that show them turn dark.
  /// - Parameter crtc: the only CRTC whose framebuffers are meant; nil for all.
  /// - Returns: false if there was none.
  @discardableResult private func removeFormerFramebuffers(ofCRTC crtc: UInt32? = nil) -> Bool {
    var removed = formerFramebuffers
    if let crtc {
      var shown = ((try? calls.planes()) ?? []).filter { $0.crtc == crtc }.map { $0.framebuffer }
      if let framebuffer = try? calls.framebuffer(ofCRTC: crtc) { shown.append(framebuffer) }
      removed = removed.filter { shown.contains($0) }
    }
    for framebuffer in removed { calls.removeFramebuffer(framebuffer) }
    formerFramebuffers.removeAll { removed.contains($0) }
    return !removed.isEmpty
  }

  private func takeMaster() throws(OutputError) {
    do throws(SystemError) {
      try calls.takeMaster()
    } catch {
      throw .noMaster(error)
    }
  }

  // MARK: Connected monitors

  override func rescan() throws(OutputError) {
    // Without being the master, the process cannot set anything.
    if !isSuspended { try look(probes: true) }
  }

  private func look(probes: Bool) throws(OutputError) {
    let found: [DRMScreen]
    do throws(SystemError) {
      found = try assign(try calls.resources(), probes: probes)
    } catch {
      throw .displayLost(error)
    }
    for screen in screens where !found.contains(where: { $0 === screen }) {
      screen.finish()
      calls.disableCRTC(screen.crtc)
    }
    screens = found
    outputs = found.map { $0 as Output }
  }

  /// Gives each connected monitor a CRTC; existing screens keep theirs.
  private func assign(
    _ resources: DRMResources, probes: Bool
  ) throws(SystemError) -> [DRMScreen] {
    let connectors = connected(resources, probes: probes)
    var lit: [UInt32] = []
    for crtc in resources.crtcs where try calls.mode(ofCRTC: crtc) != nil { lit.append(crtc) }
    let assignment = CRTCAssignment(
      connectors, crtcs: resources.crtcs, lit: lit, kept: connectors.map { screen(of: $0)?.crtc })
    var found: [DRMScreen] = []
    var failure: SystemError?
    for (index, connector) in connectors.enumerated() {
      if let screen = screen(of: connector) {
        update(screen, connector)
        found.append(screen)
      } else if let crtc = assignment.crtc(of: index) {
        if connector.crtc != crtc {
          // The connector's CRTC belongs to another monitor, or the new CRTC drives another one:
          // both are turned off first.
          if lit.contains(crtc) { calls.disableCRTC(crtc) }
          let isShared = connectors.contains {
            $0.crtc == connector.crtc && $0.identifier != connector.identifier
          }
          if connector.crtc != 0, !isShared { calls.disableCRTC(connector.crtc) }
        }
        do throws(SystemError) {
          found.append(try makeScreen(connector, crtc: crtc, resources, beside: found))
        } catch {
          // A monitor behind a hub may go meanwhile, with its connector.
          guard error.isNotFound || error.isNoDevice || error.code == EINVAL else { throw error }
          failure = error
        }
      }
    }
    if let failure, found.isEmpty { throw failure }
    return found
  }

  private func connected(_ resources: DRMResources, probes: Bool) -> [DRMConnector] {
    var found: [DRMConnector] = []
    for identifier in resources.connectors {
      guard let connector = try? calls.connector(identifier, probes: probes),
        connector.isConnected, !connector.modes.isEmpty
      else { continue }
      if let wanted = request.connector, wanted != connector.name { continue }
      found.append(connector)
    }
    return found
  }

  /// The existing screen of a connector.
  private func screen(of connector: DRMConnector) -> DRMScreen? {
    screens.first { $0.connector == connector.identifier }
  }

  /// Adapts a screen to the modes of its monitor, which change with another monitor and with the
  /// window of a virtual one.
  private func update(_ screen: DRMScreen, _ connector: DRMConnector) {
    let isSame = connector.preferredMode == screen.preferredMode
    let wanted = mode(of: connector, lit: isSame ? screen.displayMode : nil)
    screen.preferredMode = connector.preferredMode
    // A mode that was replaced by a smaller one is not tried again with each scan.
    let isTried = wanted == screen.wantedMode && connector.modes.contains(screen.displayMode)
    guard wanted != screen.displayMode, !isTried else { return }
    var (displayMode, buffer) = modeWithBuffer(wanted, of: connector, screen.format)
    if displayMode != wanted || buffer == nil {
      // The old picture may have the memory.
      if let buffer { calls.destroy(buffer) }
      screen.finish()
      screen.releaseBuffers()
      (displayMode, buffer) = modeWithBuffer(wanted, of: connector, screen.format)
    }
    screen.wantedMode = wanted
    screen.change(
      to: displayMode, mode: outputMode(connector, displayMode, format: screen.format),
      buffer: buffer)
  }

  private func outputMode(
    _ connector: DRMConnector, _ displayMode: DRMMode, format: PixelFormat
  ) -> OutputMode {
    let size = displayMode.size
    let rotation = request.rotation ?? panelRotation(connector)
    return OutputMode(
      size: rotation.rotated(size), scale: request.scale ?? connector.scale(of: size),
      format: format,
      refreshMillihertz: displayMode.refreshMillihertz, rotation: rotation)
  }

  private func mode(of connector: DRMConnector, lit: DRMMode?) -> DRMMode {
    if let size = request.size,
      let mode = connector.mode(of: size, refreshMillihertz: request.refreshMillihertz)
    {
      return mode
    }
    if let lit, connector.modes.contains(lit) { return lit }
    return connector.preferredMode ?? connector.modes[0]
  }

  private func makeScreen(
    _ connector: DRMConnector, crtc: UInt32, _ resources: DRMResources, beside others: [DRMScreen]
  ) throws(SystemError) -> DRMScreen {
    let lit = connector.crtc == crtc ? try calls.mode(ofCRTC: crtc) : nil
    let plane = primaryPlane(of: crtc, resources, beside: others + screens)
    let format = format(on: plane)
    var pipe: DRMAtomicPipe?
    if isAtomic, let plane {
      pipe = try DRMAtomicPipe(
        calls, connector: connector.identifier, crtc: crtc, plane: plane.identifier)
    }
    let wantedMode = mode(of: connector, lit: lit)
    var (displayMode, buffer) = modeWithBuffer(wantedMode, of: connector, format)
    var isModeSet = lit != nil
    // The former process's pictures may have the memory: the one of this CRTC, which is off without
    // it, and only if that is not enough those of the other screens.
    for owner in [crtc, nil]
    where (displayMode != wantedMode || buffer == nil) && removeFormerFramebuffers(ofCRTC: owner) {
      isModeSet = false
      if let buffer { calls.destroy(buffer) }
      (displayMode, buffer) = modeWithBuffer(wantedMode, of: connector, format)
    }
    let start = DRMScreen.Start(
      displayMode: displayMode, mode: outputMode(connector, displayMode, format: format),
      wantedMode: wantedMode, isModeSet: isModeSet && lit == displayMode, buffer: buffer)
    let screen = DRMScreen(
      calls, connector, crtc: crtc, plane: plane?.identifier, pipe: pipe, start: start)
    screen.onFlip = { [unowned(unsafe) self] flip in unsafe handle(flip) }
    screen.onShown = { [unowned(unsafe) self] in unsafe releaseFormerFramebuffers() }
    screen.reclaimMemory = { [unowned(unsafe) self] in
      if unsafe releaseHiddenFramebuffers() { return .done }
      return unsafe formerFramebuffers.isEmpty ? .none : .later
    }
    return screen
  }

  /// The first mode for whose picture the device has memory, of a wanted one and those with fewer
  /// pixels; with a buffer for it. If memory lacks for all of them, or a buffer cannot be made for
  /// another reason, the wanted mode without a buffer: its frames then report the error.
  private func modeWithBuffer(
    _ wanted: DRMMode, of connector: DRMConnector, _ format: PixelFormat
  ) -> (DRMMode, DRMBuffer?) {
    for mode in [wanted] + connector.smallerModes(than: wanted) {
      do throws(SystemError) {
        return (mode, try calls.createBuffer(size: mode.size, format: format))
      } catch {
        // Drivers refuse pictures beyond their limits of width and height by EINVAL and others.
        let isTooLarge = [ENOMEM, ENOSPC, EINVAL, ERANGE, E2BIG].contains(error.code)
        guard isTooLarge else { return (wanted, nil) }
      }
    }
    return (wanted, nil)
  }

  /// The rotation that makes the picture upright on a panel that is mounted rotated.
  private func panelRotation(_ connector: DRMConnector) -> Rotation {
    let properties = try? calls.properties(of: connector.identifier, .connector)
    switch properties?.named("panel orientation")?.valueName {
    case "Upside Down": return .upsideDown
    case "Left Side Up": return .left
    case "Right Side Up": return .right
    default: return .upright
    }
  }

  /// The primary plane that is on a CRTC, or else a compatible one that is unused.
  private func primaryPlane(
    of crtc: UInt32, _ resources: DRMResources, beside screens: [DRMScreen]
  ) -> DRMPlane? {
    guard let place = resources.crtcs.firstIndex(of: crtc) else { return nil }
    var found: DRMPlane?
    for plane in (try? calls.planes()) ?? [] where plane.possibleCRTCs & 1 << UInt32(place) != 0 {
      guard !screens.contains(where: { $0.plane == plane.identifier && $0.crtc != crtc }),
        let properties = try? calls.properties(of: plane.identifier, .plane),
        properties.named("type")?.valueName == "Primary"
      else { continue }
      if plane.crtc == crtc { return plane }
      if found == nil, plane.crtc == 0 { found = plane }
    }
    return found
  }

  /// The requested format if the plane has it; otherwise the first supported one in our order, with
  /// 16 bits if the device prefers that.
  private func format(on plane: DRMPlane?) -> PixelFormat {
    func isOffered(_ format: PixelFormat) -> Bool {
      plane.map { $0.formats.contains(format.fourCC) } ?? true
    }
    if let format = request.format, isOffered(format) { return format }
    if calls.capability(.preferredDepth) == 16, isOffered(.rgb565) { return .rgb565 }
    for format in PixelFormat.allCases where isOffered(format) { return format }
    return .xrgb8888
  }

  // MARK: Events

  override func handleEvents() throws(OutputError) {
    do throws(SystemError) {
      for flip in try calls.readEvents() { handle(flip) }
    } catch {
      throw .displayLost(error)
    }
  }

  private func handle(_ flip: DRMFlip) {
    for screen in screens { screen.handle(flip) }
    releaseFormerFramebuffers()
  }

  // MARK: Sharing

  /// Microseconds for the pending frames of all screens together, before these are left.
  private static let flipTime: Int64 = 200_000

  /// Waits until no frame is pending, or the time is over: the kernel completes such a frame by
  /// itself.
  private func finishFrames() {
    let end = ((try? monotonicNow()) ?? 0) + Self.flipTime
    while screens.contains(where: { $0.isBusy }), let now = try? monotonicNow(), now < end {
      let milliseconds = Int32(clamping: (end - now + 999) / 1000)
      guard (try? calls.descriptor.waitForInput(milliseconds: milliseconds)) ?? false else { break }
      do throws(OutputError) { try handleEvents() } catch { break }
    }
    for screen in screens { _ = screen.loseFlip() }
  }

  override func close(retaining retention: Retention?) -> RetainedPicture {
    finishFrames()
    // A process that kept the picture would keep the next program from the screen, too.
    guard let retention, !isSuspended, mayDropMaster else {
      // The service manager may have the node open for a moment longer.
      if !isSuspended { _ = calls.dropMaster() }
      return .none
    }
    var shown: [DRMShown] = []
    for screen in screens {
      guard let framebuffer = screen.abandonBuffers() else { continue }
      shown.append(DRMShown(crtc: screen.crtc, framebuffer: framebuffer))
    }
    guard !shown.isEmpty else { return .none }
    _ = calls.dropMaster()
    do throws(SystemError) {
      try calls.keepShown(shown, retention)
      return .byProcess
    } catch {
      return .none
    }
  }

  override func leave() {
    finishFrames()
    for screen in screens { _ = screen.abandonBuffers() }
  }

  override func suspend() {
    guard !isSuspended else { return }
    isSuspended = true
    finishFrames()
    for output in outputs { output.state = .suspended }
    _ = calls.dropMaster()
  }

  override func resume() throws(OutputError) {
    guard isSuspended else { return }
    try takeMaster()
    isSuspended = false
    for screen in screens {
      screen.forget()
      screen.state = .enabled
    }
  }
}
