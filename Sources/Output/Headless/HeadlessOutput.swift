import Geometry
import Images
public import Raster
import System

/// Memory in the place of a display: for PNG files, screenshots and hashes.
///
/// The files hold the scanout of a display, rotated if the picture is; `read` gives the picture.
public final class HeadlessOutput: Output {
  /// True if each frame's hash is computed, which costs reading the changed rows.
  public var hashesFrames = false {
    didSet { if hashesFrames && !oldValue { hasher = nil } }
  }
  private let sink: Sink
  private var memory: FrameMemory?
  private var hasher: FrameHasher?

  /// Keeps frames in memory.
  public init(mode: OutputMode) {
    sink = .memory
    super.init(name: "none", mode: mode)
  }

  /// Writes each frame as a file, too. The directory is created if it does not exist.
  public init(mode: OutputMode, directory: String) throws(OutputError) {
    sink = .files(try FrameFiles(directory: directory))
    super.init(name: "png", mode: mode)
  }

  /// Appends each frame to a file, too, which is made or begun anew.
  public init(
    mode: OutputMode, format: FrameStreamFormat, path: String
  ) throws(OutputError) {
    sink = .stream(try FrameStream(path: path, format, mode))
    super.init(name: format.name, mode: mode)
  }

  override func show(
    _ damage: Region, frame: Int, draw: (Surface, Region) -> Void
  ) throws(OutputFault) -> FrameHash? {
    let memory = lentMemory()
    let region = memory.isComplete ? damage : Region(PixelRect(size))
    draw(memory.surface, region)
    if isAbandoned {
      sink.forget()
      return nil
    }
    memory.isComplete = true
    let hash = updatedHash(memory.surface, region)
    // The picture's rows are the scanout's rows if the picture is upright.
    let bounds = region.bounds
    let rows = mode.rotation == .upright ? bounds.minY..<bounds.maxY : 0..<Int.max
    try sink.write(memory.buffer.surface, changed: rows, frame: frame)
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

/// The files of a headless output.
private enum Sink {
  case memory
  case files(FrameFiles)
  case stream(FrameStream)

  /// - Parameter changed: the rows of the surface that may differ from those of the frame before.
  func write(_ surface: Surface, changed: Range<Int>, frame: Int) throws(OutputFault) {
    switch self {
    case .memory: break
    case .files(let files):
      do throws(ImageFileError) {
        try files.write(surface, changed: changed, frame: frame)
      } catch {
        throw .png(error)
      }
    case .stream(let stream):
      do throws(SystemError) {
        try stream.write(surface, changed: changed)
      } catch {
        throw .file(error)
      }
    }
  }

  /// Forgets the last frame: the next one is written as if all of it had changed.
  func forget() {
    switch self {
    case .memory: break
    case .files(let files): files.forget()
    case .stream(let stream): stream.forget()
    }
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

extension Output {
  /// The output itself, if its frames can be read from memory.
  public var headless: HeadlessOutput? { self as? HeadlessOutput }
}
