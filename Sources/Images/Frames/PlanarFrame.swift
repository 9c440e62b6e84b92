public import Geometry
public import Raster

/// A frame of a YUV4MPEG2 stream: luma and the two chroma planes of a surface, each of its full
/// size.
///
/// Components are those of ITU-R BT.601 with 8 bits, luma from 16 to 235 and chroma from 16 to 240,
/// each within one level of the exact value. Alpha counts as black below.
public struct PlanarFrame {
  /// The frame's mark and its planes, as they stand in the stream.
  public private(set) var bytes: [UInt8]
  private let size: PixelSize
  private var row: [UInt32]

  private static let mark = Array("FRAME\n".utf8)

  public init(size: PixelSize) {
    self.size = size
    row = Array(repeating: 0, count: size.width)
    bytes = Array(repeating: 0, count: Self.mark.count + 3 * size.width * size.height)
    bytes.replaceSubrange(0..<Self.mark.count, with: Self.mark)
  }

  /// The stream's first line, which declares the pixels of each frame.
  public static func header(size: PixelSize, refreshMillihertz: Int) -> [UInt8] {
    Array(
      "YUV4MPEG2 W\(size.width) H\(size.height) F\(refreshMillihertz):1000 Ip A1:1 C444 XCOLORRANGE=LIMITED\n"
        .utf8)
  }

  /// Converts rows of a surface of the frame's size; the others stay.
  public mutating func update(_ surface: Surface, rows: Range<Int>) {
    precondition(surface.size == size)
    for y in rows.clamped(to: 0..<size.height) {
      PixelRow.read(surface, x: 0, y: y, into: &row)
      PixelRow.split(
        row, into: &bytes, at: Self.mark.count + y * size.width, step: size.width * size.height)
    }
  }
}
