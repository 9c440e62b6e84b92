import Geometry
import Raster
import System

/// A DRM node: one output for each monitor that it can drive.
final class DRMBackend: Backend {
  /// What was wanted on the command line.
  private let wish: DisplayWish
  private let calls: DRMCalls
  private let isAtomic: Bool
  private var planes: [DRMPlane] = []
  private var isSuspended = false
  private var screens: [DRMScreen] = []

  /// Takes the display over.
  /// - Throws: `noMaster` when another program has it, `notADisplay` for a node without screens.
  init(_ calls: DRMCalls, _ wish: DisplayWish) throws(OutputError) {
    self.calls = calls
    self.wish = wish
    guard calls.capability(.dumbBuffers) != 0 else { throw .notADisplay(path: calls.path) }
    _ = calls.setClientCapability(.universalPlanes)
    isAtomic = calls.setClientCapability(.atomic)
    super.init(name: "drm")
    eventDescriptor = calls.descriptor.rawValue
    if !calls.isMaster() { try takeMaster() }
    try look(probes: false)
    // The kernel may not have asked the monitors yet.
    if outputs.isEmpty { try look(probes: true) }
  }

  private func takeMaster() throws(OutputError) {
    do throws(SystemError) {
      try calls.takeMaster()
    } catch {
      throw .noMaster(error)
    }
  }

  // MARK: What is connected

  override func rescan() throws(OutputError) { try look(probes: true) }

  private func look(probes: Bool) throws(OutputError) {
    let found: [DRMScreen]
    do throws(SystemError) {
      found = try assign(try calls.resources(), probes: probes)
    } catch {
      throw .displayLost(error)
    }
    for screen in screens where !found.contains(where: { $0.crtc == screen.crtc }) {
      calls.disableCRTC(screen.crtc)
    }
    screens = found
    outputs = found.map { $0 as Output }
  }

  /// Gives each connected monitor a CRTC, and those that have one theirs.
  private func assign(
    _ resources: DRMResources, probes: Bool
  ) throws(SystemError) -> [DRMScreen] {
    if planes.isEmpty { planes = (try? calls.planes()) ?? [] }
    let connectors = connected(resources, probes: probes)
    var used: [UInt32] = []
    for connector in connectors {
      let crtc = kept(connector)?.crtc ?? connector.crtc
      if resources.crtcs.contains(crtc), !used.contains(crtc) { used.append(crtc) }
    }
    var found: [DRMScreen] = []
    for connector in connectors {
      if let screen = kept(connector) {
        found.append(screen)
      } else if let crtc = crtc(for: connector, resources, &used) {
        found.append(try screen(connector, crtc: crtc, resources))
      }
    }
    return found
  }

  private func connected(_ resources: DRMResources, probes: Bool) -> [DRMConnector] {
    var found: [DRMConnector] = []
    for identifier in resources.connectors {
      guard let connector = try? calls.connector(identifier, probes: probes),
        connector.isConnected, !connector.modes.isEmpty
      else { continue }
      if let wanted = wish.connector, wanted != connector.name { continue }
      found.append(connector)
    }
    return found
  }

  /// The CRTC that drives a connector already, or a free one.
  private func crtc(
    for connector: DRMConnector, _ resources: DRMResources, _ used: inout [UInt32]
  ) -> UInt32? {
    if resources.crtcs.contains(connector.crtc) { return connector.crtc }
    for (place, crtc) in resources.crtcs.enumerated() {
      guard connector.possibleCRTCs & 1 << UInt32(place) != 0, !used.contains(crtc) else {
        continue
      }
      used.append(crtc)
      return crtc
    }
    return nil
  }

  /// The screen that is there already for a connector, while it shows what would be chosen anew.
  private func kept(_ connector: DRMConnector) -> DRMScreen? {
    for screen in screens where screen.connector == connector.identifier {
      // A monitor that was exchanged, or a window of a virtual one that was resized, has other modes.
      let isOffered = connector.modes.contains(screen.displayMode)
      let wanted = mode(of: connector, lit: nil)
      return isOffered && wanted == screen.displayMode ? screen : nil
    }
    return nil
  }

  private func mode(of connector: DRMConnector, lit: DRMMode?) -> DRMMode {
    if let size = wish.size,
      let mode = connector.mode(of: size, refreshMillihertz: wish.refreshMillihertz)
    {
      return mode
    }
    if let lit, connector.modes.contains(lit) { return lit }
    return connector.preferredMode ?? connector.modes[0]
  }

  private func screen(
    _ connector: DRMConnector, crtc: UInt32, _ resources: DRMResources
  ) throws(SystemError) -> DRMScreen {
    let lit = connector.crtc == crtc ? try calls.mode(ofCRTC: crtc) : nil
    let displayMode = mode(of: connector, lit: lit)
    let plane = primaryPlane(of: crtc, resources)
    var pipe: DRMAtomicPipe?
    if isAtomic, let plane {
      pipe = try DRMAtomicPipe(
        calls, connector: connector.identifier, crtc: crtc, plane: plane.identifier)
    }
    let size = displayMode.size
    let screen = DRMScreen(
      calls, connector, crtc: crtc, pipe: pipe, displayMode: displayMode,
      isModeSet: lit == displayMode,
      mode: OutputMode(
        size: size, scale: wish.scale ?? connector.scale(of: size), format: format(on: plane),
        refreshMillihertz: displayMode.refreshMillihertz))
    screen.onFlip = { [unowned(unsafe) self] flip in unsafe take(flip) }
    return screen
  }

  private func primaryPlane(of crtc: UInt32, _ resources: DRMResources) -> DRMPlane? {
    guard let place = resources.crtcs.firstIndex(of: crtc) else { return nil }
    var found: DRMPlane?
    for plane in planes where plane.possibleCRTCs & 1 << UInt32(place) != 0 {
      guard let properties = try? calls.properties(of: plane.identifier, .plane),
        properties.named("type")?.valueName == "Primary"
      else { continue }
      if plane.crtc == crtc { return plane }
      if found == nil, plane.crtc == 0 { found = plane }
    }
    return found
  }

  /// The wished format where the plane has it; else the first of all that it has, or 16 bits where
  /// those serve better.
  private func format(on plane: DRMPlane?) -> PixelFormat {
    func isOffered(_ format: PixelFormat) -> Bool {
      plane.map { $0.formats.contains(format.fourCC) } ?? true
    }
    if let format = wish.format, isOffered(format) { return format }
    if calls.capability(.preferredDepth) == 16, isOffered(.rgb565) { return .rgb565 }
    for format in PixelFormat.allCases where isOffered(format) { return format }
    return .xrgb8888
  }

  // MARK: Events

  override func handleEvents() throws(OutputError) {
    do throws(SystemError) {
      for flip in try calls.readEvents() { take(flip) }
    } catch {
      throw .displayLost(error)
    }
  }

  private func take(_ flip: DRMFlip) {
    for screen in screens where screen.crtc == flip.crtc {
      screen.didFlip(at: flip.time)
    }
  }

  // MARK: Sharing

  override func suspend() {
    guard !isSuspended else { return }
    isSuspended = true
    for output in outputs {
      output.finish()
      output.state = .suspended
    }
    calls.dropMaster()
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
