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
}
