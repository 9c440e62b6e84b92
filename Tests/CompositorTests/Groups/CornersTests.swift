import Geometry
import Layers
import Raster
import TestSupport
import Testing

/// Corners that are rounded one by one.
@Suite struct CornersTests {
  private let canvas = Canvas(width: 60, height: 40)

  @Test func `background, border, clip and gradient have the same corners`() {
    let layer = canvas.add(GradientLayer(), x: 0, y: 0, width: 60, height: 40, .blue)
    layer.colors = [.blue, .blue]
    layer.borderWidth = 2
    layer.borderColor = .red
    layer.cornerRadius = 20
    layer.maskedCorners = [.maxXMinYCorner]
    layer.masksToBounds = true
    canvas.add(Layer(), x: 0, y: 0, width: 60, height: 40, .green, to: layer)
    canvas.advance(to: 0)
    for (x, y) in [(0, 0), (0, 39), (59, 39)] { #expect(canvas.pixel(x, y) == 0xFFFF_0000) }
    #expect(canvas.pixel(59, 0) == 0xFF00_0000 && canvas.pixel(30, 20) == 0xFF00_FF00)
    // The border's inside is rounded there as well, and only there.
    #expect(canvas.pixel(3, 3) == 0xFF00_FF00 && canvas.pixel(56, 3) != 0xFF00_FF00)
    canvas.change { layer.maskedCorners = .all }
    #expect(canvas.pixel(0, 0) == 0xFF00_0000)
    #expect(canvas.staleness == nil)
    canvas.change { layer.cornerRadius = 12 }
    let circular = canvas.image
    canvas.change { layer.cornerCurve = .continuous }
    #expect(differences(circular, canvas.image).count > 0)
    #expect(canvas.staleness == nil)
  }

  /// A layer with a background and a border of one colour looks like one without a border.
  @Test(arguments: [1, 1.05, 1.2, 1.9, 4])
  func `a thin border has no fringe to the background inside`(width: Double) {
    let turn = AffineTransform.rotation(0.2)
    for transform in [AffineTransform.identity, turn, .scale(x: 4, y: 0.3)] {
      let canvas = Canvas(width: 60, height: 40)
      let size = transform == .scale(x: 4, y: 0.3) ? (11.35, 91) : (35.35, 21.3)
      let layer = canvas.add(
        Layer(), x: 30.4 - size.0 / 2, y: 20.3 - size.1 / 2, width: size.0, height: size.1, .blue)
      layer.affineTransform = transform
      layer.cornerRadius = transform.isSimilarity ? 6 : 0
      layer.borderWidth = width
      layer.borderColor = .blue
      canvas.advance(to: 0)
      let bordered = canvas.image.premultipliedPixels
      canvas.change { layer.borderWidth = 0 }
      let plain = canvas.image.premultipliedPixels
      let fringe = plain.indices.filter {
        plain[$0] == 0xFF00_00FF && bordered[$0] & 0xFF < 0xFC
      }
      #expect(fringe.map { "\($0 % 60), \($0 / 60)" } == [], "\(transform)")
    }
  }

  /// The pixels with blue up to a point inside the edge of a layer of 45.5 × 30.25 points at 5.25,
  /// 5.5.
  private func fringe(_ radius: Double) -> [String] {
    /// The distance of a pixel's middle from the layer's edge; less than 0 inside.
    func distance(_ x: Int, _ y: Int) -> Double {
      let dx = abs(Double(x) + 0.5 - 28) - 22.75 + radius
      let dy = abs(Double(y) + 0.5 - 20.625) - 15.125 + radius
      let outside = (max(dx, 0) * max(dx, 0) + max(dy, 0) * max(dy, 0)).squareRoot()
      return outside + min(max(dx, dy), 0) - radius
    }
    var fringe: [String] = []
    for y in 0..<40 {
      for x in 0..<60 where distance(x, y) > -1 && canvas.pixel(x, y) & 0xFF > 0 {
        fringe.append("\(x), \(y)")
      }
    }
    return fringe
  }

  @Test(arguments: [
    (0.0, CornerCurve.circular), (10, .circular), (10, .continuous), (1.5, .circular),
  ])
  func `an opaque border has no fringe of layers and pictures that the layer cuts off`(
    radius: Double, curve: CornerCurve
  ) {
    // The gradient is drawn by the layer itself.
    let layer = canvas.add(GradientLayer(), x: 5.25, y: 5.5, width: 45.5, height: 30.25)
    layer.colors = [.blue, .blue]
    let inner = canvas.add(Layer(), x: -10, y: -10, width: 80, height: 60, .blue, to: layer)
    layer.masksToBounds = true
    layer.cornerRadius = radius
    layer.cornerCurve = curve
    layer.borderWidth = 4
    layer.borderColor = .green
    canvas.advance(to: 0)
    for isHidden in [false, true] {
      canvas.change { inner.isHidden = isHidden }
      #expect(fringe(radius) == [])
      #expect(canvas.pixel(28, 20) == 0xFF00_00FF && canvas.pixel(28, 7) == 0xFF00_FF00)
      #expect(canvas.staleness == nil)
    }
    canvas.change {
      inner.isHidden = false
      layer.borderColor = Color(red: 0, green: 1, blue: 0, alpha: 0.5)
    }
    #expect(canvas.pixel(28, 6) & 0xFF > 0 && canvas.staleness == nil)
    canvas.change { layer.borderWidth = 0 }
    #expect(canvas.pixel(28, 6) == 0xFF00_00FF && canvas.staleness == nil)
  }

  @Test(arguments: [
    (0.0, CornerCurve.circular), (10, .circular), (10, .continuous), (1.5, .circular),
  ])
  func `an opaque border has no fringe of the background around it`(
    radius: Double, curve: CornerCurve
  ) {
    let layer = canvas.add(Layer(), x: 5.25, y: 5.5, width: 45.5, height: 30.25, .blue)
    layer.cornerRadius = radius
    layer.cornerCurve = curve
    layer.borderWidth = 4
    layer.borderColor = .green
    canvas.advance(to: 0)
    #expect(fringe(radius) == [])
    #expect(canvas.pixel(28, 20) == 0xFF00_00FF && canvas.pixel(28, 7) == 0xFF00_FF00)
    #expect(canvas.staleness == nil)
    // Through a translucent border the background is seen up to the edge.
    canvas.change { layer.borderColor = Color(red: 0, green: 1, blue: 0, alpha: 0.5) }
    #expect(canvas.pixel(28, 6) & 0xFF > 0 && canvas.staleness == nil)
    canvas.change { layer.borderColor = .green }
    #expect(canvas.pixel(28, 6) == 0xFF00_FF00 && canvas.staleness == nil)
    // A border that fills the layer hides it all.
    canvas.change { layer.borderWidth = 30 }
    #expect(canvas.pixel(28, 20) == 0xFF00_FF00 && canvas.staleness == nil)
  }
}
