/// A width and a height in the units of their coordinate space.
@frozen public struct Size: Equatable, Sendable {
  public var width: Double
  public var height: Double

  @inlinable public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  @inlinable public static var zero: Size { Size(width: 0, height: 0) }
}
