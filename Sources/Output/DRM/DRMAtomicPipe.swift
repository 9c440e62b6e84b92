import CDRM
import Geometry
import System

/// The properties with which a connector, a CRTC and its primary plane are set together.
struct DRMAtomicPipe {
  private let connector: UInt32
  private let crtc: UInt32
  let plane: UInt32
  private let connectorCRTC: UInt32
  private let crtcMode: UInt32
  private let crtcActive: UInt32
  private let planeFramebuffer: UInt32
  private let planeCRTC: UInt32
  /// X, y, width and height in the framebuffer, in 65,536ths of a pixel, then on the CRTC.
  private let planePlace: [UInt32]
  /// The property for damage, if the driver has it.
  private let planeDamage: UInt32?

  /// - Returns: nil if the driver lacks one of the properties.
  init?(
    _ calls: DRMCalls, connector: UInt32, crtc: UInt32, plane: UInt32
  ) throws(SystemError) {
    let ofConnector = try calls.properties(of: connector, .connector)
    let ofCRTC = try calls.properties(of: crtc, .crtc)
    let ofPlane = try calls.properties(of: plane, .plane)
    guard let connectorCRTC = ofConnector.named("CRTC_ID"), let mode = ofCRTC.named("MODE_ID"),
      let active = ofCRTC.named("ACTIVE"), let framebuffer = ofPlane.named("FB_ID"),
      let planeCRTC = ofPlane.named("CRTC_ID")
    else { return nil }
    var place: [UInt32] = []
    for name in [
      "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H",
    ] {
      guard let property = ofPlane.named(name) else { return nil }
      place.append(property.identifier)
    }
    self.connector = connector
    self.crtc = crtc
    self.plane = plane
    self.connectorCRTC = connectorCRTC.identifier
    crtcMode = mode.identifier
    crtcActive = active.identifier
    planeFramebuffer = framebuffer.identifier
    self.planeCRTC = planeCRTC.identifier
    planePlace = place
    planeDamage = ofPlane.named("FB_DAMAGE_CLIPS")?.identifier
  }

  var takesDamage: Bool { planeDamage != nil }

  /// Sets the mode, given as a blob, and turns the CRTC on.
  func modeValues(blob: UInt32) -> [DRMValue] {
    [
      DRMValue(object: connector, property: connectorCRTC, value: UInt64(crtc)),
      DRMValue(object: crtc, property: crtcMode, value: UInt64(blob)),
    ] + activeValues
  }

  /// Turns the CRTC on.
  var activeValues: [DRMValue] { [DRMValue(object: crtc, property: crtcActive, value: 1)] }

  /// Shows a framebuffer on the whole screen.
  func placeValues(framebuffer: UInt32, size: PixelSize) -> [DRMValue] {
    let (width, height) = (UInt64(size.width), UInt64(size.height))
    let place: [UInt64] = [0, 0, width << 16, height << 16, 0, 0, width, height]
    var values = [DRMValue(object: plane, property: planeCRTC, value: UInt64(crtc))]
    values += flipValues(framebuffer: framebuffer)
    for index in 0..<8 {
      values.append(DRMValue(object: plane, property: planePlace[index], value: place[index]))
    }
    return values
  }

  /// Shows another framebuffer in the same place.
  func flipValues(framebuffer: UInt32) -> [DRMValue] {
    [DRMValue(object: plane, property: planeFramebuffer, value: UInt64(framebuffer))]
  }

  /// Reports the parts of the framebuffer that were drawn, as a blob of the kernel's `struct
  /// drm_mode_rect`, so that drivers that copy need not copy everything.
  func damageValues(blob: UInt32) -> [DRMValue] {
    guard let planeDamage else { return [] }
    return [DRMValue(object: plane, property: planeDamage, value: UInt64(blob))]
  }
}
