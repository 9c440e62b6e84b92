public import Geometry
public import Raster

/// The frames of an animated PNG file. Each is unpacked when it is needed.
///
/// The whole file stays in memory, but only a few pictures do. A frame is drawn over the one before
/// it, so that running forwards unpacks each frame once. Any other frame is reached from the last
/// frame before it that replaces the whole picture. If there are several users at different frames,
/// each continues from its own. (PNG specification, third edition: acTL, fcTL and fdAT.)
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
  /// The duration of each frame, in microseconds, rounded to the nearest.
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
  /// The pictures from which others are reached.
  private var cursors: [Cursor] = []
  /// Frames that cannot be unpacked.
  private var faults: [(index: Int, error: ImageFileError)] = []
  /// Counts the requests for pictures.
  private var clock = 0
  /// Frames drawn ahead since the last picture.
  private var aheadCount = 0
  /// Frames that were unpacked.
  private(set) var unpackedCount = 0

  /// A frame that was drawn.
  private struct Cursor {
    var index: Int
    var shown: Image
    /// The picture that the next frame is drawn over.
    var canvas: Image
    /// The time of its last use.
    var used: Int
  }

  public var frameCount: Int { frames.count }

  /// The pictures that are kept to reach others.
  var keptCount: Int { cursors.count }

  /// The most frames.
  public static var frameLimit: Int { 10_000 }

  /// Reads the structure of a file, without unpacking pixels.
  public init(_ file: consuming [UInt8], limits: ImageFileLimits = ImageFileLimits())
    throws(ImageFileError)
  {
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

  /// Pixels that are unpacked ahead at a time: half of a picture of 1920 × 1080, some 5 ms.
  static var slicePixels: Int { 1 << 20 }
  /// Pixels of all cursors together. There are at least two cursors and at most eight.
  private static var cursorPixels: Int { 4 << 20 }
  /// The number of requests for pictures after which an unused cursor is dropped.
  private static var cursorAge: Int { 64 }

  /// Unpacks some of the frames under a picture: `slicePixels`, and one more frame at most.
  /// - Parameter index: within `frameCount`.
  /// - Returns: true if one frame at most is left and the slice has time for it, or if none can be
  ///   unpacked.
  public func prepare(_ index: Int) -> Bool {
    var pixels = 0
    do throws(ImageFileError) {
      var (next, place) = try way(to: index)
      while next < index {
        // Users that take each other's cursors away must still come to an end.
        if aheadCount > 2 * frameCount { return true }
        if pixels >= AnimatedPNG.slicePixels { return false }
        place = try step(to: next, from: place)
        pixels += frames[next].area.area + size.width * size.height / 8
        aheadCount += 1
        next += 1
      }
    } catch {
      // A request for the picture reports the reason.
      return true
    }
    return pixels < AnimatedPNG.slicePixels
  }

  /// The whole picture at a frame.
  /// - Parameter index: within `frameCount`.
  public func picture(at index: Int) throws(ImageFileError) -> Image {
    clock += 1
    aheadCount = 0
    var (next, place) = try way(to: index)
    while next < index {
      place = try step(to: next, from: place)
      next += 1
    }
    let last = if next == index { try step(to: index, from: place) } else { place ?? 0 }
    cursors[last].used = clock
    return cursors[last].shown
  }

  /// The first frame to draw for a picture, `index + 1` if there is none, and the cursor of the
  /// frame before it, if there is one.
  private func way(to index: Int) throws(ImageFileError) -> (next: Int, cursor: Int?) {
    var next = index + 1
    while true {
      if let place = cursors.firstIndex(where: { $0.index == next - 1 }) { return (next, place) }
      if next <= index, isWhole(next) { return (next, nil) }
      next -= 1
      if let fault = faults.first(where: { $0.index == next }) { throw fault.error }
    }
  }

  /// Draws a frame and moves a cursor there, or a new one.
  /// - Returns: the place of the cursor.
  private func step(to index: Int, from place: Int?) throws(ImageFileError) -> Int {
    let drawn: (shown: Image, canvas: Image)
    do throws(ImageFileError) {
      drawn = try draw(index, over: isWhole(index) ? nil : place.map { cursors[$0].canvas })
    } catch {
      faults.append((index, error))
      throw error
    }
    let cursor = Cursor(index: index, shown: drawn.shown, canvas: drawn.canvas, used: clock)
    if let place {
      cursors[place] = cursor
      return place
    }
    cursors.removeAll { cursor in
      // If pictures are large, the end of a run is not kept once another run has begun.
      clock - cursor.used > AnimatedPNG.cursorAge
        || cursor.index == frameCount - 1 && size.width * size.height > AnimatedPNG.slicePixels
    }
    if cursors.count >= min(max(AnimatedPNG.cursorPixels / (size.width * size.height), 2), 8),
      let oldest = cursors.indices.min(by: { cursors[$0].used < cursors[$1].used })
    {
      cursors.remove(at: oldest)
    }
    cursors.append(cursor)
    return cursors.count - 1
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
  ) throws(ImageFileError) -> (shown: Image, canvas: Image) {
    let frame = frames[index]
    unpackedCount += 1
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
