import Animation
import Geometry
import Layers
import Raster
import TestSupport
import Testing

/// Layers that are turned in space and seen from a distance.
@Suite struct PerspectiveTests {
  private let canvas = Canvas(width: 80, height: 60)

  private func view(_ distance: Double) -> Transform3D {
    var view = Transform3D.identity
    view.m34 = -1 / distance
    return view
  }

  private func turn(_ degrees: Double, x: Double = 0, y: Double = 1) -> Transform3D {
    .rotation(degrees * .pi / 180, x: x, y: y, z: 0)
  }

  private func stage(_ distance: Double = 100) -> Layer {
    let stage = canvas.add(Layer(), x: 0, y: 0, width: 80, height: 60)
    stage.sublayerTransform = view(distance)
    return stage
  }

  @Test func `a turned card's corners are where the matrix puts them`() throws {
    let stage = stage()
    let card = canvas.add(Layer(), x: 20, y: 15, width: 40, height: 30, .green, to: stage)
    card.transform = turn(40)
    canvas.advance(to: 0)
    // The corners are x = ±20·cos 40°, z = ∓20·sin 40°; x and y are divided by 1 − z/100.
    let (x, z) = (20 * 0.766044, 20 * 0.642788)
    for (side, height) in [(-1.0, 15 / (1 - z / 100)), (1, 15 / (1 + z / 100))] {
      let edge = 40 + side * x / (1 + side * z / 100)
      let column = Int(edge - side * 2)
      let rows = (0..<60).filter { canvas.pixel(column, $0) == 0xFF00_FF00 }
      // Two pixels inside the edge the height is a little closer to the height in the middle.
      #expect(abs(Double(rows.count) - 2 * height) < 2.5, "\(side), \(rows.count), \(2 * height)")
      #expect(canvas.pixel(Int((edge + side * 1.5).rounded(.down)), 30) == 0xFF00_0000)
      #expect(canvas.pixel(Int((edge - side * 1.5).rounded(.down)), 30) == 0xFF00_FF00)
    }
    #expect(canvas.staleness == nil)
  }

  @Test func `a card that is moved towards the viewer is larger`() {
    let stage = stage()
    let card = canvas.add(Layer(), x: 30, y: 20, width: 20, height: 20, .green, to: stage)
    card.zPosition = 50
    canvas.advance(to: 0)
    // Twice as large, about the middle of the stage.
    #expect(canvas.pixel(21, 30) == 0xFF00_FF00 && canvas.pixel(58, 30) == 0xFF00_FF00)
    #expect(canvas.pixel(18, 30) == 0xFF00_0000 && canvas.pixel(61, 30) == 0xFF00_0000)
    canvas.change { card.zPosition = -100 }
    #expect(canvas.pixel(36, 30) == 0xFF00_FF00 && canvas.pixel(33, 30) == 0xFF00_0000)
    #expect(canvas.staleness == nil)
  }

  @Test func `a one-sided layer is hidden while its back is shown`() {
    let stage = stage()
    let card = canvas.add(Layer(), x: 20, y: 15, width: 40, height: 30, .green, to: stage)
    canvas.add(Layer(), x: 0, y: 0, width: 40, height: 30, .red, to: card)
    card.transform = turn(150)
    canvas.advance(to: 0)
    #expect(canvas.pixel(40, 30) == 0xFFFF_0000)
    card.isDoubleSided = false
    canvas.advance(to: 1)
    #expect(canvas.pixel(40, 30) == 0xFF00_0000)
    canvas.change { card.transform = turn(60) }
    #expect(canvas.pixel(40, 30) == 0xFFFF_0000)
    #expect(canvas.staleness == nil)
  }

  @Test func `a box in a transform layer shows its nearer faces, wherever it is turned`() {
    let stage = stage(300)
    let box = canvas.add(TransformLayer(), x: 25, y: 15, width: 30, height: 30, to: stage)
    let colors: [Color] = [.red, .green, .blue, .white]
    for (index, color) in colors.enumerated() {
      let face = canvas.add(Layer(), x: 0, y: 0, width: 30, height: 30, color, to: box)
      face.transform = Transform3D.translation(x: 0, y: 0, z: 15).followed(
        by: turn(Double(index) * 90))
    }
    canvas.advance(to: 0)
    let pixels: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF]
    for step in 0..<24 {
      let degrees = Double(step) * 15 + 5
      canvas.change { box.transform = turn(degrees) }
      // The front face is the one that, turned with the box, looks most directly at the viewer.
      let front = (0..<4).min {
        cosine(degrees + Double($0) * 90) > cosine(degrees + Double($1) * 90)
      }
      let middle = front.map { 40 + 15 * sine(degrees + Double($0) * 90) } ?? 0
      #expect(canvas.pixel(Int(middle), 30) == pixels[front ?? 0], "\(degrees)")
      #expect(canvas.staleness == nil, "\(degrees)")
    }
  }

  private func cosine(_ degrees: Double) -> Double { turn(degrees).m11 }
  private func sine(_ degrees: Double) -> Double { turn(degrees).m31 }

  @Test func `siblings are drawn by depth, and in their order where they are as deep`() {
    let stage = stage()
    let back = canvas.add(Layer(), x: 20, y: 10, width: 40, height: 40, .red, to: stage)
    let front = canvas.add(Layer(), x: 20, y: 10, width: 40, height: 40, .green, to: stage)
    canvas.advance(to: 0)
    #expect(canvas.pixel(40, 30) == 0xFF00_FF00)
    canvas.change { back.transform = .translation(x: 0, y: 0, z: 10) }
    #expect(canvas.pixel(40, 30) == 0xFFFF_0000)
    canvas.change { front.zPosition = 11 }
    #expect(canvas.pixel(40, 30) == 0xFF00_FF00)
    // Seen from behind, the order is the other one.
    canvas.change { stage.sublayerTransform = turn(180).followed(by: view(100)) }
    #expect(canvas.pixel(40, 30) == 0xFFFF_0000)
    #expect(canvas.staleness == nil)
  }

  @Test func `a door swings before the wall or behind it`() {
    let stage = stage(500)
    canvas.add(Layer(), x: 20, y: 0, width: 40, height: 60, .red, to: stage)
    let door = canvas.add(Layer(), x: 30, y: 10, width: 30, height: 40, .green, to: stage)
    door.anchorPoint = Point(x: 0, y: 0.5)
    door.position = Point(x: 30, y: 30)
    door.transform = turn(-30)
    canvas.advance(to: 0)
    #expect(canvas.pixel(40, 30) == 0xFF00_FF00)
    canvas.change { door.transform = turn(30) }
    #expect(canvas.pixel(40, 30) == 0xFFFF_0000)
    #expect(canvas.staleness == nil)
  }

  @Test func `all parts of a layer lie on its plane, and a partial repaint equals a full one`() {
    let stage = stage(90)
    let card = canvas.add(GradientLayer(), x: 15, y: 10, width: 50, height: 40, .blue, to: stage)
    card.colors = [.red, .green]
    card.form = .radial
    card.startPoint = Point(x: 0.5, y: 0.5)
    card.endPoint = Point(x: 1, y: 1)
    card.cornerRadius = 8
    card.borderWidth = 3
    card.borderColor = .white
    card.masksToBounds = false
    card.shadowOpacity = 0.8
    card.shadowColor = .white
    card.opacity = 0.8
    let picture = canvas.add(ImageLayer(), x: 5, y: 5, width: 20, height: 30, to: card)
    picture.contents = testPicture(width: 16, height: 16, isOpaque: false)
    let ring = canvas.add(ShapeLayer(), x: 25, y: 5, width: 20, height: 20, to: card)
    ring.path = .circle(center: Point(x: 10, y: 10), radius: 8)
    ring.strokeColor = .white
    ring.lineWidth = 3
    let mask = Layer()
    canvas.place(mask, x: 0, y: 0, width: 40, height: 40)
    mask.backgroundColor = .black
    mask.cornerRadius = 6
    canvas.advance(to: 0)
    for step in 0..<14 {
      canvas.change {
        card.transform = turn(Double(step) * 13, x: 0.4)
        ring.strokeEnd = 1 - Double(step) / 20
        if step == 4 { card.mask = mask }
        if step == 7 { card.masksToBounds = true }
        if step == 9 { card.mask = nil }
        if step == 11 { picture.blendMode = .multiply }
        picture.transform = turn(Double(step) * 20, x: 1, y: 0)
      }
      #expect(canvas.staleness == nil, "\(step)")
    }
  }

  @Test func `no transform traps`() {
    var generator = SeededGenerator(seed: 0x9C01)
    let extremes = [0, 1, -1, 1e-300, 1e300, -.greatestFiniteMagnitude, .infinity, .nan, 0.01]
    func any() -> Double {
      generator.chance(0.6) ? 0 : extremes[generator.int(in: 0...(extremes.count - 1))]
    }
    let stage = stage()
    let box = canvas.add(TransformLayer(), x: 10, y: 10, width: 40, height: 30, to: stage)
    let cards = (0..<3).map { _ in
      canvas.add(GradientLayer(), x: 0, y: 0, width: 30, height: 30, .red, to: box)
    }
    for card in cards {
      card.colors = [.red, .green]
      card.shadowOpacity = 1
      card.borderWidth = 2
      card.masksToBounds = true
      canvas.add(ImageLayer(), x: 0, y: 0, width: 30, height: 30, to: card).contents = testPicture(
        width: 8, height: 8)
    }
    canvas.advance(to: 0)
    for _ in 0..<150 {
      canvas.change {
        for layer in cards + [box, stage] {
          layer.transform = Transform3D(
            m11: 1 + any(), m12: any(), m13: any(), m14: any(), m21: any(), m22: 1 + any(),
            m23: any(), m24: any(), m31: any(), m32: any(), m33: 1 + any(), m34: any(), m41: any(),
            m42: any(), m43: any(), m44: 1 + any())
        }
      }
      _ = canvas.root.hitTest(Point(x: 20, y: 20), presented: true)
      _ = cards[0].convert(Point(x: 1, y: 1), to: cards[1])
    }
  }
}
