public import Geometry
public import Images
public import Raster

/// A picture of image layers, whose pixels may come when the scene is in play already.
public final class ScenePicture {
  /// The state of the pixels.
  public enum State {
    case here(Image)
    /// Only the header was read; the pixels are still to come.
    case awaited(ImageFile)
    /// The file has turned out to be damaged.
    case missing
  }

  public let size: PixelSize
  public private(set) var state: State
  /// The place of its name in the scene's file, in bytes.
  let offset: Int

  init(_ image: Image, offset: Int) {
    size = image.size
    state = .here(image)
    self.offset = offset
  }

  init(awaiting file: ImageFile, offset: Int) {
    size = file.size
    state = .awaited(file)
    self.offset = offset
  }

  /// Nil as long as it has no pixels.
  public var image: Image? { if case .here(let image) = state { image } else { nil } }

  /// The file to be unpacked; nil for none.
  public var awaitedFile: ImageFile? { if case .awaited(let file) = state { file } else { nil } }

  /// Takes the pixels, or nil if there are none.
  public func arrive(_ image: Image?) {
    precondition(image.map { $0.size == size } ?? true, "a picture keeps its size")
    state = image.map { .here($0) } ?? .missing
  }
}
