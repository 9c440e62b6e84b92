import Animation
import CodeUnits
import Geometry
import Images
import JSON
import Layers
import Raster
import System

/// Frames layers: pictures that follow each other.
extension SceneReader {
  /// The pictures of a frames layer, as its keys ask for them.
  struct FrameRequest: Equatable {
    var name: ExactText?
    /// True if the name is that of several files.
    var isNumbered: Bool
    var first: Int?
    var count: Int?
    /// Columns and rows of a sheet; nil for none.
    var grid: [Int]?
    var pace: Pace
  }

  /// The keys of the times.
  struct Pace: Equatable {
    /// Pictures in a thousand seconds.
    var rate: Int64?
    /// The number of runs; 0 for no end, nil if it is not given.
    var runs: Int?

    func times(_ count: Int) -> FrameTimes {
      FrameTimes(count: count, rate: rate ?? 30_000, runCount: runs == 0 ? nil : runs ?? 1)
    }
  }

  func frames(_ reader: inout ObjectReader) -> ImageDescription? {
    var image = placement(ofPicture: &reader)
    let files = reader.take("files")
    let file = reader.take("file")
    let grid = reader.take("grid")
    let first = reader.integer("first", in: 0...1_000_000)
    let count = reader.integer("count", in: 1...SceneLimits.frames)
    let pace = pace(&reader)
    let sides = grid.flatMap { self.sides(ofGrid: $0) }
    var frames = FramesDescription(
      fillMode: reader.choice("fillMode", FillMode.allCases.map { ($0.name, $0) }) ?? .both,
      progress: reader.number("progress", in: 0...1))
    func refuse(_ key: String, _ reason: String) {
      guard let offset = reader.keyOffset(key) else { return }
      error(.conflict, at: offset, "`" + key + "` " + reason)
    }
    var request = FrameRequest(
      isNumbered: files != nil, first: first, count: count, grid: sides, pace: pace)
    if case .string(let name)? = (files ?? file)?.content { request.name = ExactText(name) }
    let former = takeFormerFrames(request)
    switch (files, file) {
    case (let files?, nil):
      refuse("grid", "belongs to a sheet, which is one `file`")
      frames.sequence = former ?? numberedFiles(files, first: first, count: count, pace)
    case (nil, let file?):
      refuse("first", "is the number of the first of several `files`")
      if let grid {
        frames.sequence = former ?? sides.flatMap { sheet(file, grid, $0, count: count, pace) }
      } else {
        refuse("count", "belongs to `files` or to a `grid`: an animation has a number of its own")
        frames.sequence = former ?? animation(file, pace)
      }
    default:
      let offset = reader.keyOffset("files") ?? reader.offset
      error(
        files == nil ? .missingKey : .conflict, at: offset,
        files == nil ? "a frames layer needs pictures" : "`files` beside `file`",
        expected: "`files`, such as \"frames/%04d.png\", or `file`, an animated PNG or a sheet")
    }
    guard let sequence = frames.sequence else {
      // A lenient reader keeps the layer without its pictures.
      image.frames = frames
      return options.isLenient ? image : nil
    }
    if former == nil {
      let place = (files ?? file)?.offset ?? reader.offset
      opened.frameSequences.append(
        OpenedFiles.Frames(sequence: sequence, offset: place, request: request))
    }
    image.frames = frames
    return image
  }

  /// Pictures that the scene without this variant has, for the first layer that asks for them.
  private func takeFormerFrames(_ request: FrameRequest) -> PackedFrames? {
    let place = formerFrames.firstIndex { $0.request == request }
    return place.map { formerFrames.remove(at: $0).sequence }
  }

  private func pace(_ reader: inout ObjectReader) -> Pace {
    var pace = Pace()
    pace.rate = reader.number("rate", in: 0.001...1000).map { Int64(($0 * 1000).rounded()) }
    if let node = reader.take("repeat"), let count = repeatCount(node) {
      if count.isFinite, count != count.rounded() || count < 1 {
        error(
          .outOfRange, at: node.offset, "`repeat` is not a whole number of runs",
          expected: "1 or more, or \"forever\"")
      } else {
        pace.runs = count.isFinite ? Int(count) : 0
      }
    }
    return pace
  }

  // MARK: Sources

  private func numberedFiles(
    _ node: JSONNode, first: Int?, count: Int?, _ pace: Pace
  ) -> PackedFrames? {
    guard let path = picturePath(node, "files") else { return nil }
    // The directory may have signs of its own.
    let isRelative = directory.map { path.utf8.starts(with: $0.utf8) } ?? false
    let folder = isRelative ? directory ?? "" : ""
    let name = String(decoding: path.utf8.dropFirst(folder.utf8.count), as: UTF8.self)
    guard let pattern = NumberedName(name, in: folder) else {
      error(
        .invalidValue, at: node.offset, "`files` has no place for a number",
        expected: "a name with one, such as \"frames/%04d.png\" or \"frame-%d.png\"")
      return nil
    }
    var pictures: [PackedPNG] = []
    var start = first ?? 0
    while pictures.count < count ?? .max {
      let path = pattern.name(start + pictures.count)
      do throws(ImageFileError) {
        let picture = try PackedPNG(atPath: path, limits: frameLimits(kept: pictures.first == nil))
        guard picture.size == pictures.first?.size ?? picture.size else {
          unusable(
            .image, at: node.offset,
            "'" + path + "' has \(picture.size.width)×\(picture.size.height) pixels",
            expected: "pictures of one size: the first has "
              + "\(pictures[0].size.width)×\(pictures[0].size.height)")
          return nil
        }
        guard countFrame(picture.byteCount, at: node) else { return nil }
        pictures.append(picture)
        opened.paths.append(path)
      } catch {
        let isMissing = SceneReader.isMissing(error)
        if isMissing, count == nil, !pictures.isEmpty { break }
        // Numbers begin at 0 or 1.
        if isMissing, pictures.isEmpty, first == nil, start == 0 {
          start = 1
          continue
        }
        unusable(node, path, error)
        return nil
      }
    }
    keepWindow(pictures[0].size)
    return FrameFiles(pictures, pattern, first: start, pace.times(pictures.count))
  }

  /// The columns and rows of a sheet.
  private func sides(ofGrid node: JSONNode) -> [Int]? {
    guard let nodes = elements(node, "grid", count: 2...2, of: "whole numbers") else { return nil }
    let sides = nodes.compactMap { integer($0, "grid", in: 1...1000) }
    return sides.count == 2 ? sides : nil
  }

  private func sheet(
    _ node: JSONNode, _ grid: JSONNode, _ sides: [Int], count: Int?, _ pace: Pace
  ) -> PackedFrames? {
    guard let image = image(node), case .string(let name) = node.content else { return nil }
    let (columns, rows) = (sides[0], sides[1])
    guard image.size.width % columns == 0, image.size.height % rows == 0 else {
      error(
        .invalidValue, at: grid.offset,
        "the picture's \(image.size.width)×\(image.size.height) pixels cannot be divided into "
          + "\(columns)×\(rows) equal cells",
        expected: "columns and rows that divide the picture's sides")
      return nil
    }
    guard count ?? 1 <= columns * rows else {
      error(
        .outOfRange, at: grid.offset, "`count` is more than the \(columns * rows) cells")
      return nil
    }
    let frameCount = count ?? columns * rows
    for _ in 0..<frameCount {
      guard countFrame(0, at: node) else { return nil }
    }
    return FrameSheet(
      image, columns: columns, rows: rows, path: name, pace.times(frameCount))
  }

  private func animation(_ node: JSONNode, _ pace: Pace) -> PackedFrames? {
    guard let path = picturePath(node, "file") else { return nil }
    let animation: AnimatedPNG
    do throws(ImageFileError) {
      let limits = frameLimits(kept: true)
      let bytes: [UInt8]
      do throws(ReadFileError) {
        bytes = try readFile(atPath: path, limit: limits.byteCount)
      } catch {
        throw ImageFileError.notRead(error)
      }
      guard countFrame(bytes.count, at: node) else { return nil }
      animation = try AnimatedPNG(bytes, limits: limits)
    } catch {
      unusable(node, path, error)
      return nil
    }
    opened.frameCount += animation.frameCount - 1
    guard countFrame(0, at: node) else { return nil }
    opened.paths.append(path)
    keepWindow(animation.size)
    let runs = pace.runs == nil ? animation.runCount : pace.runs == 0 ? nil : pace.runs
    let times =
      if let rate = pace.rate ?? animation.evenRate {
        FrameTimes(count: animation.frameCount, rate: rate, runCount: runs)
      } else {
        FrameTimes(durations: animation.durations, runCount: runs)
      }
    return FrameAnimation(animation, path: path, times)
  }

  // MARK: Limits

  /// - Parameter kept: true for the first picture of a sequence, whose size all others have.
  private func frameLimits(kept: Bool) -> ImageFileLimits {
    ImageFileLimits(
      side: SceneLimits.imageSide,
      pixelCount: kept
        ? (SceneLimits.imagePixels - opened.imagePixelCount) / SceneReader.window
        : SceneLimits.imagePixels,
      byteCount: SceneLimits.imageFileSize)
  }

  /// Pictures of a sequence that are unpacked at a time.
  private static var window: Int { 2 }

  private func keepWindow(_ size: PixelSize) {
    opened.imagePixelCount += SceneReader.window * size.width * size.height
  }

  /// Counts a picture and the bytes that stay in memory.
  private func countFrame(_ byteCount: Int, at node: JSONNode) -> Bool {
    opened.frameCount += 1
    opened.frameByteCount += byteCount
    guard opened.frameCount <= SceneLimits.frames else {
      error(
        .limit, at: node.offset, "\(opened.frameCount) pictures of frames layers or more",
        expected: "at most \(SceneLimits.frames)")
      return false
    }
    guard opened.frameByteCount <= SceneLimits.frameBytes else {
      error(
        .limit, at: node.offset, "\(opened.frameByteCount) bytes of frames or more",
        expected: "at most \(SceneLimits.frameBytes): smaller, fewer or simpler pictures")
      return false
    }
    return true
  }

  private static func isMissing(_ error: ImageFileError) -> Bool {
    if case .notRead(.system(let error)) = error { error.isNotFound } else { false }
  }

  private func unusable(_ node: JSONNode, _ path: String, _ error: ImageFileError) {
    unusable(
      .image, at: node.offset, error.description(at: path),
      expected: "PNG files, relative to the scene's directory")
  }
}
