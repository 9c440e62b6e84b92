import Raster

extension PixelFormat {
  /// The name that DRM gives the format.
  var name: String {
    switch self {
    case .xrgb8888: "XRGB8888"
    case .argb8888: "ARGB8888"
    case .xbgr8888: "XBGR8888"
    case .abgr8888: "ABGR8888"
    case .rgb565: "RGB565"
    case .bgr565: "BGR565"
    case .xrgb2101010: "XRGB2101010"
    case .xbgr2101010: "XBGR2101010"
    }
  }

  init?(named name: String) {
    for format in PixelFormat.allCases where format.name == name {
      self = format
      return
    }
    return nil
  }
}
