import ArgumentParser
import Geometry
import Images
import Raster

struct FramesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frames",
    abstract: "Put the frames of firstlightd --output=png:DIR together.")

  @Argument(help: "The directory with the frames.", completion: .directory)
  var directory: String

  @Option(
    help: ArgumentHelp("Write an animated PNG file.", valueName: "file"),
    completion: .file(extensions: ["png"]))
  var apng: String?

  @Option(
    help: ArgumentHelp("Write one picture of small frames side by side.", valueName: "file"),
    completion: .file(extensions: ["png"]))
  var sheet: String?

  @Option(
    help: ArgumentHelp(
      "Frames a second; without it the files' times count, which are right for a daemon that ran "
        + "on --clock=vsync.", valueName: "rate"))
  var fps: Double?

  @Option(help: ArgumentHelp("Pictures on the sheet, at most.", valueName: "number"))
  var count = 16

  func validate() throws {
    guard apng != nil || sheet != nil else {
      throw ValidationError("nothing to write: name a file with --apng or --sheet")
    }
    if let fps, !(0.1...240).contains(fps) {
      throw ValidationError("--fps \(fps) is outside 0.1…240")
    }
    guard (1...256).contains(count) else {
      throw ValidationError("--count \(count) is outside 1…256")
    }
  }

  func run() throws {
    let interval = fps.map { Int64((1_000_000 / $0).rounded()) }
    let frames = try FrameFolder(path: directory, interval: interval).frames
    if let apng { try PictureFile.write(try animation(of: frames, interval), to: apng) }
    guard let sheet else { return }
    let chosen = ContactSheet.choose(count, of: frames.count).map { frames[$0] }
    let layout = ContactSheet(picture: try Self.picture(chosen[0]).size, count: chosen.count)
    guard !layout.isTooLarge else {
      throw ClientError(
        .refused, "the sheet would have more than \(PictureFile.pixelLimit) pixels",
        hint: "a lower --count")
    }
    let pictures = try chosen.map { layout.shrunk(try Self.picture($0)) }
    let buffer = layout.draw(pictures)
    try PictureFile.write(try PictureFile.encode(buffer.surface), to: sheet)
  }

  /// Microseconds. A picture is repeated each minute, and files that were copied may be decades
  /// apart.
  private static let longest: Int64 = 86_400_000_000

  private func animation(
    of frames: [FrameFolder.Frame], _ interval: Int64?
  ) throws(ClientError) -> [UInt8] {
    guard interval != nil || frames.allSatisfy({ $0.time <= Self.longest }) else {
      throw ClientError(
        .refused, "the files in \(directory) have times that are more than a day apart",
        hint: "--fps shows each for the same time")
    }
    let size = try Self.picture(frames[0]).size
    let movie = try Movie(size: size)
    for frame in frames {
      let picture = try Self.picture(frame)
      guard picture.size == size else {
        throw ClientError(
          .noInput,
          "\(frame.path) is \(picture.size.width)x\(picture.size.height), and the "
            + "first frame is \(size.width)x\(size.height)",
          hint: "frames of one run, in a directory of their own")
      }
      try movie.add(picture, at: frame.time)
    }
    // The last picture is shown for a second, or for a given interval.
    return try movie.finish(at: (frames.last?.time ?? 0) + (interval ?? 1_000_000))
  }

  private static func picture(_ frame: FrameFolder.Frame) throws(ClientError) -> Image {
    do throws(ImageFileError) {
      return try ImageDecoder.decode(atPath: frame.path)
    } catch {
      throw ClientError(.noInput, "cannot use \(frame.path): \(error.description)")
    }
  }
}
