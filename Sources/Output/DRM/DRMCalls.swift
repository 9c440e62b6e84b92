import CDRM
import Geometry
import Raster
import System

/// Every request to a DRM node, and the only place that makes them: libdrm's lists are copied into
/// values, and a failure becomes a `SystemError` with the node's path.
///
/// Tests replace it by a recording fake with the drivers' quirks.
class DRMCalls {
  /// The node, such as `/dev/dri/card0`.
  let path: String
  /// Readable when there is an event.
  let descriptor: FileDescriptor
  /// True if another process has had the node open before.
  let isInherited: Bool
  private var lastToken: UInt64 = 0

  /// Opens a node. If its display has no master, this process becomes it.
  init(path: String) throws(SystemError) {
    self.path = path
    descriptor = try FileDescriptor.open(path, [.read, .write, .nonBlocking])
    isInherited = false
  }

  /// Takes over an open node.
  init(path: String, descriptor: consuming FileDescriptor, isInherited: Bool = false) {
    self.path = path
    self.descriptor = descriptor
    self.isInherited = isInherited
    // A frame of the other process may still be pending.
    if isInherited {
      lastToken = UInt64(UInt32(bitPattern: ProcessEnvironment.processIdentifier)) << 32
    }
  }

  /// - Returns: the call's result, if that is not negative.
  final func check(_ operation: SystemCall, _ result: Int) throws(SystemError) -> Int {
    guard result < 0 else { return result }
    throw SystemError(operation, path: path, code: Int32(-result))
  }

  /// The error of the last list that libdrm could not read.
  final func failure(_ operation: SystemCall) -> SystemError {
    SystemError(operation, path: path, code: Int32(-firstlight_drm_result(-1)))
  }

  // MARK: The node

  /// The kernel driver's name, such as `virtio_gpu`; empty if it is unknown.
  func driverName() -> String {
    guard let version = unsafe drmGetVersion(descriptor.rawValue) else { return "" }
    defer { unsafe drmFreeVersion(version) }
    return unsafe String(cString: version.pointee.name)
  }

  /// A capability's value, 0 if the kernel does not know it.
  func capability(_ name: DRMCapability) -> UInt64 {
    var value: UInt64 = 0
    return unsafe drmGetCap(descriptor.rawValue, name.rawValue, &value) == 0 ? value : 0
  }

  /// - Returns: true if the kernel grants it.
  func setClientCapability(_ name: DRMClientCapability) -> Bool {
    drmSetClientCap(descriptor.rawValue, name.rawValue, 1) == 0
  }

  func isMaster() -> Bool { drmIsMaster(descriptor.rawValue) != 0 }

  func takeMaster() throws(SystemError) {
    _ = try check(.takeMaster, firstlight_drm_result(drmSetMaster(descriptor.rawValue)))
  }

  /// Allows another program to become the master.
  /// - Returns: false if the kernel refuses: since Linux 5.8 only the process that opened the node
  ///   may, and the administrator (drm_master_check_perm of drm_auth.c).
  func dropMaster() -> Bool { drmDropMaster(descriptor.rawValue) == 0 }

  // MARK: Resources

  func resources() throws(SystemError) -> DRMResources {
    guard let found = unsafe drmModeGetResources(descriptor.rawValue) else {
      throw failure(.readDisplay)
    }
    defer { unsafe drmModeFreeResources(found) }
    return unsafe DRMResources(
      crtcs: Self.list(found.pointee.crtcs, Int(found.pointee.count_crtcs)),
      connectors: Self.list(found.pointee.connectors, Int(found.pointee.count_connectors)))
  }

  /// - Parameter probes: true to query the hardware again, which may take a tenth of a second;
  ///   false for the kernel's present knowledge.
  func connector(_ identifier: UInt32, probes: Bool) throws(SystemError) -> DRMConnector {
    let number = descriptor.rawValue
    guard
      let found = unsafe probes
        ? drmModeGetConnector(number, identifier) : drmModeGetConnectorCurrent(number, identifier)
    else { throw failure(.readDisplay) }
    defer { unsafe drmModeFreeConnector(found) }
    let value = unsafe found.pointee
    var possibleCRTCs: UInt32 = 0
    var crtc: UInt32 = 0
    for encoder in unsafe Self.list(value.encoders, Int(value.count_encoders)) {
      guard let found = unsafe drmModeGetEncoder(number, encoder) else { continue }
      possibleCRTCs |= unsafe found.pointee.possible_crtcs
      if unsafe encoder == value.encoder_id { crtc = unsafe found.pointee.crtc_id }
      unsafe drmModeFreeEncoder(found)
    }
    let type = unsafe drmModeGetConnectorTypeName(value.connector_type)
    let typeName = unsafe type.map { unsafe String(cString: $0) } ?? "Unknown"
    return unsafe DRMConnector(
      identifier: identifier, name: typeName + "-\(value.connector_type_id)",
      isConnected: value.connection == DRM_MODE_CONNECTED,
      widthMillimetres: Int(value.mmWidth), heightMillimetres: Int(value.mmHeight),
      modes: Self.list(value.modes, Int(value.count_modes)).map { DRMMode($0) },
      possibleCRTCs: possibleCRTCs, crtc: crtc)
  }

  /// The mode of a CRTC; nil while it is off.
  func mode(ofCRTC identifier: UInt32) throws(SystemError) -> DRMMode? {
    guard let found = unsafe drmModeGetCrtc(descriptor.rawValue, identifier) else {
      throw failure(.readDisplay)
    }
    defer { unsafe drmModeFreeCrtc(found) }
    return unsafe found.pointee.mode_valid != 0 ? DRMMode(found.pointee.mode) : nil
  }

  /// The framebuffer that a CRTC shows on its primary plane; nil for none.
  func framebuffer(ofCRTC identifier: UInt32) throws(SystemError) -> UInt32? {
    guard let found = unsafe drmModeGetCrtc(descriptor.rawValue, identifier) else {
      throw failure(.readDisplay)
    }
    defer { unsafe drmModeFreeCrtc(found) }
    return unsafe found.pointee.buffer_id == 0 ? nil : found.pointee.buffer_id
  }

  func planes() throws(SystemError) -> [DRMPlane] {
    guard let list = unsafe drmModeGetPlaneResources(descriptor.rawValue) else {
      throw failure(.readDisplay)
    }
    defer { unsafe drmModeFreePlaneResources(list) }
    var planes: [DRMPlane] = []
    for identifier in unsafe Self.list(list.pointee.planes, Int(list.pointee.count_planes)) {
      guard let found = unsafe drmModeGetPlane(descriptor.rawValue, identifier) else { continue }
      unsafe planes.append(
        DRMPlane(
          identifier: identifier, crtc: found.pointee.crtc_id,
          possibleCRTCs: found.pointee.possible_crtcs,
          formats: Self.list(found.pointee.formats, Int(found.pointee.count_formats)),
          framebuffer: found.pointee.fb_id))
      unsafe drmModeFreePlane(found)
    }
    return planes
  }

  /// An object's properties, with their present values.
  func properties(of identifier: UInt32, _ kind: DRMObjectKind) throws(SystemError) -> [DRMProperty]
  {
    let number = descriptor.rawValue
    guard
      let list = unsafe drmModeObjectGetProperties(number, identifier, kind.rawValue)
    else { throw failure(.readDisplay) }
    defer { unsafe drmModeFreeObjectProperties(list) }
    var properties: [DRMProperty] = []
    for index in unsafe 0..<Int(list.pointee.count_props) {
      guard let found = unsafe drmModeGetProperty(number, list.pointee.props[index]) else {
        continue
      }
      defer { unsafe drmModeFreeProperty(found) }
      let value = unsafe list.pointee.prop_values[index]
      var valueName = ""
      for place in unsafe 0..<Int(found.pointee.count_enums)
      where unsafe found.pointee.enums[place].value == value {
        unsafe valueName = Self.text(of: found.pointee.enums[place].name)
      }
      unsafe properties.append(
        DRMProperty(
          identifier: found.pointee.prop_id, name: Self.text(of: found.pointee.name), value: value,
          valueName: valueName))
    }
    return properties
  }

  /// True if a CRTC counts vertical blanks: without them flips are over at once.
  func hasVerticalBlank(crtc: UInt32) -> Bool {
    var sequence: UInt64 = 0
    var time: UInt64 = 0
    let result = unsafe firstlight_drm_result(
      drmCrtcGetSequence(descriptor.rawValue, crtc, &sequence, &time))
    // The kernel's answer for a CRTC that is off, if the driver counts blanks.
    return result >= 0 || result == -Int(EINVAL)
  }

  // MARK: Buffers

  /// A buffer in memory that the display can scan out, and its framebuffer. The caller owns both.
  func createBuffer(size: PixelSize, format: PixelFormat) throws(SystemError) -> DRMBuffer {
    let number = descriptor.rawValue
    var buffer = unsafe firstlight_drm_buffer()
    let (width, height) = (UInt32(size.width), UInt32(size.height))
    _ = try check(
      .createFramebuffer,
      unsafe firstlight_drm_create_buffer(
        number, width, height, UInt32(format.byteCount * 8), &buffer))
    var framebuffer: UInt32 = 0
    let result = unsafe firstlight_drm_add_framebuffer(
      number, width, height, format.fourCC, buffer.handle, buffer.stride, &framebuffer)
    if result < 0 {
      unsafe firstlight_drm_destroy_buffer(number, buffer.handle, buffer.memory, buffer.size)
    }
    _ = try check(.createFramebuffer, result)
    return unsafe DRMBuffer(
      framebuffer: framebuffer, handle: buffer.handle, stride: Int(buffer.stride),
      byteCount: Int(buffer.size), memory: buffer.memory)
  }

  func destroy(_ buffer: DRMBuffer) {
    drmModeRmFB(descriptor.rawValue, buffer.framebuffer)
    unsafe firstlight_drm_destroy_buffer(
      descriptor.rawValue, buffer.handle, buffer.memory, UInt64(buffer.byteCount))
  }

  // MARK: Leftovers of another process

  /// The framebuffers of the process that had the node open. The one on the screen is among them.
  func framebuffers() -> [UInt32] {
    guard let found = unsafe drmModeGetResources(descriptor.rawValue) else { return [] }
    defer { unsafe drmModeFreeResources(found) }
    return unsafe Self.list(found.pointee.fbs, Int(found.pointee.count_fbs))
  }

  /// Removes a framebuffer; a CRTC that shows it turns dark.
  func removeFramebuffer(_ identifier: UInt32) { drmModeRmFB(descriptor.rawValue, identifier) }

  /// Closes the handles of all buffers; framebuffers hold their own. To be called before any buffer
  /// is made.
  func releaseBuffers() { firstlight_drm_close_buffers(descriptor.rawValue) }

  // MARK: Presentation

  /// A unique number for a frame, which identifies its flip.
  final func makeToken() -> UInt64 {
    lastToken += 1
    return lastToken
  }

  /// Stores a mode in the kernel, for a property. The caller owns the blob.
  func createBlob(_ mode: DRMMode) throws(SystemError) -> UInt32 {
    var identifier: UInt32 = 0
    var info = mode.info
    _ = try check(
      .setMode,
      unsafe Int(
        drmModeCreatePropertyBlob(
          descriptor.rawValue, &info, MemoryLayout<drmModeModeInfo>.size, &identifier)))
    return identifier
  }

  /// Stores rectangles in the kernel, as its `struct drm_mode_rect`: the signed 32-bit words of the
  /// left, top, right and bottom border. The caller owns the blob.
  func createBlob(_ rects: [PixelRect]) throws(SystemError) -> UInt32 {
    var identifier: UInt32 = 0
    var words: [Int32] = []
    for rect in rects {
      words += [Int32(rect.minX), Int32(rect.minY), Int32(rect.maxX), Int32(rect.maxY)]
    }
    _ = try check(
      .showFrame,
      unsafe Int(
        drmModeCreatePropertyBlob(descriptor.rawValue, &words, words.count * 4, &identifier)))
    return identifier
  }

  func destroyBlob(_ identifier: UInt32) {
    drmModeDestroyPropertyBlob(descriptor.rawValue, identifier)
  }

  /// Commits values of properties together: all of them take effect, or none.
  /// - Parameter token: is returned in the event of the flip, if one is requested.
  func commit(
    _ values: [DRMValue], _ flags: DRMCommitFlags, token: UInt64
  ) throws(SystemError) {
    guard let request = unsafe drmModeAtomicAlloc() else {
      throw SystemError(.showFrame, path: path, code: ENOMEM)
    }
    defer { unsafe drmModeAtomicFree(request) }
    for value in values {
      let result = unsafe drmModeAtomicAddProperty(
        request, value.object, value.property, value.value)
      if result < 0 { throw SystemError(.showFrame, path: path, code: Int32(-result)) }
    }
    let result = unsafe drmModeAtomicCommit(
      descriptor.rawValue, request, flags.rawValue, Self.userData(token))
    _ = try check(flags.contains(.modeset) ? .setMode : .showFrame, Int(result))
  }

  /// The legacy call to set a mode and show a framebuffer.
  func setCRTC(
    _ crtc: UInt32, framebuffer: UInt32, connector: UInt32, mode: DRMMode
  ) throws(SystemError) {
    var connector = connector
    var info = mode.info
    let result = unsafe drmModeSetCrtc(
      descriptor.rawValue, crtc, framebuffer, 0, 0, &connector, 1, &info)
    _ = try check(.setMode, Int(result))
  }

  /// Turns a CRTC off.
  func disableCRTC(_ crtc: UInt32) {
    drmModeSetCrtc(descriptor.rawValue, crtc, 0, 0, 0, nil, 0, nil)
  }

  /// The legacy call to show another framebuffer with the next vertical blank, which an event
  /// reports.
  /// - Parameter token: is returned in the event.
  func pageFlip(crtc: UInt32, framebuffer: UInt32, token: UInt64) throws(SystemError) {
    let result = unsafe drmModePageFlip(
      descriptor.rawValue, crtc, framebuffer, UInt32(firstlight_drm_flip_event),
      Self.userData(token))
    _ = try check(.showFrame, Int(result))
  }

  private static func userData(_ token: UInt64) -> UnsafeMutableRawPointer? {
    unsafe UnsafeMutableRawPointer(bitPattern: UInt(truncatingIfNeeded: token))
  }

  /// Reports the parts of the shown framebuffer that have changed, in its pixels.
  func markDirty(framebuffer: UInt32, _ rects: [PixelRect]) throws(SystemError) {
    var clips = rects.map {
      drmModeClip(
        x1: UInt16(clamping: $0.minX), y1: UInt16(clamping: $0.minY),
        x2: UInt16(clamping: $0.maxX), y2: UInt16(clamping: $0.maxY))
    }
    let result = unsafe drmModeDirtyFB(
      descriptor.rawValue, framebuffer, &clips, UInt32(clips.count))
    _ = try check(.showFrame, Int(result))
  }

  /// Leaves framebuffers on the screens when this process ends, until others are shown there.
  ///
  /// A process keeps them: CLOSEFB (Linux 6.8) would leave them on the planes, but with the last
  /// close of the node the kernel shows its own console in their place (drm_lastclose()).
  /// - Parameter retention: further conditions that end it.
  func keepShown(_ shown: [DRMShown], _ retention: Retention) throws(SystemError) {
    let entries = shown.map {
      firstlight_drm_shown(crtc: $0.crtc, framebuffer: $0.framebuffer)
    }
    _ = try check(
      .showFrame,
      unsafe firstlight_drm_keep_shown(
        descriptor.rawValue, entries, Int32(clamping: entries.count), retention.console ?? -1,
        Int32(clamping: retention.seconds), retention.successor ?? 0))
  }

  // MARK: Events

  /// The flips since the last call.
  func readEvents() throws(SystemError) -> [DRMFlip] {
    var bytes = [UInt8](repeating: 0, count: 1024)
    guard let count = try descriptor.read(into: &bytes, 0..<bytes.count) else { return [] }
    return DRMFlip.flips(in: bytes[..<count])
  }

  // MARK: Copying

  private static func list<Element>(
    _ elements: UnsafeMutablePointer<Element>?, _ count: Int
  ) -> [Element] {
    unsafe Array(UnsafeBufferPointer(start: elements, count: count))
  }

  /// The text of a name of 32 bytes, which a NUL may end early.
  private static func text<Name>(of name: Name) -> String {
    unsafe withUnsafeBytes(of: name) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
