public import Geometry
public import Raster

/// The format of an output's picture.
public struct OutputMode: Equatable, Sendable {
  /// Pixels of the picture, at most `Output.sideLimit` a side.
  public var size: PixelSize
  /// Pixels in a point.
  public var scale: Double
  public var format: PixelFormat
  /// In thousandths of a hertz.
  public var refreshMillihertz: Int
  /// The rotation of the picture on the screen's own rows.
  public var rotation: Rotation

  public init(
    size: PixelSize, scale: Double = 1, format: PixelFormat = .xrgb8888,
    refreshMillihertz: Int = 60_000, rotation: Rotation = .upright
  ) {
    self.size = size
    self.scale = scale
    self.format = format
    self.refreshMillihertz = refreshMillihertz
    self.rotation = rotation
  }
}
