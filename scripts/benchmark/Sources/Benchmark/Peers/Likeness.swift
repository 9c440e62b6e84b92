import Foundation
import Geometry
import Images
import Raster

/// Checks that all engines draw the same picture of a case; otherwise their times are not
/// comparable.
struct Likeness {
  /// The most that pictures may differ in the mean of all components, in levels of 255.
  static let meanLimit = 1.0
  /// The part of the pixels that may differ by more than `outlierLevels` in a component.
  static let outlierLimit = 0.004
  static let outlierLevels = 96
  /// Engines differ in the coverage of pixels with overlapping edges. C12 has no other pixels.
  static let polygonMeanLimit = 6.0

  private struct Difference {
    var mean: Double
    var outliers: Double
  }

  /// False if a picture differs, which is then named. Writes the pictures to a folder if one is
  /// given.
  static func holds(_ names: [String], folder: String?) -> Bool {
    var isAlike = true
    for item in names.compactMap(Case.named) {
      let ours = RasterCanvas()
      ours.draw(item)
      if let folder { unsafe write(ours.pixels, "\(folder)/\(item.name)-ours.png") }
      for peer in Peer.all where peer.canDraw(item) {
        let canvas = PeerCanvas(peer, item)
        canvas.drawPicture()
        if let folder { unsafe write(canvas.pixels, "\(folder)/\(item.name)-\(peer.name).png") }
        let difference = unsafe difference(ours.pixels, canvas.pixels, item.damage)
        let isPolygon = item.name.hasPrefix("C12")
        let limit = isPolygon ? polygonMeanLimit : meanLimit
        guard difference.mean > limit || !isPolygon && difference.outliers > outlierLimit
        else { continue }
        isAlike = false
        print(
          String(
            format:
              "error: %@ draws another picture of %@: %.2f levels in the mean, %.2f %% of the pixels by more than %d",
            peer.name, item.name, difference.mean, difference.outliers * 100, outlierLevels))
      }
    }
    return isAlike
  }

  private static func difference(
    _ ours: UnsafeMutableRawPointer, _ theirs: UnsafeMutableRawPointer, _ damage: PixelRect
  ) -> Difference {
    var sum = 0
    var outlierCount = 0
    for y in damage.minY..<damage.maxY {
      for x in damage.minX..<damage.maxX {
        let offset = (y * Frame.size.width + x) * 4
        var most = 0
        for component in 0..<3 {
          let one = unsafe ours.load(fromByteOffset: offset + component, as: UInt8.self)
          let other = unsafe theirs.load(fromByteOffset: offset + component, as: UInt8.self)
          let levels = abs(Int(one) - Int(other))
          sum += levels
          most = max(most, levels)
        }
        if most > outlierLevels { outlierCount += 1 }
      }
    }
    let area = Double(damage.area)
    return Difference(mean: Double(sum) / (3 * area), outliers: Double(outlierCount) / area)
  }
}

extension Likeness {
  private static func write(_ pixels: UnsafeMutableRawPointer, _ path: String) {
    let surface = unsafe Surface(
      base: pixels, width: Frame.size.width, height: Frame.size.height,
      stride: Frame.size.width * 4, format: .xrgb8888)
    do {
      try PNGEncoder().write(surface, toPath: path)
    } catch {
      Benchmark.fail("error: \(error)")
    }
  }
}
