/// A plane, which shows a framebuffer on a CRTC.
struct DRMPlane: Equatable {
  var identifier: UInt32
  /// The CRTC that it is on now, or 0.
  var crtc: UInt32
  /// A bit for each CRTC that it can be on, by its index in the resources.
  var possibleCRTCs: UInt32
  /// Codes of formats.
  var formats: [UInt32]
  /// The framebuffer that it shows, or 0.
  var framebuffer: UInt32 = 0
}

/// A property of an object, with its present value.
struct DRMProperty: Equatable {
  var identifier: UInt32
  var name: String
  var value: UInt64
  /// The value's name, for a property with named values.
  var valueName = ""
}

extension [DRMProperty] {
  /// The property of a name.
  func named(_ name: String) -> DRMProperty? { first { $0.name == name } }
}
