import Foundation
import Geometry
import Lottie
import Raster
import Scene

/// A Lottie animation as layers with animations, or as a layer of pictures, one for each of its
/// frames.
struct LottieImport {
  /// Choices for the pictures.
  struct Options {
    /// Pixels; nil for the animation's own size.
    var size: PixelSize?
    /// The name of the part to take; nil for the whole animation.
    var marker: String?
    /// True if a progress chooses the picture, and not the time.
    var followsProgress = false
    /// True to make pictures even of an animation that layers could show.
    var isBaked = false
  }

  private(set) var scene: ImportedScene

  /// Pictures of at most that rate are made: no screen shows more.
  private static let highestRate = 60.0
  private static let mostPictures = 3600
  /// Pixels of all pictures together: six seconds of 1080p at 60 a second.
  private static let pixelLimit = 6 * 60 * 1920 * 1080
  private static let longestSide = 4096.0

  init(_ picture: LottiePicture, _ path: String, _ options: Options) throws(ClientError) {
    let file = picture.file
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    scene = ImportedScene(origin: "the Lottie animation \(name)", name: name)
    for warning in picture.warnings { scene.omit(path, warning) }
    let part = try Self.part(of: file, path, options)
    do throws(LayerObstacle) {
      try addLayers(of: file, part, options)
    } catch {
      let place = error.place.isEmpty ? "" : " (\(error.place))"
      scene.choice = "baked as pictures: " + error.reason + place
      if !file.slots.isEmpty {
        let names = file.slots.map { "'\($0.name)'" }.joined(separator: ", ")
        scene.omit(
          path, "the slots \(names) are in the pictures; --set-variable NAME=VALUE sets them here")
      }
      try addPictures(of: picture, path, part, options)
    }
  }

  // MARK: Layers

  private mutating func addLayers(
    of file: LottieFile, _ part: (start: Double, duration: Double), _ options: Options
  ) throws(LayerObstacle) {
    if options.isBaked { throw LayerObstacle(reason: "--bake asks for them", place: "") }
    if options.followsProgress {
      throw LayerObstacle(reason: "--progress chooses one of them", place: "")
    }
    guard part.duration >= 0.001 else {
      throw LayerObstacle(reason: "the part has no duration", place: "")
    }
    let layers = try file.layers(from: part.start, duration: part.duration)
    var writer = LottieLayers()
    var scene = scene
    for slot in file.slots {
      guard case .color(let color) = slot.value else { continue }
      guard scene.variables.count < SceneLimits.variables else {
        throw LayerObstacle(
          reason: "it names more colours than the \(SceneLimits.variables) variables of a scene",
          place: "")
      }
      let name = scene.addVariable(slot.name, color.text)
      writer.variables[slot.name] = name
    }
    scene.size = [file.size.width, file.size.height]
    // Layers are cut off at the edges, as pictures are.
    var root = ImportedScene.Entry()
    root.set("name", "animation")
    root.set("masksToBounds", json: "true")
    root.sublayers = writer.entries(of: layers)
    scene.layers = [root]
    // The reader of scenes checks the limits, which are not repeated here.
    do throws(SceneError) {
      _ = try SceneLoader.load(bytes: Array(scene.text.utf8), name: scene.name, directory: nil)
    } catch {
      let fault = error.diagnostics.first { $0.severity == .error }
      throw LayerObstacle(
        reason: "a scene of its layers is refused: " + (fault?.message ?? ""), place: "")
    }
    let count = layers.reduce(0) { $0 + $1.layerCount }
    scene.choice = "drawn by layers: \(count), with \(writer.animationCount) animations"
    self.scene = scene
  }

  // MARK: Pictures

  private mutating func addPictures(
    of picture: LottiePicture, _ path: String, _ part: (start: Double, duration: Double),
    _ options: Options
  ) throws(ClientError) {
    let file = picture.file
    let size = try Self.size(of: file, path, options)
    let rate = min(file.frameRate, Self.highestRate)
    let count = max(1, (part.duration * rate - 1e-6).rounded(.up))
    guard count <= Double(Self.mostPictures),
      count * Double(size.width * size.height) <= Double(Self.pixelLimit)
    else {
      throw ClientError(
        .refused,
        "\(path): \(Int(min(count, 1e9))) pictures of \(size.width)x\(size.height) are too many",
        hint: "a smaller --size, or a part of the animation by --marker")
    }
    var layer = try draw(picture, path, size, Int(count)) { part.start + Double($0) / rate }
    scene.size = [Double(size.width), Double(size.height)]
    layer.set("name", "animation")
    if options.followsProgress {
      var control = ImportedScene.Entry()
      control.set("kind", "progress")
      control.set("drives", "animation")
      scene.controls.append(("progress", control))
    } else {
      layer.set("rate", rate)
      layer.set("repeat", "forever")
    }
    scene.layers.append(layer)
  }

  /// Pixels of a picture.
  private static func size(
    of file: LottieFile, _ path: String, _ options: Options
  ) throws(ClientError) -> PixelSize {
    if let size = options.size { return size }
    let (width, height) = (file.size.width.rounded(.up), file.size.height.rounded(.up))
    guard width <= longestSide, height <= longestSide else {
      throw ClientError(
        .refused, "\(path) is larger than \(Int(longestSide)) pixels", hint: "name a --size")
    }
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// Seconds from the animation's first frame.
  private static func part(
    of file: LottieFile, _ path: String, _ options: Options
  ) throws(ClientError) -> (start: Double, duration: Double) {
    guard let name = options.marker else { return (0, file.duration) }
    guard let marker = file.markers.first(where: { $0.name == name }) else {
      let names = file.markers.map { "'\($0.name)'" }.joined(separator: ", ")
      throw ClientError(
        .refused, "\(path) has no marker '\(name)'",
        hint: names.isEmpty ? "it has no markers" : "its markers are \(names)")
    }
    let start = (marker.start - file.range.start) / file.frameRate
    let duration = marker.duration / file.frameRate
    guard start >= 0, start < file.duration, duration >= 0 else {
      throw ClientError(.refused, "\(path): the marker '\(name)' lies outside the animation")
    }
    return (start, min(duration, file.duration - start))
  }

  private mutating func draw(
    _ picture: LottiePicture, _ path: String, _ size: PixelSize, _ count: Int,
    time: (Int) -> Double
  ) throws(ClientError) -> ImportedScene.Entry {
    var pictures: [(place: String, bytes: [UInt8])] = []
    var progress = WorkProgress("frame", total: count)
    defer { progress.end() }
    let buffer = PixelBuffer(size: size, format: .argb8888)
    var excess: String?
    for index in 0..<count {
      progress.advance()
      _ = picture.draw(at: time(index), into: buffer.surface)
      excess = excess ?? picture.excess
      pictures.append(("frame \(index)", try PictureFile.encode(buffer.surface)))
    }
    if let excess { scene.omit(path, excess) }
    return try scene.frames(in: "frames", pictures)
  }
}
