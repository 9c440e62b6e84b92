import CMath

/// Steps in which a pixel is made of others by a kernel, by displacement or by tiles.
extension FilterImage {
  /// The continuation of a picture beyond its edges.
  enum EdgeMode: String { case duplicate, wrap, none }

  /// A kernel in rows, which is applied rotated by 180° (Filter Effects level 1, section 9.9).
  struct Kernel {
    var columns: Int
    var rows: Int
    var values: [Float]
    var divisor: Float
    var bias: Float
    var targetX: Int
    var targetY: Int
    var edgeMode: EdgeMode
    var preservesAlpha: Bool
  }

  func convolved(_ kernel: Kernel) -> FilterImage {
    var result = self
    func place(_ value: Int, _ count: Int) -> Int? {
      if value >= 0, value < count { return value }
      switch kernel.edgeMode {
      case .duplicate: return min(max(value, 0), count - 1)
      case .wrap: return (value % count + count) % count
      case .none: return nil
      }
    }
    for y in 0..<height {
      for x in 0..<width {
        var sum = SIMD4<Float>.zero
        for row in 0..<kernel.rows {
          guard let fromY = place(y - kernel.targetY + row, height) else { continue }
          for column in 0..<kernel.columns {
            guard let fromX = place(x - kernel.targetX + column, width) else { continue }
            var pixel = pixels[fromY * width + fromX]
            if kernel.preservesAlpha, pixel.w > 0 { pixel /= pixel.w }
            let index = (kernel.rows - 1 - row) * kernel.columns + kernel.columns - 1 - column
            sum += pixel * kernel.values[index]
          }
        }
        let own = pixels[y * width + x].w
        var pixel = sum / kernel.divisor
        if kernel.preservesAlpha {
          pixel = (pixel + SIMD4(repeating: kernel.bias)).inRange * own
          pixel.w = own
        } else {
          pixel += SIMD4(repeating: kernel.bias * own)
          pixel.w = min(max(pixel.w, 0), 1)
          pixel = pixel.inRange
          pixel.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: pixel.w))
        }
        result.pixels[y * width + x] = pixel
      }
    }
    return result
  }

  /// Takes each pixel from the place that two components of a map give.
  ///
  /// - Parameters:
  ///   - map: in the colour space in which it is read.
  ///   - scaleX: the distance in pixels for a component's whole range.
  ///   - channels: the indices of the components, 3 for alpha.
  func displaced(
    by map: FilterImage, scaleX: Double, scaleY: Double, channels: (x: Int, y: Int)
  ) -> FilterImage {
    var result = FilterImage(width: width, height: height)
    result.isLinear = isLinear
    for y in 0..<height {
      for x in 0..<width {
        var color = map[x, y]
        if color.w > 0 {
          color = SIMD4(color.x / color.w, color.y / color.w, color.z / color.w, color.w)
        }
        color = color.inRange
        let dx = scaleX * (Double(color[channels.x]) - 0.5)
        let dy = scaleY * (Double(color[channels.y]) - 0.5)
        let (fromX, fromY) = ((Double(x) + dx).rounded(), (Double(y) + dy).rounded())
        guard fromX >= 0, fromY >= 0, fromX < Double(width), fromY < Double(height) else {
          continue
        }
        result.pixels[y * width + x] = self[Int(fromX), Int(fromY)]
      }
    }
    return result
  }

  /// The subregion, repeated over the whole area.
  var tiled: FilterImage {
    guard let part = subregion else { return self }
    let (spanX, spanY) = (part.maxX &- part.minX, part.maxY &- part.minY)
    guard spanX > 0, spanY > 0 else { return FilterImage(width: width, height: height) }
    var result = self
    result.subregion = nil
    for y in 0..<height {
      let fromY = part.minY + ((y - part.minY) % spanY + spanY) % spanY
      for x in 0..<width {
        let fromX = part.minX + ((x - part.minX) % spanX + spanX) % spanX
        result.pixels[y * width + x] = self[fromX, fromY]
      }
    }
    return result
  }
}
