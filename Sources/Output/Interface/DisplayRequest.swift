public import Geometry
public import Raster

/// Settings of a display that replace its own preferences.
public struct DisplayRequest: Equatable, Sendable {
  /// A connector's name, such as `HDMI-A-1`.
  public var connector: String?
  /// Pixels of the mode.
  public var size: PixelSize?
  /// The highest refresh of the mode.
  public var refreshMillihertz: Int?
  /// Pixels in a point.
  public var scale: Double?
  public var format: PixelFormat?
  /// The rotation of the picture; nil for the panel's own orientation.
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

/// Pixels in a point for a picture of a physical size: a point has about 1/110 of an inch, in steps
/// of a half from 1 to 4. Impossible sizes count as unknown.
///
/// - Parameter millimetres: the length of the same side as `pixels`.
func displayScale(pixels: Int, millimetres: Int) -> Double {
  // Monitors without a size report 0, or their aspect ratio, such as 160 mm by 90 mm.
  guard millimetres > 0, pixels > 0, millimetres != 160, millimetres != 16 else { return 1 }
  let density = Double(pixels) * 25.4 / Double(millimetres)
  return min(max((density / 110 * 2).rounded() / 2, 1), 4)
}
