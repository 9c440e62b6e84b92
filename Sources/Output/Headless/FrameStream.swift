import Geometry
import Images
import Raster
import System

/// The form of a file that has whole frames, one after the other.
public enum FrameStreamFormat: Sendable, Equatable {
  /// YUV4MPEG2 with 4:4:4 planes of 8 bits, BT.601 in its limited range. The declared rate is the
  /// output's refresh.
  case y4m
  /// The scanout's pixels, rows from top to bottom without gaps, and nothing else.
  case raw

  var name: String {
    switch self {
    case .y4m: "y4m"
    case .raw: "raw"
    }
  }
}

/// A plain file with all frames that were presented, each once.
///
/// Frames have no times: a scene that rests adds none. A frame that cannot be written is left out,
/// and the next one takes its place, so that frames always begin at whole multiples.
final class FrameStream {
  private let path: String
  private let file: FileDescriptor
  private var frame: Frame
  /// False until all rows have been taken from the surface.
  private var isComplete = false
  /// The place of the next frame, in bytes.
  private var end = 0

  private enum Frame {
    case planes(PlanarFrame)
    case rows([UInt8])
  }

  /// Makes the file, or begins it anew.
  /// - Throws: `noDirectory`; `notAFile` for a FIFO or a device, which might keep the daemon
  ///   waiting.
  init(path: String, _ format: FrameStreamFormat, _ mode: OutputMode) throws(OutputError) {
    if let kind = (try? FileStatus.of(path))?.kind, kind != .regular {
      throw .notAFile(path: path, kind)
    }
    self.path = path
    let size = mode.rotation.rotated(mode.size)
    do throws(SystemError) {
      file = try Self.emptied(path)
    } catch {
      throw .noDirectory(error)
    }
    switch format {
    case .raw:
      frame = .rows(Array(repeating: 0, count: size.width * size.height * mode.format.byteCount))
    case .y4m:
      frame = .planes(PlanarFrame(size: size))
      do throws(SystemError) {
        try append(PlanarFrame.header(size: size, refreshMillihertz: mode.refreshMillihertz).span)
      } catch {
        throw .noDirectory(error)
      }
    }
  }

  /// - Parameter changed: the rows of the surface that may differ from those of the frame before.
  func write(_ surface: Surface, changed: Range<Int>) throws(SystemError) {
    let rows = isComplete ? changed.clamped(to: 0..<surface.height) : 0..<surface.height
    isComplete = true
    switch frame {
    case .planes(var planes):
      // While the array is changed it has one owner, so that it is not copied.
      frame = .rows([])
      planes.update(surface, rows: rows)
      frame = .planes(planes)
      try append(planes.bytes.span)
    case .rows(var bytes):
      frame = .rows([])
      Self.copy(rows, of: surface, to: &bytes)
      frame = .rows(bytes)
      try append(bytes.span)
    }
  }

  /// Forgets the last frame: the next one is taken as a whole.
  func forget() { isComplete = false }

  private func append(_ bytes: Span<UInt8>) throws(SystemError) {
    do throws(SystemError) {
      try file.seek(to: end)
      try file.writeAll(bytes)
    } catch {
      throw SystemError(error.operation, path: path, code: error.code)
    }
    end += bytes.count
  }

  /// Opens without waiting, should a FIFO have just taken the file's place; a FIFO cannot be
  /// resized.
  private static func emptied(_ path: String) throws(SystemError) -> FileDescriptor {
    let file = try FileDescriptor.open(path, [.write, .create, .nonBlocking])
    do throws(SystemError) {
      try file.resize(to: 0)
    } catch {
      throw SystemError(error.operation, path: path, code: error.code)
    }
    return file
  }

  private static func copy(_ rows: Range<Int>, of surface: Surface, to bytes: inout [UInt8]) {
    let length = surface.width * surface.format.byteCount
    precondition(bytes.count == length * surface.height)
    unsafe bytes.withUnsafeMutableBytes { target in
      guard let target = target.baseAddress else { return }
      for y in rows {
        unsafe (target + y * length).copyMemory(
          from: surface.base + y * surface.stride, byteCount: length)
      }
    }
  }
}
