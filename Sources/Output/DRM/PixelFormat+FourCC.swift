import CDRM
import Raster

extension PixelFormat {
  /// The kernel's code of the format.
  var fourCC: UInt32 {
    switch self {
    case .xrgb8888: firstlight_drm_xrgb8888
    case .argb8888: firstlight_drm_argb8888
    case .xbgr8888: firstlight_drm_xbgr8888
    case .abgr8888: firstlight_drm_abgr8888
    case .rgb565: firstlight_drm_rgb565
    case .bgr565: firstlight_drm_bgr565
    case .xrgb2101010: firstlight_drm_xrgb2101010
    case .xbgr2101010: firstlight_drm_xbgr2101010
    case .rgb888: firstlight_drm_rgb888
    case .bgr888: firstlight_drm_bgr888
    // The kernel has no code for it.
    case .packed: 0
    }
  }
}
