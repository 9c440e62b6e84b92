public import Geometry
public import Raster

/// Writes an animated PNG file, frame by frame, in memory.
///
/// A frame stores only the rectangle that changed, which replaces the former pixels. A frame lasts
/// until the next one's time, in milliseconds: each time is rounded from the beginning, so that
/// rounding errors do not add up. A viewer without support for animations shows the first frame.
/// (PNG specification, third edition: acTL, fcTL and fdAT.)
public final class APNGEncoder {
  private let size: PixelSize
  private let loopCount: Int
  private let byteLimit: Int
  private let encoder: PNGEncoder
  private var writer = PNGChunkWriter()
  private var isOpaque = true
  private var sequence: UInt32 = 0
  private var animationControl = 0
  private var frameControl = 0
  private var frameTime: Int64 = 0
  /// The frames so far.
  public private(set) var frameCount = 0

  private static var frameControlLength: Int { 26 }
  /// The longest delay that a frame can have, in milliseconds.
  private static var longestDelay: Int64 { 65535 }

  /// - Parameters:
  ///   - loopCount: the number of times that the animation plays; 0 for no end.
  ///   - byteLimit: the most bytes to hold in memory.
  public init(
    size: PixelSize, loopCount: Int = 0, compression: PNGCompression = .fast,
    byteLimit: Int = 256 << 20
  ) throws(ImageFileError) {
    precondition(size.width > 0 && size.height > 0)
    self.size = size
    self.loopCount = loopCount
    self.byteLimit = byteLimit
    encoder = try PNGEncoder(compression: compression)
  }

  /// Adds a frame, which ends the one before it.
  /// - Parameters:
  ///   - surface: the whole frame, of the animation's size and always of one format.
  ///   - damage: the changes since the last frame; if there are none, the last frame lasts longer.
  ///   - time: the presentation time in microseconds, not before the last frame's.
  public func add(_ surface: Surface, damage: Region, at time: Int64) throws(ImageFileError) {
    precondition(surface.width == size.width && surface.height == size.height)
    let all = PixelRect(size)
    guard frameCount > 0 else {
      isOpaque = !surface.format.hasAlpha
      PNGEncoder.appendHeader(size, isOpaque, to: &writer)
      animationControl = writer.append("acTL") {
        PNGChunkWriter.append(UInt32(0), to: &$0)
        PNGChunkWriter.append(UInt32(loopCount), to: &$0)
      }
      appendFrameControl(all, at: time)
      writer.append("IDAT") {
        encoder.appendPixels(of: surface, all, isOpaque: isOpaque, to: &$0)
      }
      return try checkSize()
    }
    let area = damage.bounds.intersection(all)
    if area.isEmpty { return }
    try endFrame(surface, at: time)
    try appendFrame(surface, area, at: time)
  }

  /// Ends the last frame and returns the file. The encoder must not be used afterwards.
  /// - Parameters:
  ///   - surface: the last frame once more.
  ///   - time: the end of the last frame, in microseconds.
  public func finish(_ surface: Surface, at time: Int64) throws(ImageFileError) -> [UInt8] {
    precondition(frameCount > 0)
    try endFrame(surface, at: time)
    writer.patch(UInt32(frameCount), at: 0, inChunkAt: animationControl, length: 8)
    writer.append("IEND") { _ in }
    return writer.finish()
  }

  /// Writes the last frame's delay. A delay beyond the limit continues in frames of one pixel.
  private func endFrame(_ surface: Surface, at time: Int64) throws(ImageFileError) {
    func milliseconds(_ time: Int64) -> Int64 { (time + 500) / 1000 }
    precondition(time >= frameTime)
    while milliseconds(time) - milliseconds(frameTime) > Self.longestDelay {
      let next = frameTime + Self.longestDelay * 1000
      storeDelay(Self.longestDelay)
      try appendFrame(surface, PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1), at: next)
    }
    storeDelay(milliseconds(time) - milliseconds(frameTime))
  }

  private func storeDelay(_ milliseconds: Int64) {
    writer.patch(
      UInt16(milliseconds), at: 20, inChunkAt: frameControl, length: Self.frameControlLength)
  }

  private func appendFrame(
    _ surface: Surface, _ area: PixelRect, at time: Int64
  ) throws(ImageFileError) {
    appendFrameControl(area, at: time)
    let number = nextNumber()
    writer.append("fdAT") {
      PNGChunkWriter.append(number, to: &$0)
      encoder.appendPixels(of: surface, area, isOpaque: isOpaque, to: &$0)
    }
    try checkSize()
  }

  private func appendFrameControl(_ area: PixelRect, at time: Int64) {
    let number = nextNumber()
    frameControl = writer.append("fcTL") {
      for word in [
        number, UInt32(area.width), UInt32(area.height), UInt32(area.minX), UInt32(area.minY),
      ] {
        PNGChunkWriter.append(word, to: &$0)
      }
      PNGChunkWriter.append(UInt16(0), to: &$0)
      PNGChunkWriter.append(UInt16(1000), to: &$0)
      // Keep the frame, and replace the pixels under it.
      $0.append(contentsOf: [0, 0])
    }
    frameTime = time
    frameCount += 1
  }

  private func nextNumber() -> UInt32 {
    defer { sequence += 1 }
    return sequence
  }

  private func checkSize() throws(ImageFileError) {
    guard writer.bytes.count <= byteLimit else { throw .animationTooLarge(limit: byteLimit) }
  }
}
