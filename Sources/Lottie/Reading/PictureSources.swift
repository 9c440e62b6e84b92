public import Raster

/// Ways to a file's pictures and fonts outside its own text, and to pictures of other formats than
/// PNG and JPEG in it or outside.
public struct PictureSources {
  /// The bytes of a picture or a font in a file of its own, by its path; nil if it is missing.
  public var read: (_ path: String) -> [UInt8]?
  /// A picture that is neither PNG nor JPEG, of so many pixels at most; nil where it cannot be
  /// read.
  public var decode: (_ bytes: [UInt8], _ pixelCount: Int) -> Image?

  public init(
    read: @escaping (String) -> [UInt8]? = { _ in nil },
    decode: @escaping ([UInt8], Int) -> Image? = { _, _ in nil }
  ) {
    self.read = read
    self.decode = decode
  }
}
