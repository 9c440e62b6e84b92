import Geometry
import Images
import Raster
import Scene
import Stage
import System
import Wire

/// The data that the loop and the thread that reads scenes pass to each other. While the thread
/// works, the data belongs to it.
final class LoadDesk {
  /// The size in pixels, the pixels in a point and the requested locale for which a scene is laid
  /// out.
  struct Format {
    var size: PixelSize
    var scale: Double
    var locale = ""
    var area: Int { size.width * size.height }
  }

  enum Input {
    case origin(SceneOrigin)
    case descriptor(SceneLoad.FileSlot, limit: Int)
    /// A scene that was laid out for other formats.
    case loaded(LoadedScene)
    case picture(PictureFile, PictureUses)
    case screen(ScreenPixels, Limits)
  }

  /// A picture file to be unpacked.
  enum PictureFile {
    /// A file that a client has opened.
    case descriptor(SceneLoad.FileSlot, ImageFileLimits)
    /// A file that a scene names.
    case named(ImageFile)
  }

  enum Result {
    case loaded(LoadedScene)
    case sceneFailed(SceneError)
    case callFailed(CallError)
    case picture(Image)
    case pictureFailed(ImageFileError)
    case screen(ScreenFile)
  }

  private var input: Input?
  private var formats: [Format] = []
  private var isToBeShown = true
  /// Measures the cost of a frame; nil if frames have no deadlines.
  private let trial: FrameTrial?
  private var result: Result?
  /// Scenes to be freed.
  private var retired: [RetiredScene] = []

  /// Values for the variables of all scenes.
  private let variables: [VariableAssignment]

  init(trial: FrameTrial?, variables: [VariableAssignment] = []) {
    self.trial = trial
    self.variables = variables
  }

  // MARK: The loop's side

  var hasRetired: Bool { !retired.isEmpty }

  /// - Parameter isToBeShown: false for a scene that is only read and tried.
  func put(_ input: Input, formats: [Format], isToBeShown: Bool) {
    self.input = input
    self.formats = formats
    self.isToBeShown = isToBeShown
  }

  func retire(_ scene: RetiredScene) { retired.append(scene) }

  func takeResult() -> Result? { result.take() }

  // MARK: The thread's side

  /// Frees the retired scenes, also while further ones wait to be read, and reads the scene.
  func work() {
    if hasRetired { free() }
    guard let input = input.take() else { return }
    do throws(SceneError) {
      result = try load(input)
    } catch {
      result = .sceneFailed(error)
    }
    // Much of the memory for reading is free again, whatever the result.
    FreeMemory.giveBack()
  }

  private func free() {
    for scene in retired { scene.free() }
    retired.removeAll()
    FreeMemory.giveBack()
  }

  private func load(_ input: Input) throws(SceneError) -> Result {
    switch input {
    case .origin(let origin):
      return try load(origin)
    case .descriptor(let slot, let limit):
      let bytes: [UInt8]
      do throws(CallError) {
        bytes = try slot.contents(limit: limit, called: "sceneBytes")
      } catch {
        return .callFailed(error)
      }
      return try load(.bytes(bytes, name: "descriptor"))
    case .loaded(let loaded):
      loaded.layOut(for: formats)
      return .loaded(loaded)
    case .picture(let file, let uses):
      let result = unpack(file)
      if case .picture(let image) = result { uses.prepare(image) }
      return result
    case .screen(let pixels, let limits):
      defer { pixels.free() }
      do throws(CallError) {
        return .screen(try ScreenFile(pixels, limits: limits))
      } catch {
        return .callFailed(error)
      }
    }
  }

  private func unpack(_ file: PictureFile) -> Result {
    switch file {
    case .descriptor(let slot, let limits):
      do throws(CallError) {
        return .picture(try decode(slot, limits))
      } catch {
        return .callFailed(error)
      }
    case .named(let file):
      do throws(ImageFileError) {
        return .picture(try file.unpacked())
      } catch {
        return .pictureFailed(error)
      }
    }
  }

  private func decode(
    _ slot: SceneLoad.FileSlot, _ limits: ImageFileLimits
  ) throws(CallError) -> Image {
    // The file is copied first, since the client may still shorten it.
    let bytes = try slot.contents(limit: limits.byteCount, called: "pictureBytes")
    do throws(ImageFileError) {
      return try ImageDecoder.decode(bytes, limits: limits)
    } catch {
      throw .invalidValue("fileDescriptor", reason: error.description)
    }
  }

  private func load(_ origin: SceneOrigin) throws(SceneError) -> Result {
    let (scene, fault) = try origin.load(trying: variables)
    if let trial, let largest = formats.max(by: { $0.area < $1.area }) {
      try trial.check(scene, in: largest)
    }
    return .loaded(LoadedScene(scene, from: origin, isToBeShown ? formats : [], without: fault))
  }
}

/// A scene that was read, and laid out for its outputs.
final class LoadedScene {
  let scene: Scene
  let origin: SceneOrigin
  /// The mistake in the settings' values for variables. With a mistake the scene has none of these
  /// values; nil if it has them.
  let variableFault: SceneError?
  private var prepared: [PreparedScene] = []

  init(
    _ scene: Scene, from origin: SceneOrigin, _ formats: [LoadDesk.Format],
    without variableFault: SceneError? = nil
  ) {
    self.scene = scene
    self.origin = origin
    self.variableFault = variableFault
    layOut(for: formats)
  }

  /// True if it is laid out for all outputs as they are now.
  func fits(_ formats: [LoadDesk.Format]) -> Bool {
    var rest = prepared
    return formats.allSatisfy { format in
      let index = rest.firstIndex {
        $0.fits(format.size, scale: format.scale, locale: format.locale)
      }
      if let index { rest.remove(at: index) }
      return index != nil
    }
  }

  /// Lays it out for other outputs.
  fileprivate func layOut(for formats: [LoadDesk.Format]) {
    prepared = formats.map {
      PreparedScene(scene, size: $0.size, scale: $0.scale, locale: $0.locale)
    }
  }

  /// The scene for an output. If the output has changed since, the scene is laid out now.
  func take(for size: PixelSize, scale: Double, locale: String) -> PreparedScene {
    guard
      let index = prepared.firstIndex(where: { $0.fits(size, scale: scale, locale: locale) })
    else { return PreparedScene(scene, size: size, scale: scale, locale: locale) }
    return prepared.remove(at: index)
  }
}

extension SceneLoad.FileSlot {
  /// Reads a regular or memory file from its beginning.
  fileprivate func contents(
    limit: Int, called name: String
  ) throws(CallError) -> [UInt8] {
    guard let descriptor = take() else {
      throw .invalidParameter("fileDescriptor", "no descriptor of this index came with the call")
    }
    switch UntrustedFile.content(of: descriptor, limit: limit) {
    case .bytes(let bytes): return bytes
    case .notRegular:
      throw .invalidValue("fileDescriptor", reason: "a regular file is expected")
    case .tooLarge: throw .limitExceeded(name, maximum: limit)
    case .failed(let error): throw .systemFailed(error.operation.verb, reason: error.reason)
    case .silent:
      throw .systemFailed(
        "read",
        reason: "the file system does not answer; send a copy of the file in memory, such as one "
          + "in /dev/shm")
    }
  }
}
