import Geometry
import Images
public import Raster

/// Memory in the place of a display: for PNG files, screenshots and hashes.
///
/// The files hold the scanout of a display, rotated if the picture is; `read` gives the picture.
public final class HeadlessOutput: Output {
  /// True if each frame's hash is computed, which costs reading the changed rows.
  public var hashesFrames = false {
    didSet { if hashesFrames && !oldValue { hasher = nil } }
  }
  private let files: FrameFiles?
  private var memory: FrameMemory?
  private var hasher: FrameHasher?

  /// Keeps frames in memory.
  public init(mode: OutputMode) {
    files = nil
    super.init(name: "none", mode: mode)
  }

  /// Writes each frame as a file, too. The directory is created if it does not exist.
  public init(mode: OutputMode, directory: String) throws(OutputError) {
    files = try FrameFiles(directory: directory)
    super.init(name: "png", mode: mode)
  }

  public override var headless: HeadlessOutput? { self }

  override func show(
    _ damage: Region, frame: Int, draw: (Surface, Region) -> Void
  ) throws(OutputFault) -> FrameHash? {
    let memory = lentMemory()
    let region = memory.isComplete ? damage : Region(PixelRect(size))
    draw(memory.surface, region)
    if isAbandoned {
      files?.forget()
      return nil
    }
    memory.isComplete = true
    let hash = updatedHash(memory.surface, region)
    do throws(PNGError) {
      // Rows of the picture are those of the scanout where it lies upright.
      let bounds = region.bounds
      let rows = mode.rotation == .upright ? bounds.minY..<bounds.maxY : 0..<Int.max
      try files?.write(memory.buffer.surface, changed: rows, frame: frame)
    } catch {
      throw .png(error)
    }
    return hash
  }

  /// Reads the last frame; nil before the first one.
  public func read<Result, Failure: Error>(
    _ body: (Surface) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let memory, memory.isComplete else { return nil }
    return try body(memory.surface)
  }

  private func lentMemory() -> FrameMemory {
    if let memory { return memory }
    let memory = FrameMemory(mode)
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
  /// Rows of the scanout.
  let buffer: PixelBuffer
  private let rotation: Rotation
  /// True if a whole picture has been drawn into it.
  var isComplete = false

  init(_ mode: OutputMode) {
    rotation = mode.rotation
    buffer = PixelBuffer(size: rotation.rotated(mode.size), format: mode.format)
  }

  /// The picture on it.
  var surface: Surface { buffer.surface(rotated: rotation) }
}
