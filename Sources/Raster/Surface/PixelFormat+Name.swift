extension PixelFormat: CaseIterable {
  /// The formats that have a name.
  public static var allCases: [PixelFormat] {
    [
      .xrgb8888, .argb8888, .xbgr8888, .abgr8888, .rgb565, .bgr565, .xrgb2101010, .xbgr2101010,
      .rgb888, .bgr888,
    ]
  }

  /// The name that DRM gives the format. Of a packing, the pixel's bits and each component's length
  /// and offset, as in `16 bits, rgba 5/10,5/5,5/0,1/15`.
  public var name: String {
    switch self {
    case .xrgb8888: "XRGB8888"
    case .argb8888: "ARGB8888"
    case .xbgr8888: "XBGR8888"
    case .abgr8888: "ABGR8888"
    case .rgb565: "RGB565"
    case .bgr565: "BGR565"
    case .xrgb2101010: "XRGB2101010"
    case .xbgr2101010: "XBGR2101010"
    case .rgb888: "RGB888"
    case .bgr888: "BGR888"
    case .packed(let packing): packing.name
    }
  }
}

extension PixelPacking {
  fileprivate var name: String {
    var name = String(bitsPerPixel) + " bits, rgba"
    var separator = " "
    for field in [red, green, blue, transp ?? Field(offset: 0, length: 0)] {
      name += separator + String(field.length) + "/" + String(field.offset)
      separator = ","
    }
    return name
  }
}
