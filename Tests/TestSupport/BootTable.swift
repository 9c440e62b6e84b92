public import Foundation
public import Geometry

/// A bitmap file, as firmware leaves it in memory.
public struct Bitmap {
  public let bytes: [UInt8]

  /// - Parameters:
  ///   - colors: `0xAARRGGBB`, row after row from the top.
  ///   - header: the length of the header after the file's own.
  public init(
    _ size: PixelSize, _ colors: [UInt32], bits: Int = 24, isTopDown: Bool = false,
    header: Int = 40
  ) {
    func little(_ value: Int, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    var rows: [UInt8] = []
    for row in 0..<size.height {
      let y = isTopDown ? row : size.height - 1 - row
      for x in 0..<size.width {
        rows += little(Int(colors[y * size.width + x] & 0xFF_FFFF), bits / 8)
      }
      while rows.count % 4 != 0 { rows.append(0xAA) }
    }
    var bytes = Array("BM".utf8) + little(14 + header + rows.count) + little(0)
    bytes += little(14 + header)
    bytes += little(header) + little(size.width) + little(isTopDown ? -size.height : size.height)
    bytes += little(1, 2) + little(bits, 2) + little(0)
    bytes += [UInt8](repeating: 0, count: 14 + header - bytes.count)
    self.bytes = bytes + rows
  }
}

/// A folder like the kernel's with the table of the firmware's logo.
public struct BootTable {
  public let url: URL
  public var path: String { url.path }

  public static func folder() throws -> BootTable {
    let url = FileManager.default.temporaryDirectory.appending(path: "bgrt-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return BootTable(url: url)
  }

  public func write(_ image: [UInt8], x: Int, y: Int, status: Int = 1) throws {
    try Data(image).write(to: url.appending(path: "image"))
    for (name, value) in [("xoffset", x), ("yoffset", y), ("status", status)] {
      try Data("\(value)\n".utf8).write(to: url.appending(path: name))
    }
  }

  public func remove() { try? FileManager.default.removeItem(at: url) }
}
