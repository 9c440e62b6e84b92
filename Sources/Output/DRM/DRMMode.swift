import CDRM
import Geometry

/// A display mode: the timings of a picture of a size.
struct DRMMode: Equatable {
  /// In the kernel's form.
  var info: drmModeModeInfo

  init(_ info: drmModeModeInfo) { self.info = info }

  /// Visible pixels.
  var size: PixelSize { PixelSize(width: Int(info.hdisplay), height: Int(info.vdisplay)) }

  var pixelCount: Int { size.width * size.height }

  var isPreferred: Bool { info.type & UInt32(firstlight_drm_mode_preferred) != 0 }

  /// Frames in a thousand seconds: the pixel clock divided by the pixels of a frame, including
  /// blanks, like the kernel's `drm_mode_vrefresh`; 60 Hz for a mode without timings.
  var refreshMillihertz: Int {
    let total = Int(info.htotal) * Int(info.vtotal)
    guard total > 0, info.clock > 0 else { return 60_000 }
    var numerator = Int(info.clock) * 1_000_000
    var denominator = total
    if info.flags & UInt32(firstlight_drm_mode_interlaced) != 0 { numerator *= 2 }
    if info.flags & UInt32(firstlight_drm_mode_doublescan) != 0 { denominator *= 2 }
    if info.vscan > 1 { denominator *= Int(info.vscan) }
    return max((numerator + denominator / 2) / denominator, 1)
  }

  /// True if the timings are the same; names and flags may differ.
  static func == (a: DRMMode, b: DRMMode) -> Bool {
    let (a, b) = (a.info, b.info)
    return a.clock == b.clock && a.hdisplay == b.hdisplay && a.hsync_start == b.hsync_start
      && a.hsync_end == b.hsync_end && a.htotal == b.htotal && a.hskew == b.hskew
      && a.vdisplay == b.vdisplay && a.vsync_start == b.vsync_start && a.vsync_end == b.vsync_end
      && a.vtotal == b.vtotal && a.vscan == b.vscan && a.flags == b.flags
  }
}
