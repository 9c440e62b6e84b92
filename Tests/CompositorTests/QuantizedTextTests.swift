import Animation
import Geometry
import Layers
import Raster
import TestSupport
import Testing
import Text

@testable import Compositor

/// Texts that move, which are drawn at quarters of a pixel.
@Suite struct QuantizedTextTests {
  /// A canvas of twice as many pixels as points, with a text at a place.
  private func canvas(
    _ place: Point, quantizes: Bool = true
  ) throws -> (canvas: Canvas, text: TextLayer) {
    let fonts = try FontStack(
      FontDescriptor(sources: [.family("DejaVu Sans")]),
      in: FontCatalog(directories: ["/usr/share/fonts/truetype/dejavu"]))
    let canvas = Canvas(width: 160, height: 60, scale: 2)
    let text = canvas.add(
      TextLayer(fonts: fonts), x: place.x, y: place.y, width: 60, height: 20)
    text.string = "Hgö 7"
    text.fontSize = 11
    text.quantizesPosition = quantizes
    canvas.advance(to: 0)
    return (canvas, text)
  }

  /// Points, of half a pixel each.
  @Test func `a text is drawn at the nearest quarter of a pixel`() throws {
    for (x, nearest) in [(5.0, 5.0), (5.05, 5.0), (5.07, 5.125), (5.1, 5.125), (5.24, 5.25)] {
      let shown = try canvas(Point(x: x, y: 3)).canvas.image
      let there = try canvas(Point(x: nearest, y: 3), quantizes: false).canvas.image
      #expect(differences(shown, there).count == 0, "\(x)")
      let exact = try canvas(Point(x: x, y: 3), quantizes: false).canvas.image
      #expect((differences(shown, exact).count == 0) == (x == nearest), "\(x)")
    }
  }

  @Test func `a rotated or scaled text is not quantized`() throws {
    for transform in [Transform3D.rotation(0.1), .scale(x: 1.01, y: 1.01)] {
      let images = try [true, false].map { quantizes in
        let (canvas, text) = try canvas(Point(x: 5.07, y: 3.03), quantizes: quantizes)
        canvas.change { text.transform = transform }
        return canvas.image
      }
      #expect(differences(images[0], images[1]).count == 0)
    }
  }

  @Test func `a text that moves is repainted as a new one`() throws {
    let (canvas, text) = try canvas(Point(x: 2.03, y: 3.01))
    for step in 0..<12 {
      canvas.change {
        text.position.x += 1.77
        text.position.y += Double(step % 3) * 0.31
      }
      #expect(canvas.staleness == nil, "\(step)")
    }
  }

  @Test func `a text that is laid out again equals a new one`() throws {
    let (canvas, text) = try canvas(Point(x: 5, y: 3))
    for (size, width) in [(14.0, 60.0), (14, 30), (11, 30), (11, 60)] {
      let change = { (text: TextLayer) in
        text.fontSize = size
        text.bounds.size.width = width
      }
      canvas.change { change(text) }
      let other = try self.canvas(Point(x: 5, y: 3))
      other.canvas.change { change(other.text) }
      #expect(differences(canvas.image, other.canvas.image).count == 0, "\(size), \(width)")
    }
  }

  /// Levels of 255, of the pixels that letters of 22 px cover.
  @Test func `the pixels of a quantized text are near those of the exact place`() throws {
    var (sum, count, largest) = (0, 0, 0)
    for step in 0..<32 {
      let place = Point(x: 5 + Double(step) / 64, y: 3)
      let shown = try canvas(place).canvas.image.premultipliedPixels
      let exact = try canvas(place, quantizes: false).canvas.image.premultipliedPixels
      for (a, b) in zip(shown, exact) where (a | b) & 0xFF > 0 {
        let difference = abs(Int(a & 0xFF) - Int(b & 0xFF))
        sum += difference
        largest = max(largest, difference)
        count += 1
      }
    }
    #expect(Double(sum) / Double(count) < 8)
    // An upright edge an eighth of a pixel off.
    #expect(largest <= 33)
  }
}
