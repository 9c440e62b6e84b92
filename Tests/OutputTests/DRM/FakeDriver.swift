import CDRM
import Geometry
@testable import Output
import Raster

/// The abilities and the behaviour of a driver.
struct FakeDriver {
  enum Flips {
    /// A flip happens at the next vertical blank; a second request before that is refused.
    case atBlank
    /// A flip happens at once, as on a virtual machine without blanks.
    case atOnce
    /// A flip never happens: the call fails with the code.
    case refused(code: Int32)
  }

  var isAtomic = true
  var listsPlanes = true
  var hasDumbBuffers = true
  var flips = Flips.atBlank
  /// The error of reporting damage in the shown framebuffer; 0 if it works.
  var dirtyCode: Int32 = 0
  /// True if planes have the property for damage.
  var takesDamage = true
  /// True if the monitor shows copies of framebuffers, into which only damage is copied.
  var copies = false
  /// True if an atomic commit that changes the mode is refused.
  var refusesAtomicModeset = false
  /// True if a plane may only be set together with the mode.
  var refusesAdoption = false
  /// True if setting a mode clears the framebuffer that is shown with it.
  var clearsWithMode = false
  var preferredDepth: UInt64 = 24
  var formats: [PixelFormat] = [.xrgb8888, .argb8888]
  /// Bytes at the end of each row.
  var padding = 0
  /// True if the process cannot drop the mastership, because another process has it.
  var keepsMaster = false
  /// The connector that vanishes when its properties are asked for, and the errno value of this.
  var vanishing: UInt32?
  var vanishingCode = ENOENT
  /// The most buffers that fit into its memory.
  var bufferLimit = 16
  /// The most pixels of a buffer.
  var pixelLimit = Int.max
}

/// The holder of the right to change a device's display.
enum FakeMaster {
  case nobody, us, another
}

/// A device in its first state.
struct FakeDevice {
  var driver = FakeDriver()
  var master = FakeMaster.nobody
  var crtcs: [UInt32] = [50, 51]
  var connectors: [DRMConnector]
  /// The modes of CRTCs that show the console.
  var lit: [UInt32: DRMMode] = [:]
  /// CRTCs whose mode is set but which are off.
  var inactive: Set<UInt32> = []
  var planes: [DRMPlane] = []

  /// - Parameter lit: the mode that the first connector shows on the first CRTC.
  init(_ connectors: [DRMConnector], lit mode: DRMMode? = nil) {
    self.connectors = connectors
    planes = crtcs.indices.map {
      DRMPlane(
        identifier: 60 + UInt32($0), crtc: 0, possibleCRTCs: 1 << UInt32($0), formats: [])
    }
    if let mode {
      self.connectors[0].crtc = crtcs[0]
      lit[crtcs[0]] = mode
      planes[0].crtc = crtcs[0]
    }
  }

  func with(_ change: (inout FakeDevice) -> Void) -> FakeDevice {
    var device = self
    change(&device)
    return device
  }
}

extension DRMMode {
  /// A mode of a size.
  init(_ width: Int, _ height: Int, hertz: Int = 60, isPreferred: Bool = false) {
    var info = drmModeModeInfo()
    info.hdisplay = UInt16(width)
    info.vdisplay = UInt16(height)
    info.htotal = 1000
    info.vtotal = 100
    info.clock = UInt32(hertz * 100)
    info.type = isPreferred ? UInt32(firstlight_drm_mode_preferred) : 0
    self.init(info)
  }
}

extension DRMConnector {
  /// A monitor at a connector; without modes no monitor is plugged in.
  init(_ number: Int, _ modes: [DRMMode], on possibleCRTCs: UInt32 = 0b11) {
    self.init(
      identifier: 40 + UInt32(number), name: "HDMI-A-\(number)", isConnected: !modes.isEmpty,
      widthMillimetres: 0, heightMillimetres: 0, modes: modes, possibleCRTCs: possibleCRTCs,
      crtc: 0)
  }
}
