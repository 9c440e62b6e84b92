import Animation
import Geometry
import Layers
import Raster
import TestSupport
import Testing

/// The loader's ring becomes the mask of the picture, and grows until it covers all of it.
@Suite struct RevealTests {
  private let canvas = Canvas(width: 300, height: 200)
  private let picture = ImageLayer()
  private let ring = LoaderRingLayer()

  init() {
    picture.contents = testPicture(width: 300, height: 200)
    canvas.add(picture, x: 0, y: 0, width: 300, height: 200)
    canvas.place(ring, x: 0, y: 0, width: 300, height: 200)
    picture.addSublayer(ring)
    ring.progress = 1
    canvas.advance(to: 0)
    canvas.advance(to: 1)
  }

  private func reveal() {
    let finalRadius = (150.0 * 150 + 100 * 100).squareRoot()
    let large = Path.circle(center: ring.bounds.center, radius: finalRadius)
    let path = BasicAnimation(
      keyPath: AnimationKeyPath(.path), from: .path(ring.circlePath), to: .path(large))
    let width = BasicAnimation(
      keyPath: AnimationKeyPath(.lineWidth), from: .scalar(2), to: .scalar(2 * finalRadius))
    let group = AnimationGroup(
      [.basic(path), .basic(width)], timing: MediaTiming(duration: 1),
      timingFunction: .easeInEaseOut)
    ring.removeAllAnimations()
    canvas.tree.transact(disableActions: true) {
      picture.mask = ring
      ring.path = large
      ring.lineWidth = 2 * finalRadius
    }
    ring.add(.group(group), forKey: "reveal", onStop: { [picture] _ in picture.mask = nil })
  }

  /// Along the row of the centre, to its left: the first and last pixel that is wholly shown.
  private var edges: (Int, Int)? {
    let image = canvas.image.premultipliedPixels
    let all = picture.contents?.premultipliedPixels ?? []
    let center = 100 * 300 + 149
    let shown = (0..<150).filter { (place: Int) in image[center - place] == all[center - place] }
    guard let first = shown.first, let last = shown.last else { return nil }
    return (first, last)
  }

  /// The sum of all components.
  private var light: Int {
    canvas.image.premultipliedPixels.reduce(0) { sum, pixel in
      sum + Int(pixel >> 16 & 255) + Int(pixel >> 8 & 255) + Int(pixel & 255)
    }
  }

  @Test func `R3 the ring's edges follow E, and the picture shows between them`() throws {
    reveal()
    canvas.advance(to: 1)
    for time in [0, 0.25, 0.5, 0.75, 1] {
      canvas.advance(to: 1 + time)
      let progress = MediaTimingFunction.easeInEaseOut.value(at: time)
      let (inner, outer) = (19 * (1 - progress), 21 + 339.555 * progress)
      let (first, last) = try #require(edges)
      // A pixel's centre lies half a pixel further out than its coordinate.
      #expect(abs(Double(first) - inner) <= 1, "inner edge \(first), not \(inner), at \(time)")
      #expect(last == 149 || abs(Double(last + 1) - outer) <= 1, "outer edge \(last) at \(time)")
      #expect(canvas.staleness == nil)
    }
  }

  @Test func `a reveal damages what changes, and not the picture in each frame`() {
    reveal()
    canvas.advance(to: 1)
    var area = 0
    for frame in 1...59 {
      area += canvas.advance(to: 1 + Double(frame) / 60).area
      #expect(canvas.staleness == nil, "frame \(frame)")
    }
    #expect(area < 59 * 300 * 200 / 4, "\(area) pixels in all frames")
  }

  @Test func `R4 the revealed part grows in every frame, and the last frame changes nothing`() {
    reveal()
    canvas.advance(to: 1)
    var last = light
    for frame in 1...20 {
      let time = Double(frame) / 20
      canvas.advance(to: 1 + time)
      let new = light
      // At the end the hole in the middle is smaller than a pixel.
      let isDone = MediaTimingFunction.easeInEaseOut.value(at: time) > 0.98
      #expect(isDone ? new >= last : new > last, "frame \(frame)")
      last = new
    }
    #expect(picture.mask === ring)
    #expect(differences(canvas.image, picture.contents ?? canvas.image).count == 0)
    // The end is reported a turn later.
    let damage = canvas.advance(to: 2.02)
    #expect(picture.mask == nil && ring.superlayer == nil)
    #expect(!damage.isEmpty)
    #expect(differences(canvas.image, picture.contents ?? canvas.image).count == 0)
    #expect(canvas.staleness == nil)
  }
}
