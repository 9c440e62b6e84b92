import CDRM
import Geometry
@testable import Output

extension FakeDisplay {
  /// The requests of a commit, put together.
  fileprivate struct Request {
    var display: FakeDisplay
    var touched: Set<UInt32> = []
    var changesMode: Set<UInt32> = []
    var framebuffers: [UInt32: UInt32] = [:]
    var damage: [PixelRect]?
  }

  /// An atomic commit.
  /// - Returns: CRTCs that show another framebuffer with it.
  mutating func commit(_ values: [DRMValue], _ flags: DRMCommitFlags) throws(Refusal) -> [UInt32] {
    if flags.isSuperset(of: [.test, .event]) { throw Refusal(code: EINVAL) }
    var request = Request(display: self)
    for value in values { try request.take(value) }
    try request.check(flags)
    if flags.contains(.nonBlocking) {
      for crtc in request.touched where crtcs[crtc]?.pending != nil { throw Refusal(code: EBUSY) }
    }
    if flags.contains(.test) { return [] }
    self = request.display
    for crtc in request.changesMode { noteMode(on: crtc, request.framebuffers[crtc]) }
    if !request.framebuffers.isEmpty { damages.append(request.damage) }
    for (crtc, framebuffer) in request.framebuffers {
      upload(framebuffer, request.damage)
      if flags.contains(.nonBlocking) {
        crtcs[crtc]?.pending = framebuffer
      } else {
        crtcs[crtc]?.framebuffer = framebuffer
        crtcs[crtc]?.pending = nil
      }
    }
    return Array(request.framebuffers.keys)
  }

  /// The legacy call. It waits for the pending frame.
  mutating func setCRTC(
    _ crtc: UInt32, framebuffer: UInt32, connector: UInt32, mode: DRMMode
  ) throws(Refusal) {
    guard let place = connectors.firstIndex(where: { $0.identifier == connector }),
      let index = crtcIdentifiers.firstIndex(of: crtc),
      connectors[place].possibleCRTCs & 1 << UInt32(index) != 0,
      let buffer = buffers[framebuffer], buffer.size == mode.size
    else { throw Refusal(code: EINVAL) }
    _ = blank()
    // Every change except another framebuffer in the same mode darkens the screen.
    if crtcs[crtc]?.mode != mode || crtcs[crtc]?.isActive == false
      || connectors(on: crtc) != [connector]
    {
      noteMode(on: crtc, framebuffer)
    }
    for other in connectors.indices where connectors[other].crtc == crtc {
      connectors[other].crtc = 0
    }
    connectors[place].crtc = crtc
    crtcs[crtc] = CRTC(mode: mode, isActive: true, framebuffer: framebuffer)
    for plane in planes.indices where planes[plane].possibleCRTCs & 1 << UInt32(index) != 0 {
      planes[plane].crtc = crtc
      break
    }
    upload(framebuffer, nil)
  }

  mutating func pageFlip(crtc: UInt32, framebuffer: UInt32) throws(Refusal) {
    if case .refused(let code) = driver.flips { throw Refusal(code: code) }
    guard let state = crtcs[crtc], state.isActive, let buffer = buffers[framebuffer] else {
      throw Refusal(code: EINVAL)
    }
    guard state.pending == nil else { throw Refusal(code: EBUSY) }
    // A page flip cannot change the framebuffer's format.
    guard let shown = buffers[state.framebuffer], shown.format == buffer.format else {
      throw Refusal(code: EINVAL)
    }
    crtcs[crtc]?.pending = framebuffer
    upload(framebuffer, nil)
  }

  /// Removes a framebuffer, and turns off what shows it.
  mutating func remove(_ framebuffer: UInt32) {
    for identifier in crtcIdentifiers {
      guard let state = crtcs[identifier],
        state.framebuffer == framebuffer || state.pending == framebuffer
      else { continue }
      robbed.append(identifier)
      turnOff(identifier)
    }
    buffers[framebuffer] = nil
  }
}

extension FakeDisplay.Request {
  typealias Refusal = FakeDisplay.Refusal

  mutating func take(_ value: DRMValue) throws(Refusal) {
    let place = Int(value.property) - 20
    guard FakeDisplay.propertyNames.indices.contains(place) else { throw Refusal(code: ENOENT) }
    let name = FakeDisplay.propertyNames[place]
    if let index = display.connectors.firstIndex(where: { $0.identifier == value.object }) {
      guard name == "CRTC_ID" else { throw Refusal(code: ENOENT) }
      let crtc = UInt32(value.value)
      if display.connectors[index].crtc != crtc {
        if display.connectors[index].crtc != 0 {
          changesMode.insert(display.connectors[index].crtc)
        }
        changesMode.insert(crtc)
      }
      display.connectors[index].crtc = crtc
      touched.insert(crtc)
    } else if let state = display.crtcs[value.object] {
      touched.insert(value.object)
      switch name {
      case "MODE_ID":
        guard case .mode(let mode) = display.blobs[UInt32(value.value)] else {
          throw Refusal(code: EINVAL)
        }
        if mode != state.mode { changesMode.insert(value.object) }
        display.crtcs[value.object]?.mode = mode
      case "ACTIVE":
        if state.isActive != (value.value != 0) { changesMode.insert(value.object) }
        display.crtcs[value.object]?.isActive = value.value != 0
      default: throw Refusal(code: ENOENT)
      }
    } else if let index = display.planes.firstIndex(where: { $0.identifier == value.object }) {
      try take(value, name, ofPlane: index)
    } else {
      throw Refusal(code: ENOENT)
    }
  }

  private mutating func take(
    _ value: DRMValue, _ name: String, ofPlane index: Int
  ) throws(Refusal) {
    switch name {
    case "CRTC_ID": display.planes[index].crtc = UInt32(value.value)
    case "FB_ID":
      touched.insert(display.planes[index].crtc)
      framebuffers[display.planes[index].crtc] = UInt32(value.value)
    case "SRC_W", "SRC_H":
      guard value.value & 0xFFFF == 0 else { throw Refusal(code: EINVAL) }
    case "SRC_X", "SRC_Y", "CRTC_X", "CRTC_Y":
      guard value.value == 0 else { throw Refusal(code: EINVAL) }
    case "CRTC_W", "CRTC_H": break
    case "FB_DAMAGE_CLIPS" where display.driver.takesDamage:
      guard case .rects(let rects) = display.blobs[UInt32(value.value)] else {
        throw Refusal(code: EINVAL)
      }
      damage = rects
    default: throw Refusal(code: ENOENT)
    }
  }

  mutating func check(_ flags: DRMCommitFlags) throws(Refusal) {
    let driver = display.driver
    if !changesMode.isEmpty, !flags.contains(.modeset) { throw Refusal(code: EINVAL) }
    if !changesMode.isEmpty, driver.refusesAtomicModeset { throw Refusal(code: EINVAL) }
    for crtc in changesMode {
      // One monitor for each CRTC that is on, and none for the others.
      let count = display.connectors(on: crtc).count
      guard count == (display.crtcs[crtc]?.mode == nil ? 0 : 1) else { throw Refusal(code: EINVAL) }
    }
    for crtc in touched {
      guard let state = display.crtcs[crtc] else { throw Refusal(code: ENOENT) }
      guard state.isActive else {
        if flags.contains(.event) { throw Refusal(code: EINVAL) }
        continue
      }
      if driver.refusesAdoption, state.framebuffer == FakeDisplay.foreignFramebuffer,
        !flags.contains(.modeset)
      {
        throw Refusal(code: EINVAL)
      }
      let plane = display.planes.first { $0.crtc == crtc }
      let framebuffer = framebuffers[crtc] ?? state.framebuffer
      guard let plane, let buffer = display.buffers[framebuffer], let mode = state.mode,
        plane.formats.contains(buffer.format.fourCC), buffer.size == mode.size
      else { throw Refusal(code: EINVAL) }
    }
  }
}
