public import Geometry
public import Raster

/// What is wanted of a display, where its own choice is not to be taken.
public struct DisplayWish: Equatable, Sendable {
  /// A connector's name, as in `HDMI-A-1`.
  public var connector: String?
  /// Pixels of the mode.
  public var size: PixelSize?
  /// Of the mode, at most.
  public var refreshMillihertz: Int?
  /// Pixels a point.
  public var scale: Double?
  public var format: PixelFormat?
  /// How the picture is turned; nil for as the panel is built in.
  public var rotation: Rotation?

  public init(
    connector: String? = nil, size: PixelSize? = nil, refreshMillihertz: Int? = nil,
    scale: Double? = nil, format: PixelFormat? = nil, rotation: Rotation? = nil
  ) {
    self.connector = connector
    self.size = size
    self.refreshMillihertz = refreshMillihertz
    self.scale = scale
    self.format = format
    self.rotation = rotation
  }
}

/// Pixels a point for a picture of a physical size: such that a point has about 1/110 of an inch,
/// in halves from 1 to 4. Sizes that cannot be are taken as none.
///
/// - Parameters:
///   - millimetres: of the same side as `pixels`.
func displayScale(pixels: Int, millimetres: Int) -> Double {
  // Monitors without a size say 0, or how their sides are to each other, as in 160 mm by 90 mm.
  guard millimetres > 0, pixels > 0, millimetres != 160, millimetres != 16 else { return 1 }
  let density = Double(pixels) * 25.4 / Double(millimetres)
  return min(max((density / 110 * 2).rounded() / 2, 1), 4)
}

extension DRMConnector {
  func scale(of size: PixelSize) -> Double {
    displayScale(pixels: size.width, millimetres: widthMillimetres)
  }
}
