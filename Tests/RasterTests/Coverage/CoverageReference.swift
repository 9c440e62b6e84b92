import Geometry
import Raster

/// Coverage as the renderer draws it, compared with counting 64×64 samples a pixel.
struct CoverageReference {
  struct Accuracy {
    /// In levels of 255, over the pixels with an edge.
    var largest = 0.0
    var mean = 0.0
    var edgeCount = 0
    var worst = (x: 0, y: 0)
  }

  let width: Int
  let height: Int

  /// White on black: each pixel's coverage byte.
  func drawn(_ shape: Shape, transform: AffineTransform = .identity) -> [Int] {
    let buffer = PixelBuffer(
      size: PixelSize(width: width, height: height), format: .xrgb8888)
    Renderer().draw(
      [DrawCommand(shape: shape, paint: .color(.white), transform: transform)],
      into: buffer.surface)
    return buffer.makeImage().premultipliedPixels.map { Int($0 & 255) }
  }

  /// Compares coverage with an area, given as a test for points.
  ///
  /// Pixels away from edges are sampled only at their centre and corners.
  func accuracy(
    of coverage: [Int], samples: Int = 64, contains: (Double, Double) -> Bool
  ) -> Accuracy {
    var result = Accuracy()
    var sum = 0.0
    for y in 0..<height {
      for x in 0..<width {
        let covered = coverage[y * width + x]
        if covered == 0 || covered == 255, isUniform(x, y, contains) == (covered == 255) {
          continue
        }
        var count = 0
        for row in 0..<samples {
          let sampleY = Double(y) + (Double(row) + 0.5) / Double(samples)
          for column in 0..<samples
          where contains(Double(x) + (Double(column) + 0.5) / Double(samples), sampleY) {
            count += 1
          }
        }
        let exact = 255 * Double(count) / Double(samples * samples)
        let error = abs(exact - Double(covered))
        result.edgeCount += 1
        sum += error
        if error > result.largest {
          result.largest = error
          result.worst = (x, y)
        }
      }
    }
    result.mean = result.edgeCount > 0 ? sum / Double(result.edgeCount) : 0
    return result
  }

  /// True if the pixel lies inside, or nil where its corners, sides and centre differ.
  private func isUniform(_ x: Int, _ y: Int, _ contains: (Double, Double) -> Bool) -> Bool? {
    let centre = contains(Double(x) + 0.5, Double(y) + 0.5)
    for row in 0..<3 {
      for column in 0..<3 {
        let place = (Double(x) + Double(column) * 0.499 + 0.001, Double(y) + Double(row) * 0.499)
        if contains(place.0, place.1) != centre { return nil }
      }
    }
    return centre
  }
}
