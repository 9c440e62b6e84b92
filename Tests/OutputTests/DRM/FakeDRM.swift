import CDRM
import Geometry
@testable import Output
import Raster
import System

/// A simulated DRM node: it records the requests, and answers as drivers do. Its events are the
/// kernel's records, read back through a socket.
final class FakeDRM: DRMCalls {
  enum Request: Equatable {
    case takeMaster, dropMaster, probe(UInt32)
    case test(DRMCommitFlags), commit([DRMValue], DRMCommitFlags)
    case remove(UInt32), releaseBuffers
    case setCRTC(UInt32), disable(UInt32), pageFlip(UInt32, UInt32), dirty([PixelRect])
  }

  var display: FakeDisplay
  /// The framebuffers that another process keeps on the screen when this one ends.
  private(set) var kept: [DRMShown] = []
  private(set) var requests: [Request] = []
  /// Requests that a program must never make.
  private(set) var faults: [String] = []
  var master: FakeMaster
  /// True if the device was removed.
  var isLost = false
  /// The monotonic clock, in microseconds.
  var now: Int64 = 1_000_000
  private var isGrantedAtomic = false
  private var nextIdentifier: UInt32 = 100
  private let events: FileDescriptor

  init(_ device: FakeDevice, after former: FakeDRM? = nil) throws {
    display = former?.display ?? FakeDisplay(device)
    master = device.master == .nobody ? .us : device.master
    let (ours, theirs) = try UnixStream.pair()
    events = FileDescriptor(owning: theirs)
    if let former { nextIdentifier = former.nextIdentifier }
    super.init(
      path: "/dev/dri/card0", descriptor: FileDescriptor(owning: ours), isInherited: former != nil)
  }

  // MARK: Leftovers of another process

  override func framebuffers() -> [UInt32] { display.buffers.keys.sorted() }

  override func removeFramebuffer(_ identifier: UInt32) {
    requests.append(.remove(identifier))
    display.remove(identifier)
  }

  override func releaseBuffers() { requests.append(.releaseBuffers) }

  /// The objects that are left behind.
  var leftovers: [String] {
    display.buffers.keys.map { "framebuffer \($0)" } + display.blobs.keys.map { "blob \($0)" }
  }

  func forgetRequests() { requests.removeAll() }

  private func attempt<Result>(
    _ operation: SystemCall, _ body: () throws(FakeDisplay.Refusal) -> Result
  ) throws(SystemError) -> Result {
    do throws(FakeDisplay.Refusal) {
      return try body()
    } catch {
      throw SystemError(operation, path: path, code: error.code)
    }
  }

  /// - Parameter isSetting: true if only the master is allowed to.
  private func admit(_ operation: SystemCall, isSetting: Bool) throws(SystemError) {
    if isLost { throw SystemError(operation, path: path, code: ENODEV) }
    if isSetting, master != .us { throw SystemError(operation, path: path, code: EACCES) }
  }

  private func identifier() -> UInt32 {
    nextIdentifier += 1
    return nextIdentifier
  }

  // MARK: Events of the display

  /// A vertical blank: pending frames are shown, with an event for each.
  func blank() {
    for crtc in display.blank() { tell(crtc) }
  }

  /// The event tokens of pending frames, by CRTC.
  private var tokens: [UInt32: UInt64] = [:]

  private func tell(_ crtc: UInt32) {
    // type, length, the caller's 8 bytes, seconds, microseconds, number, CRTC.
    let token = tokens[crtc] ?? 0
    let words: [UInt32] = [
      2, 32, UInt32(truncatingIfNeeded: token), UInt32(token >> 32), UInt32(now / 1_000_000),
      UInt32(now % 1_000_000), 7, crtc,
    ]
    let bytes = words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }
    if (try? events.write(bytes.span)) != bytes.count { faults.append("an event was lost") }
  }

  private func settle(_ crtcs: [UInt32]) {
    if case .atOnce = display.driver.flips, !crtcs.isEmpty { blank() }
  }

  // MARK: The node

  override func driverName() -> String { "fake" }

  override func capability(_ name: DRMCapability) -> UInt64 {
    switch name {
    case .dumbBuffers: display.driver.hasDumbBuffers ? 1 : 0
    case .preferredDepth: display.driver.preferredDepth
    }
  }

  override func setClientCapability(_ name: DRMClientCapability) -> Bool {
    switch name {
    case .universalPlanes: return display.driver.listsPlanes
    case .atomic:
      isGrantedAtomic = display.driver.isAtomic
      return isGrantedAtomic
    }
  }

  override func isMaster() -> Bool { master == .us }

  override func takeMaster() throws(SystemError) {
    requests.append(.takeMaster)
    try admit(.takeMaster, isSetting: false)
    guard master != .another else { throw SystemError(.takeMaster, path: path, code: EBUSY) }
    master = .us
  }

  override func dropMaster() -> Bool {
    requests.append(.dropMaster)
    guard !display.driver.keepsMaster else { return false }
    if master == .us { master = .nobody }
    return true
  }

  // MARK: Resources

  override func resources() throws(SystemError) -> DRMResources {
    try admit(.readDisplay, isSetting: false)
    return DRMResources(
      crtcs: display.crtcIdentifiers, connectors: display.connectors.map(\.identifier))
  }

  override func connector(
    _ identifier: UInt32, probes: Bool
  ) throws(SystemError) -> DRMConnector {
    try admit(.readDisplay, isSetting: false)
    if probes { requests.append(.probe(identifier)) }
    guard let found = display.connectors.first(where: { $0.identifier == identifier }) else {
      throw SystemError(.readDisplay, path: path, code: ENOENT)
    }
    return found
  }

  override func mode(ofCRTC identifier: UInt32) throws(SystemError) -> DRMMode? {
    try admit(.readDisplay, isSetting: false)
    return display.crtcs[identifier]?.mode
  }

  override func framebuffer(ofCRTC identifier: UInt32) throws(SystemError) -> UInt32? {
    try admit(.readDisplay, isSetting: false)
    guard let crtc = display.crtcs[identifier], crtc.framebuffer != 0 else { return nil }
    return crtc.pending ?? crtc.framebuffer
  }

  override func planes() throws(SystemError) -> [DRMPlane] {
    try admit(.readDisplay, isSetting: false)
    return display.driver.listsPlanes ? display.planes : []
  }

  override func properties(
    of identifier: UInt32, _ kind: DRMObjectKind
  ) throws(SystemError) -> [DRMProperty] {
    try admit(.readDisplay, isSetting: false)
    if kind == .connector, identifier == display.driver.vanishing {
      throw SystemError(.readDisplay, path: path, code: display.driver.vanishingCode)
    }
    let names =
      switch kind {
      case .connector: ["CRTC_ID"]
      case .crtc: ["MODE_ID", "ACTIVE"]
      case .plane: FakeDisplay.propertyNames.filter { $0 != "MODE_ID" && $0 != "ACTIVE" }
      }
    var found: [DRMProperty] = []
    for (index, name) in FakeDisplay.propertyNames.enumerated() where names.contains(name) {
      if name == "FB_DAMAGE_CLIPS", !display.driver.takesDamage { continue }
      found.append(
        DRMProperty(
          identifier: 20 + UInt32(index), name: name, value: 1,
          valueName: name == "type" ? "Primary" : ""))
    }
    return found
  }

  override func hasVerticalBlank(crtc: UInt32) -> Bool {
    if case .atBlank = display.driver.flips { true } else { false }
  }

  // MARK: Buffers

  override func createBuffer(
    size: PixelSize, format: PixelFormat
  ) throws(SystemError) -> DRMBuffer {
    try admit(.createFramebuffer, isSetting: false)
    guard
      display.buffers.count < display.driver.bufferLimit,
      size.width * size.height <= display.driver.pixelLimit
    else {
      throw SystemError(.createFramebuffer, path: path, code: ENOMEM)
    }
    let stride = size.width * format.byteCount + display.driver.padding
    let byteCount = stride * size.height
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
    // The former content of the memory.
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0xA5, count: byteCount)
    let framebuffer = identifier()
    let buffer = unsafe DRMBuffer(
      framebuffer: framebuffer, handle: framebuffer, stride: stride, byteCount: byteCount,
      memory: memory)
    display.buffers[framebuffer] = FakeDisplay.Buffer(
      buffer: buffer, size: size, format: format,
      copy: Array(repeating: 0x5A, count: size.width * size.height * format.byteCount))
    return buffer
  }

  override func destroy(_ buffer: DRMBuffer) {
    guard display.buffers[buffer.framebuffer] != nil else {
      faults.append("framebuffer \(buffer.framebuffer) is destroyed again")
      return
    }
    display.remove(buffer.framebuffer)
    unsafe buffer.memory.deallocate()
  }

  override func createBlob(_ mode: DRMMode) throws(SystemError) -> UInt32 {
    try admit(.setMode, isSetting: false)
    let blob = identifier()
    display.blobs[blob] = .mode(mode)
    return blob
  }

  override func createBlob(_ rects: [PixelRect]) throws(SystemError) -> UInt32 {
    try admit(.showFrame, isSetting: false)
    guard !rects.isEmpty else { throw SystemError(.showFrame, path: path, code: EINVAL) }
    let blob = identifier()
    display.blobs[blob] = .rects(rects)
    return blob
  }

  override func destroyBlob(_ identifier: UInt32) {
    if display.blobs.removeValue(forKey: identifier) == nil {
      faults.append("blob \(identifier) is destroyed again")
    }
  }

  // MARK: Presentation

  override func keepShown(_ shown: [DRMShown], _ retention: Retention) throws(SystemError) {
    kept = shown
  }

  override func commit(
    _ values: [DRMValue], _ flags: DRMCommitFlags, token: UInt64
  ) throws(SystemError) {
    requests.append(flags.contains(.test) ? .test(flags) : .commit(values, flags))
    let operation: SystemCall = flags.contains(.modeset) ? .setMode : .showFrame
    try admit(operation, isSetting: true)
    if !isGrantedAtomic { faults.append("an atomic commit without the capability") }
    let shown = try attempt(operation) { () throws(FakeDisplay.Refusal) in
      try display.commit(values, flags)
    }
    for crtc in shown { tokens[crtc] = token }
    if flags.contains(.nonBlocking) {
      settle(shown)
    } else if flags.contains(.event) {
      shown.forEach(tell)
    }
  }

  override func setCRTC(
    _ crtc: UInt32, framebuffer: UInt32, connector: UInt32, mode: DRMMode
  ) throws(SystemError) {
    requests.append(.setCRTC(crtc))
    try admit(.setMode, isSetting: true)
    try attempt(.setMode) { () throws(FakeDisplay.Refusal) in
      try display.setCRTC(crtc, framebuffer: framebuffer, connector: connector, mode: mode)
    }
  }

  override func disableCRTC(_ crtc: UInt32) {
    requests.append(.disable(crtc))
    if master == .us, !isLost { display.turnOff(crtc) }
  }

  override func pageFlip(
    crtc: UInt32, framebuffer: UInt32, token: UInt64
  ) throws(SystemError) {
    requests.append(.pageFlip(crtc, framebuffer))
    try admit(.showFrame, isSetting: true)
    try attempt(.showFrame) { () throws(FakeDisplay.Refusal) in
      try display.pageFlip(crtc: crtc, framebuffer: framebuffer)
    }
    tokens[crtc] = token
    settle([crtc])
  }

  override func markDirty(framebuffer: UInt32, _ rects: [PixelRect]) throws(SystemError) {
    requests.append(.dirty(rects))
    try admit(.showFrame, isSetting: false)
    guard display.driver.dirtyCode == 0 else {
      throw SystemError(.showFrame, path: path, code: display.driver.dirtyCode)
    }
    display.upload(framebuffer, rects)
  }
}

extension FakeDRM.Request {
  /// True if a framebuffer of another process is removed.
  var isRemoval: Bool { if case .remove = self { true } else { false } }
}
