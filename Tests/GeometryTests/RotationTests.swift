import Geometry
import TestSupport
import Testing

struct RotationTests {
  @Test func `the picture's top edge lies at the side of the name`() {
    let size = PixelSize(width: 30, height: 20)
    let top = PixelRect(minX: 0, minY: 0, maxX: 30, maxY: 1)
    #expect(Rotation.upright.scanoutRect(top, ofPicture: size) == top)
    #expect(
      Rotation.right.scanoutRect(top, ofPicture: size)
        == PixelRect(minX: 19, minY: 0, maxX: 20, maxY: 30))
    #expect(
      Rotation.upsideDown.scanoutRect(top, ofPicture: size)
        == PixelRect(minX: 0, minY: 19, maxX: 30, maxY: 20))
    #expect(
      Rotation.left.scanoutRect(top, ofPicture: size)
        == PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 30))
    #expect(Rotation.right.rotated(size) == PixelSize(width: 20, height: 30))
    #expect(Rotation.upsideDown.rotated(size) == size)
  }

  @Test(arguments: Rotation.allCases)
  func `a turn and its inverse cancel, and clockwise is clockwise`(rotation: Rotation) {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let size = PixelSize(width: random.int(in: 1...50), height: random.int(in: 1...50))
      let scanout = rotation.rotated(size)
      let x = random.int(in: 0...size.width - 1)
      let y = random.int(in: 0...size.height - 1)
      let rect = PixelRect(
        minX: x, minY: y, maxX: random.int(in: x + 1...size.width),
        maxY: random.int(in: y + 1...size.height))
      let turned = rotation.scanoutRect(rect, ofPicture: size)
      #expect(PixelRect(scanout).contains(turned) && turned.area == rect.area)
      #expect(rotation.pictureRect(turned, ofScanout: scanout) == rect)
      #expect(rotation.inverse.rotated(scanout) == size)

      // The middle of a pixel comes back as the middle of the pixel.
      let pixel = PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1)
      let place = rotation.scanoutRect(pixel, ofPicture: size)
      let middle = Point(x: Double(place.minX) + 0.5, y: Double(place.minY) + 0.5)
      let extent = Size(width: Double(scanout.width), height: Double(scanout.height))
      #expect(
        rotation.picturePoint(middle, ofScanout: extent)
          == Point(x: Double(x) + 0.5, y: Double(y) + 0.5))

      // Two quarter turns to the right are a half turn, three are one to the left.
      let right = Rotation.right
      let once = right.scanoutRect(rect, ofPicture: size)
      let twice = right.scanoutRect(once, ofPicture: right.rotated(size))
      #expect(twice == Rotation.upsideDown.scanoutRect(rect, ofPicture: size))
      #expect(
        right.scanoutRect(twice, ofPicture: size)
          == Rotation.left.scanoutRect(rect, ofPicture: size)
      )
    }
  }
}
