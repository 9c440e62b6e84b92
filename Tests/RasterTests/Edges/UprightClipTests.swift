import Geometry
import TestSupport
import Testing

@testable import Raster

/// Upright rectangles as clips. Most cut no pixel and then need no edges.
struct UprightClipTests {
  private static let size = PixelSize(width: 90, height: 60)

  /// A side of a rectangle: on a border of pixels, between two, or far away.
  private func side(_ random: inout SeededGenerator, _ length: Double) -> Double {
    switch random.int(in: 0...3) {
    case 0: random.double(in: -20...(length + 20))
    case 1: random.chance(0.5) ? -1e5 : 1e5
    default: random.double(in: -20...(length + 20)).rounded()
    }
  }

  private func picture(_ commands: [DrawCommand]) -> [UInt8] {
    let buffer = PixelBuffer(size: Self.size, format: .xrgb8888)
    Renderer().draw(commands, into: buffer.surface)
    return buffer.bytes
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `upright clips equal the same rectangles with more points`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (left, right) = (side(&random, 90), side(&random, 90))
    let (top, bottom) = (side(&random, 60), side(&random, 60))
    let corners = [
      Point(x: left, y: top), Point(x: right, y: top), Point(x: right, y: bottom),
      Point(x: left, y: bottom),
    ]
    var few = Path()
    var many = Path()
    let first = random.int(in: 0...3)
    for step in 0..<4 {
      let corner = corners[(first + step) % 4]
      if step == 0 { few.move(to: corner) } else { few.addLine(to: corner) }
      if step == 0 { many.move(to: corner) } else { many.addLine(to: corner) }
      // The point once more.
      if step == 1 { many.addLine(to: corner) }
    }
    few.close()
    many.close()
    var shape = Path.circle(
      center: Point(x: random.double(in: 0...90), y: random.double(in: 0...60)),
      radius: random.double(in: 3...60))
    if random.chance(0.3) { shape = .rect(Rect(x: 10, y: 7, width: 50, height: 40)) }
    func commands(_ clip: Path) -> [DrawCommand] {
      [
        DrawCommand(
          shape: .fill(shape, .nonZero), paint: .color(.white), clips: [.fill(clip, .nonZero)])
      ]
    }
    #expect(picture(commands(few)) == picture(commands(many)), "seed \(seed)")
  }

  @Test func `a clip is replaced by whole pixels only if it cuts no pixel`() {
    let shown = PixelRect(minX: 10, minY: 10, maxX: 20, maxY: 20)
    func left(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PixelRect? {
      let rect = Path.rect(Rect(x: x, y: y, width: width, height: height))
      return DeviceOutline(.fill(rect, .nonZero), transform: .identity).wholePixels(of: shown)
    }
    #expect(left(9.5, 3.25, 12, 100.1) == shown)
    #expect(left(12, 9.5, 5, 8.5) == PixelRect(minX: 12, minY: 10, maxX: 17, maxY: 18))
    #expect(left(12.5, 0, 50, 50) == nil)
    #expect(left(0, 0, 15.5, 50) == nil)
    #expect(left(40, 0, 50, 50)?.isEmpty == true)
    #expect(left(.nan, 0, 50, 50) == nil)
    let turned = DeviceOutline(
      .fill(.rect(Rect(x: 0, y: 0, width: 50, height: 50)), .nonZero), transform: .rotation(0.1))
    #expect(turned.wholePixels(of: shown) == nil)
  }
}
