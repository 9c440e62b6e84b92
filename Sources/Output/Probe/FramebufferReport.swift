public import Geometry
import System

/// A framebuffer device, as described in the kernel's tree of devices. It is not opened.
public struct FramebufferReport: Equatable, Sendable {
  public var path: String
  /// For example `EFI VGA` or `virtio_gpudrmfb`.
  public var driver: String
  /// Nil if the kernel does not report it.
  public var size: PixelSize?
  public var bitsPerPixel: Int?
  /// Bytes from one row to the next.
  public var stride: Int?

  public init(
    path: String, driver: String, size: PixelSize? = nil, bitsPerPixel: Int? = nil,
    stride: Int? = nil
  ) {
    self.path = path
    self.driver = driver
    self.size = size
    self.bitsPerPixel = bitsPerPixel
    self.stride = stride
  }

  /// - Parameters:
  ///   - path: the device's file, such as `/dev/fb0`.
  ///   - directory: the folder of its description, such as `/sys/class/graphics/fb0`.
  static func read(path: String, directory: String) -> FramebufferReport {
    func attribute(_ name: String) -> String? {
      guard let bytes = try? readFile(atPath: directory + "/" + name, limit: 1 << 16) else {
        return nil
      }
      return String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self)
    }
    // In the form `U:1024x768p-75`; some drivers only report the memory's sides, such as
    // `1024,1536`.
    let mode = attribute("modes")?.split { $0 == ":" || $0 == "p" }
    let sides =
      mode.flatMap { $0.count > 1 ? $0[1].split(separator: "x") : nil }
      ?? attribute("virtual_size")?.split(separator: ",") ?? []
    let numbers = sides.compactMap { Int($0) }
    return FramebufferReport(
      path: path, driver: attribute("name") ?? "",
      size: numbers.count == 2 ? PixelSize(width: numbers[0], height: numbers[1]) : nil,
      bitsPerPixel: attribute("bits_per_pixel").flatMap { Int($0) },
      stride: attribute("stride").flatMap { Int($0) })
  }
}
