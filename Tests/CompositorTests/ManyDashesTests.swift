import Geometry
import Layers
import Raster
import TestSupport
import Testing

@testable import Compositor

/// Lines with so many dashes that the rasterizer makes only the visible ones.
@Suite struct ManyDashesTests {
  private static func path(_ random: inout SeededGenerator) -> Path {
    var path = Path()
    func point(_ reach: Double) -> Point {
      Point(x: random.double(in: -reach...reach), y: random.double(in: -reach...reach))
    }
    let reach = random.double(in: 40...3000)
    path.move(to: point(reach))
    for _ in 0..<random.int(in: 1...5) {
      switch random.int(in: 0...3) {
      case 0: path.addLine(to: point(reach))
      case 1: path.addCubic(control1: point(reach), control2: point(reach), to: point(reach))
      case 2: path.addQuadratic(control: point(reach), to: point(reach))
      default:
        let axis = point(reach)
        path.addArc(
          EllipticArc(
            center: point(reach), xAxis: Vector(dx: axis.x, dy: axis.y),
            yAxis: Vector(dx: -axis.y, dy: axis.x) * random.double(in: 0.2...1), startAngle: 0,
            sweep: random.double(in: -6...6)))
      }
    }
    if random.chance(0.3) { path.close() }
    return path
  }

  @Test(arguments: [UInt64](1...40))
  func `many dashes have the pixels of dashes made one by one`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let path = Self.path(&random)
    let count = random.double(in: 1100...1600)
    let pattern = [0.6, 0.4].map { $0 * path.length / count }
    let phase = random.double(in: -2000...2000)
    func picture(_ path: Path, _ pattern: [Double]) -> Canvas {
      let canvas = Canvas(width: 60, height: 40)
      let layer = ShapeLayer()
      layer.path = path
      (layer.fillColor, layer.strokeColor) = (nil, .white)
      layer.lineWidth = 1 + Double(seed % 5)
      layer.lineCap = [.butt, .round, .square][Int(seed % 3)]
      (layer.lineDashPattern, layer.lineDashPhase) = (pattern, phase)
      if seed % 4 == 0 { layer.transform = .rotation(0.3) }
      canvas.add(layer, x: 0, y: 0, width: 60, height: 40)
      canvas.advance(to: 0)
      return canvas
    }
    let mine = picture(path, pattern)
    let all = picture(path.dashed(pattern, phase: phase), [])
    // Rows with few contours may be computed more exactly than rows with many.
    let most = zip(mine.image.premultipliedPixels, all.image.premultipliedPixels).map {
      abs(Int($0 & 0xFF) - Int($1 & 0xFF))
    }.max()
    #expect(most ?? 0 <= 2)
    #expect(mine.staleness == nil)
    mine.change { (mine.root.sublayers[0] as? ShapeLayer)?.lineDashPhase = phase + 1.5 }
    #expect(mine.staleness == nil)
  }
}
