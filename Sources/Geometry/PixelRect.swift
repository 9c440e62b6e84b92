/// A rectangle of whole pixels, half open: `minX ..< maxX` by `minY ..< maxY`, in framebuffer space.
@frozen public struct PixelRect: Equatable, Sendable {
  public var minX: Int
  public var minY: Int
  public var maxX: Int
  public var maxY: Int

  @inlinable public init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  @inlinable public var width: Int { maxX - minX }
  @inlinable public var height: Int { maxY - minY }
  @inlinable public var isEmpty: Bool { maxX <= minX || maxY <= minY }
}

/// A width and a height in whole pixels.
@frozen public struct PixelSize: Equatable, Sendable {
  public var width: Int
  public var height: Int

  @inlinable public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
