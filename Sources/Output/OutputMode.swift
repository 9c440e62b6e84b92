public import Geometry
public import Raster

/// What an output's picture is like.
public struct OutputMode: Equatable, Sendable {
  /// Pixels of the picture, at most `Output.sideLimit` a side.
  public var size: PixelSize
  /// Pixels a point.
  public var scale: Double
  public var format: PixelFormat
  /// Frames in a thousand seconds.
  public var refreshMillihertz: Int
  /// How the picture lies on the screen's own rows.
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
