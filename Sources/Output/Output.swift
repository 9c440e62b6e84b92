public import Geometry
import Images
public import Raster

/// Where frames go: a display, or something in its place.
///
/// The seam that every backend keeps, the displays to come too:
/// - An output lends a surface for the time of a drawing, and tells which region of it has to be
///   drawn: the damage, and what the lent buffer lacks of earlier frames. A display lends its
///   buffers in turn and knows the age of each; here one buffer is kept, which lacks everything
///   once, at the first frame. What lies outside the region holds the picture already.
/// - The caller draws exactly that region, for the presentation time it was given.
/// - The output then shows the frame and reports it. A failure to show leaves the buffer as it
///   was drawn: the output stays usable, and the next frame tries again with the whole picture.
/// - Without a call nothing runs: no timer, no descriptor, no memory before the first frame.
/// - Sizes are checked when the output is made; later only the outside can fail.
public final class Output {
  /// A short name for people and clients.
  public let name: String
  /// Pixels, at most `sideLimit` a side.
  public let size: PixelSize
  /// Pixels a point.
  public let scale: Double
  public let format: PixelFormat
  /// Frames in a thousand seconds.
  public let refreshMillihertz: Int
  public private(set) var state: OutputState = .enabled
  /// Frames drawn so far, those included that could not be shown.
  public private(set) var frameCount = 0
  /// Whether each frame's hash is computed, which costs reading the rows that changed.
  public var hashesFrames = false {
    didSet { if hashesFrames && !oldValue { hasher = nil } }
  }

  private let backend: Backend
  private var memory: FrameMemory?
  private var hasher: FrameHasher?

  /// The most pixels a side.
  public static var sideLimit: Int { 16384 }

  private enum Backend {
    case none
    case png(FrameFiles)
  }

  /// Makes the output that was asked for. For PNG files the directory is created if missing.
  public init(_ specification: OutputSpecification) throws(OutputError) {
    let size = specification.size
    guard size.width >= 1, size.height >= 1, size.width <= Self.sideLimit,
      size.height <= Self.sideLimit
    else { throw .invalidSize(size, limit: Self.sideLimit) }
    guard specification.scale > 0, specification.scale.isFinite else {
      throw .invalidScale(specification.scale)
    }
    switch specification.destination {
    case .png(let directory):
      name = "png"
      backend = .png(try FrameFiles(directory: directory))
    case .none, .auto:
      name = "none"
      backend = .none
    }
    self.size = size
    scale = specification.scale
    format = specification.format
    refreshMillihertz = 60_000
  }

  /// Draws and shows a frame.
  /// - Parameters:
  ///   - damage: what changed since the last frame, in pixels.
  ///   - time: when the frame is seen, in microseconds of the caller's clock.
  ///   - draw: draws a region of the surface, both in pixels. The surface ends with the call.
  /// - Returns: what was shown.
  /// - Throws: `frameNotShown`, after drawing.
  public func present(
    _ damage: Region, at time: Int64, draw: (Surface, Region) -> Void
  ) throws(OutputError) -> Presentation {
    let memory = lentMemory()
    let whole = PixelRect(size)
    let region = memory.isComplete ? damage.intersection(whole) : Region(whole)
    draw(memory.buffer.surface, region)
    memory.isComplete = true
    frameCount += 1
    let presentation = Presentation(
      frame: frameCount, time: time, hash: updatedHash(memory.buffer.surface, region),
      isRecovery: state != .enabled)
    if case .png(let files) = backend {
      do throws(PNGError) {
        try files.write(memory.buffer.surface, frame: frameCount)
      } catch {
        let isRepetition = state.isFailing(like: error)
        state = .failing(error)
        throw .frameNotShown(frame: frameCount, error, isRepetition: isRepetition)
      }
    }
    state = .enabled
    return presentation
  }

  /// Reads the frame as it was last drawn; nil before the first one.
  public func read<Result, Failure: Error>(
    _ body: (Surface) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let memory, memory.isComplete else { return nil }
    return try body(memory.buffer.surface)
  }

  private func lentMemory() -> FrameMemory {
    if let memory { return memory }
    let memory = FrameMemory(size: size, format: format)
    self.memory = memory
    return memory
  }

  private func updatedHash(_ surface: Surface, _ region: Region) -> FrameHash? {
    guard hashesFrames else { return nil }
    let bounds = region.bounds
    if let hasher {
      if !region.isEmpty { hasher.update(surface, rows: bounds.minY..<bounds.maxY) }
      return hasher.hash
    }
    let hasher = FrameHasher()
    hasher.update(surface, rows: 0..<surface.height)
    self.hasher = hasher
    return hasher.hash
  }
}

/// A headless output's buffer.
private final class FrameMemory {
  let buffer: PixelBuffer
  /// Whether a whole picture has been drawn into it.
  var isComplete = false

  init(size: PixelSize, format: PixelFormat) { buffer = PixelBuffer(size: size, format: format) }
}
