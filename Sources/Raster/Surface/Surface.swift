public import Geometry

/// A framebuffer lent for the time of a drawing: rows of pixels, top row first.
///
/// The memory stays the lender's. It may be write-combined and is never read by drawing. Width and
/// height are the picture's as it is drawn; base and stride are the scanout's, whose sides are
/// swapped in a quarter turn.
@safe public struct Surface {
  public let base: UnsafeMutableRawPointer
  /// The picture's, in pixels.
  public let width: Int
  /// The picture's, in pixels.
  public let height: Int
  /// Bytes from one row of the scanout to the next.
  public let stride: Int
  public let format: PixelFormat
  /// The rotation of the picture on the scanout.
  public let rotation: Rotation

  /// `base` must be valid for `stride` bytes for each row of the scanout while the surface is in
  /// use, except for the bytes behind the pixels of the last row. If a pixel has 4 bytes, `base` is
  /// aligned to 4, and `stride` is a multiple of 4. This is not checked; rows too short for their
  /// pixels trap.
  ///
  /// - Parameters:
  ///   - width: the picture's, as it is drawn.
  ///   - height: the picture's, as it is drawn.
  @unsafe public init(
    base: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int, format: PixelFormat,
    rotation: Rotation = .upright
  ) {
    precondition(stride >= (rotation.swapsSides ? height : width) * format.byteCount)
    unsafe self.base = base
    self.width = width
    self.height = height
    self.stride = stride
    self.format = format
    self.rotation = rotation
  }

  /// The size of the picture.
  public var size: PixelSize { PixelSize(width: width, height: height) }

  /// The size of the framebuffer's visible memory.
  public var scanoutSize: PixelSize { rotation.rotated(size) }

  /// A row of an upright surface of composed pixels.
  @inline(__always) func line(_ row: Int) -> UnsafeMutablePointer<UInt32> {
    unsafe (base + row &* stride).assumingMemoryBound(to: UInt32.self)
  }

  /// The offset of a pixel of the picture, in bytes from the base.
  public func byteOffset(x: Int, y: Int) -> Int {
    let (column, row) =
      switch rotation {
      case .upright: (x, y)
      case .right: (height &- 1 &- y, x)
      case .upsideDown: (width &- 1 &- x, height &- 1 &- y)
      case .left: (y, width &- 1 &- x)
      }
    return row &* stride &+ column &* format.byteCount
  }

  /// The first pixel of a picture's rectangle in a row of the scanout, in the scanout's order.
  ///
  /// - Parameter row: one in which the rectangle lies.
  func firstPixel(ofScanoutRow row: Int, of rect: PixelRect) -> (x: Int, y: Int) {
    switch rotation {
    case .upright: (rect.minX, row)
    case .right: (row, rect.maxY &- 1)
    case .upsideDown: (rect.maxX &- 1, height &- 1 &- row)
    case .left: (width &- 1 &- row, rect.minY)
    }
  }

  /// Bytes from a pixel of the picture to its neighbour on the right.
  public var pixelStep: Int {
    switch rotation {
    case .upright: format.byteCount
    case .right: stride
    case .upsideDown: -format.byteCount
    case .left: -stride
    }
  }
}
