public import Geometry
public import Raster

/// The frames of an animated PNG file, each of which is unpacked when it is asked for.
///
/// The whole file stays in memory, but only one picture of those already shown: a frame is drawn over the one
/// before it, so that running forwards unpacks each frame once. Any other frame is reached from the last
/// frame before it that replaces the whole picture. (PNG specification, third edition: acTL, fcTL and fdAT.)
public final class AnimatedPNG {
  /// One frame: a rectangle of pixels and its effect on the picture.
  struct Frame {
    enum Disposal: UInt8 { case none, background, previous }

    let area: PixelRect
    let disposal: Disposal
    /// True to blend with the picture so far, false to replace it.
    let isBlended: Bool
    /// The chunks with its packed pixels, without their names and checksums.
    var pixels: [Range<Int>]
  }

  public let size: PixelSize
  /// How long each frame is shown, in microseconds, rounded to the nearest.
  public let durations: [Int64]
  /// Frames in a thousand seconds, if all are shown equally long and the number is whole.
  public let evenRate: Int64?
  /// The number of runs; nil for no end.
  public let runCount: Int?
  let frames: [Frame]

  private let bytes: [UInt8]
  /// The header from the depth on, and the chunks that all frames share.
  private let format: [UInt8]
  private let shared: [Range<Int>]
  /// The last frame that was made, and the picture that the next one is drawn over.
  private var last: (index: Int, canvas: Image)?

  public var frameCount: Int { frames.count }

  /// The most frames.
  public static var frameLimit: Int { 10_000 }

  /// Reads the structure of a file, without unpacking pixels.
  public init(_ file: consuming [UInt8], limits: PNGLimits = PNGLimits()) throws(PNGError) {
    var reader = try AnimatedPNGReader(file, limits: limits)
    try reader.read()
    size = reader.size
    frames = reader.frames
    durations = reader.durations
    evenRate = reader.evenRate
    runCount = reader.runCount
    format = reader.format
    shared = reader.shared
    bytes = reader.bytes
  }

  /// The whole picture at a frame.
  /// - Parameter index: within `frameCount`.
  public func picture(at index: Int) throws(PNGError) -> Image {
    var start = index
    while !isWhole(start), last?.index != start - 1 { start -= 1 }
    let canvas = isWhole(start) ? nil : last?.canvas
    last = nil
    var picture = try draw(start, over: canvas)
    for next in start..<index { picture = try draw(next + 1, over: picture.canvas) }
    last = (index, picture.canvas)
    return picture.shown
  }

  /// True if a frame does not depend on those before it.
  private func isWhole(_ index: Int) -> Bool {
    let frame = frames[index]
    return index == 0
      || frame.area == PixelRect(size) && !frame.isBlended && frame.disposal != .previous
  }

  /// Draws a frame over a canvas; clear for nil.
  /// - Returns: the picture, and the canvas of the next frame, which is often the same.
  private func draw(
    _ index: Int, over canvas: Image?
  ) throws(PNGError) -> (shown: Image, canvas: Image) {
    let frame = frames[index]
    let part = try PNGDecoder.decode(file(of: frame))
    if frame.area == PixelRect(size), !frame.isBlended, frame.disposal == .none {
      return (part, part)
    }
    let canvas = canvas ?? Image(clearOf: size)
    let shown = canvas.overlaid(with: part, at: frame.area, isBlended: frame.isBlended)
    return switch frame.disposal {
    case .none: (shown, shown)
    case .background: (shown, shown.cleared(in: frame.area))
    case .previous: (shown, canvas)
    }
  }

  /// A still picture of one frame.
  private func file(of frame: Frame) -> [UInt8] {
    var writer = PNGChunkWriter()
    writer.append("IHDR") {
      PNGChunkWriter.append(UInt32(frame.area.width), to: &$0)
      PNGChunkWriter.append(UInt32(frame.area.height), to: &$0)
      $0.append(contentsOf: format)
    }
    for chunk in shared { writer.append(whole: bytes[chunk]) }
    writer.append("IDAT") {
      for part in frame.pixels { $0.append(contentsOf: bytes[part]) }
    }
    writer.append("IEND") { _ in }
    return writer.finish()
  }
}
