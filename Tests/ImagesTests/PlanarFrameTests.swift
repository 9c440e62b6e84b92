import Geometry
import Images
import Raster
import Testing

@Suite struct PlanarFrameTests {
  /// Luma and chroma of a frame of one pixel.
  private func components(_ color: UInt32) -> [UInt8] {
    var frame = PlanarFrame(size: PixelSize(width: 1, height: 1))
    let buffer = PixelBuffer(size: PixelSize(width: 1, height: 1), format: .xrgb8888)
    unsafe buffer.surface.base.storeBytes(of: color, as: UInt32.self)
    frame.update(buffer.surface, rows: 0..<1)
    #expect(Array(frame.bytes.prefix(6)) == Array("FRAME\n".utf8))
    return Array(frame.bytes.dropFirst(6))
  }

  /// Values of the standard's tables for bars of full amplitude.
  @Test func `primary colours have the standard's components`() {
    #expect(components(0x000000) == [16, 128, 128])
    #expect(components(0xFFFFFF) == [235, 128, 128])
    #expect(components(0xFF0000) == [81, 90, 240])
    #expect(components(0x00FF00) == [145, 54, 34])
    #expect(components(0x0000FF) == [41, 240, 110])
    #expect(components(0x808080) == [126, 128, 128])
  }

  @Test func `components are within a level of the exact ones`() {
    for red in stride(from: 0.0, through: 255, by: 51) {
      for green in stride(from: 0.0, through: 255, by: 51) {
        for blue in stride(from: 0.0, through: 255, by: 51) {
          let luma = (0.299 * red + 0.587 * green + 0.114 * blue) / 255
          let exact = [
            16 + 219 * luma, 128 + 224 * (blue / 255 - luma) / 1.772,
            128 + 224 * (red / 255 - luma) / 1.402,
          ]
          let found = components(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
          for (value, exact) in zip(found, exact) {
            #expect(abs(Double(value) - exact) < 0.6, "\(red) \(green) \(blue)")
          }
        }
      }
    }
  }

  @Test func `planes lie one after the other, and rows that are not given stay`() {
    let size = PixelSize(width: 2, height: 2)
    var frame = PlanarFrame(size: size)
    let buffer = PixelBuffer(size: size, format: .xrgb8888)
    let surface = buffer.surface
    func set(_ y: Int, _ colors: [UInt32]) {
      for (x, color) in colors.enumerated() {
        unsafe (surface.base + y * surface.stride).storeBytes(
          of: color, toByteOffset: 4 * x, as: UInt32.self)
      }
    }
    set(0, [0xFF0000, 0x00FF00])
    set(1, [0x0000FF, 0xFFFFFF])
    frame.update(surface, rows: 0..<2)
    let planes: [UInt8] = [81, 145, 41, 235, 90, 54, 240, 128, 240, 34, 110, 128]
    #expect(Array(frame.bytes.dropFirst(6)) == planes)
    set(0, [0, 0])
    set(1, [0, 0])
    frame.update(surface, rows: 1..<9)
    #expect(
      Array(frame.bytes.dropFirst(6)) == [81, 145, 16, 16, 90, 54, 128, 128, 240, 34, 128, 128])
  }
}
