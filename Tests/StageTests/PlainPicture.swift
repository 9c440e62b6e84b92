import Foundation
import Geometry
import Raster
import Stage
import TestSupport
import Testing

extension Stage {
  /// The whole of the last frame, drawn without any fast path.
  func plainPicture(_ format: PixelFormat = .xrgb8888) -> PixelBuffer {
    let buffer = PixelBuffer(size: size, format: format)
    drawPlainly(into: buffer.surface)
    return buffer
  }
}

/// Compares a stage's picture with a golden one, with all fast paths and with none.
func expectGolden(
  _ stage: Stage, _ screen: borrowing PixelBuffer, named name: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expectGolden(screen.makeImage(), named: name)
  let plain = stage.plainPicture()
  #expect(
    screen.bytes == plain.bytes, "\(name) without fast paths", sourceLocation: sourceLocation)
}
