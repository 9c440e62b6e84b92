/// A rectangle of whole pixels, half open: `minX ..< maxX` by `minY ..< maxY`, in framebuffer
/// space.
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

  @inlinable public init(_ size: PixelSize) {
    self.init(minX: 0, minY: 0, maxX: size.width, maxY: size.height)
  }

  @inlinable public static var empty: PixelRect { PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0) }

  /// Converted and united rectangles stay within ± this: far beyond any screen, and small enough
  /// that the sum of the areas of 500 of them fits into 63 bits.
  @inlinable public static var limit: Int { 1 << 26 }

  /// A whole number as a pixel coordinate, clamped to ±`limit`; NaN becomes 0.
  @inlinable public static func clamped(_ value: Double) -> Int {
    if value.isNaN { return 0 }
    return Int(max(-Double(limit), min(Double(limit), value)))
  }

  @inlinable public var width: Int { maxX - minX }
  @inlinable public var height: Int { maxY - minY }
  @inlinable public var isEmpty: Bool { maxX <= minX || maxY <= minY }
  @inlinable public var area: Int { isEmpty ? 0 : width * height }

  /// The common pixels; `empty` if there are none.
  @inlinable public func intersection(_ other: PixelRect) -> PixelRect {
    let result = PixelRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
    return result.isEmpty ? .empty : result
  }

  /// The smallest rectangle that contains both; an empty one adds nothing.
  @inlinable public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other.isEmpty ? .empty : other }
    if other.isEmpty { return self }
    return PixelRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }

  @inlinable public func intersects(_ other: PixelRect) -> Bool {
    !isEmpty && !other.isEmpty && minX < other.maxX && other.minX < maxX && minY < other.maxY
      && other.minY < maxY
  }

  /// True if every pixel of `other` is in this rectangle.
  @inlinable public func contains(_ other: PixelRect) -> Bool {
    other.isEmpty
      || (other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY)
  }

  @inlinable public func contains(x: Int, y: Int) -> Bool {
    x >= minX && x < maxX && y >= minY && y < maxY
  }
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

extension Rect {
  @inlinable public init(_ pixels: PixelRect) {
    self.init(
      minX: Double(pixels.minX), minY: Double(pixels.minY), maxX: Double(pixels.maxX),
      maxY: Double(pixels.maxY))
  }
}
