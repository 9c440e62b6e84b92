import Geometry

/// The objects of a node, by their numbers.
struct DRMResources: Equatable {
  var crtcs: [UInt32]
  var connectors: [UInt32]
}

/// A connector and its monitor.
struct DRMConnector: Equatable {
  var identifier: UInt32
  /// For example `HDMI-A-1`.
  var name: String
  var isConnected: Bool
  /// The size of the visible area; 0 if unknown.
  var widthMillimetres: Int
  var heightMillimetres: Int
  var modes: [DRMMode]
  /// A bit for each CRTC that can drive it, by its index in the resources.
  var possibleCRTCs: UInt32
  /// The CRTC that drives it now, or 0.
  var crtc: UInt32

  /// The mode that the monitor prefers, or else its first.
  var preferredMode: DRMMode? { modes.first { $0.isPreferred } ?? modes.first }

  /// The mode of a size with the highest refresh up to `refreshMillihertz` plus half a hertz.
  func mode(of size: PixelSize, refreshMillihertz: Int?) -> DRMMode? {
    var best: DRMMode?
    for mode in modes where mode.size == size {
      if let wanted = refreshMillihertz, mode.refreshMillihertz > wanted + 500 { continue }
      if mode.refreshMillihertz > best?.refreshMillihertz ?? 0 { best = mode }
    }
    return best
  }

  /// The modes with fewer pixels than another one, the largest first: one of each size.
  func smallerModes(than mode: DRMMode) -> [DRMMode] {
    var found: [DRMMode] = []
    for other in modes where other.pixelCount < mode.pixelCount {
      if !found.contains(where: { $0.size == other.size }) { found.append(other) }
    }
    return found.sorted { $0.pixelCount > $1.pixelCount }
  }
}

extension DRMConnector {
  func scale(of size: PixelSize) -> Double {
    displayScale(pixels: size.width, millimetres: widthMillimetres)
  }
}
