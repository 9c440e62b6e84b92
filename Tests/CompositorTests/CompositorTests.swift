import Animation
import Geometry
import Layers
import Raster
import TestSupport
import Testing

@testable import Compositor

@Suite struct CompositorTests {
  private static let size = PixelSize(width: 160, height: 120)

  /// A picture of the whole display list.
  private func picture(_ compositor: Compositor) -> [UInt8] {
    let buffer = PixelBuffer(size: Self.size, format: .xrgb8888)
    compositor.draw(Region(PixelRect(Self.size)), into: buffer.surface)
    return buffer.bytes
  }

  /// The first difference between two pictures, for a readable failure.
  private func firstDifference(_ a: [UInt8], _ b: [UInt8]) -> String? {
    guard let index = a.indices.first(where: { a[$0] != b[$0] }) else { return nil }
    let count = a.indices.filter { a[$0] != b[$0] }.count
    let (y, x) = (index / 4).quotientAndRemainder(dividingBy: Self.size.width)
    return "\(count) bytes, first at (\(x), \(y)): \(a[index]), not \(b[index])"
  }

  private func makeTree() -> LayerTree {
    let root = Layer()
    root.bounds = Rect(x: 0, y: 0, width: 160, height: 120)
    root.position = Point(x: 80, y: 60)
    root.backgroundColor = Color(red: 0.1, green: 0.1, blue: 0.2)
    return LayerTree(root: root)
  }

  @Test func `the first update damages the whole output`() {
    let tree = makeTree()
    let compositor = Compositor(tree: tree, size: Self.size)
    tree.advance(to: 0)
    #expect(compositor.update().bounds == PixelRect(Self.size))
    #expect(compositor.update().isEmpty)
  }

  @Test func `a layer that moves damages where it was and where it is`() {
    let tree = makeTree()
    let square = Layer()
    square.bounds = Rect(x: 0, y: 0, width: 10, height: 10)
    square.position = Point(x: 15, y: 15)
    square.backgroundColor = .white
    tree.root.addSublayer(square)
    let compositor = Compositor(tree: tree, size: Self.size)
    tree.advance(to: 0)
    _ = compositor.update()
    tree.transact(disableActions: true) { square.position = Point(x: 105, y: 15) }
    tree.advance(to: 0.1)
    let damage = compositor.update()
    #expect(damage.contains(x: 15, y: 15))
    #expect(damage.contains(x: 105, y: 15))
    #expect(!damage.contains(x: 60, y: 15))
    #expect(!damage.contains(x: 15, y: 60))
  }

  @Test func `a ring that advances damages the surroundings of its tip`() {
    let tree = makeTree()
    let ring = ProgressLayer(style: CircleProgressStyle())
    ring.bounds = Rect(x: 0, y: 0, width: 100, height: 100)
    ring.position = Point(x: 80, y: 60)
    tree.root.addSublayer(ring)
    let compositor = Compositor(tree: tree, size: Self.size)
    ring.update(0.25, animated: false)
    tree.advance(to: 0)
    _ = compositor.update()
    ring.update(0.27, animated: false)
    tree.advance(to: 0.1)
    let damage = compositor.update().bounds
    #expect(damage.width < 20 && damage.height < 24, "\(damage)")
    #expect(damage.contains(x: 126, y: 62))
  }

  @Test func `a later sibling lies on top, and a higher z position above it`() {
    let tree = makeTree()
    let colors = [Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 1, blue: 0)]
    let squares = colors.map { color in
      let layer = Layer()
      layer.bounds = Rect(x: 0, y: 0, width: 20, height: 20)
      layer.position = Point(x: 20, y: 20)
      layer.backgroundColor = color
      tree.root.addSublayer(layer)
      return layer
    }
    let compositor = Compositor(tree: tree, size: Self.size)
    tree.advance(to: 0)
    _ = compositor.update()
    let pixel = (20 * 160 + 20) * 4
    #expect(Array(picture(compositor)[pixel..<pixel + 3]) == [0, 255, 0])
    tree.transact(disableActions: true) { squares[0].zPosition = 1 }
    tree.advance(to: 0.1)
    #expect(compositor.update().contains(x: 20, y: 20))
    #expect(Array(picture(compositor)[pixel..<pixel + 3]) == [0, 0, 255])
  }

  @Test func `a border lies inside the bounds and over the sublayers`() {
    let tree = makeTree()
    let frame = Layer()
    frame.bounds = Rect(x: 0, y: 0, width: 20, height: 20)
    frame.position = Point(x: 20, y: 20)
    frame.borderWidth = 3
    frame.borderColor = .white
    let inner = Layer()
    inner.bounds = frame.bounds
    inner.position = Point(x: 10, y: 10)
    inner.backgroundColor = Color(red: 1, green: 0, blue: 0)
    frame.addSublayer(inner)
    tree.root.addSublayer(frame)
    let compositor = Compositor(tree: tree, size: Self.size)
    tree.advance(to: 0)
    _ = compositor.update()
    let bytes = picture(compositor)
    #expect(bytes[(12 * 160 + 20) * 4] == 255)
    #expect(bytes[(13 * 160 + 20) * 4] == 0)
    #expect(bytes[(13 * 160 + 20) * 4 + 2] == 255)
  }

  @Test(arguments: 0..<40)
  func `a partial repaint equals a full one after random changes`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let tree = makeTree()
    let compositor = Compositor(tree: tree, size: Self.size)
    var layers: [Layer] = []
    for _ in 0..<6 { layers.append(addRandomLayer(to: tree.root, among: layers, &random)) }
    let screen = PixelBuffer(size: Self.size, format: .xrgb8888)
    var time = 0.0
    for step in 0..<25 {
      tree.advance(to: time)
      compositor.draw(compositor.update(), into: screen.surface)
      let difference = firstDifference(screen.bytes, picture(compositor))
      #expect(difference == nil, "seed \(seed), step \(step)")
      if step % 4 == 3 {
        let anew = Compositor(tree: tree, size: Self.size)
        _ = anew.update()
        let stale = firstDifference(screen.bytes, picture(anew))
        #expect(stale == nil, "seed \(seed), step \(step): not as a new display list draws it")
      }
      time += 0.05
      switch Int.random(in: 0..<11, using: &random) {
      case 9:
        // A mask, which may have been a sublayer or a mask elsewhere.
        let masked = layers.randomElement(using: &random) ?? tree.root
        let mask =
          Bool.random(using: &random)
          ? layers.randomElement(using: &random)
          : addRandomLayer(to: tree.root, among: layers, &random)
        if let mask, masked !== tree.root {
          masked.mask = mask
          if !layers.contains(where: { $0 === mask }) { layers.append(mask) }
        }
      case 10:
        layers.randomElement(using: &random)?.mask = nil
        layers.removeAll { $0.tree == nil }
      case 0:
        layers.append(addRandomLayer(to: tree.root, among: layers, &random))
      case 2 where layers.count > 1:
        let moved = layers[Int.random(in: 0..<layers.count, using: &random)]
        let others = layers.filter { $0 !== moved && !$0.isInside(moved) }
        moved.removeFromSuperlayer()
        (others.randomElement(using: &random) ?? tree.root).addSublayer(moved)
      case 1 where layers.count > 1:
        let removed = layers.remove(at: Int.random(in: 0..<layers.count, using: &random))
        removed.removeFromSuperlayer()
        layers.removeAll { $0.isInside(removed) }
      default:
        if let layer = layers.randomElement(using: &random) { change(layer, &random) }
      }
    }
  }

  @Test(arguments: 0..<24)
  func `buffers that are drawn in turn come to equal a whole drawing`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(900 + seed))
    let tree = makeTree()
    let compositor = Compositor(tree: tree, size: Self.size)
    var layers: [Layer] = []
    for _ in 0..<4 { layers.append(addRandomLayer(to: tree.root, among: layers, &random)) }
    let isOpaque = seed % 2 == 0
    // Groups have all of a region drawn.
    if isOpaque { for layer in layers { layer.opacity = 1 } }
    let buffers =
      [
        PixelBuffer(size: Self.size, format: .xrgb8888),
        PixelBuffer(size: Self.size, format: .xrgb8888),
      ] as InlineArray<2, PixelBuffer>
    var lacking = [Region](repeating: Region(PixelRect(Self.size)), count: 2)
    var coveredCount = 0
    for step in 0..<30 {
      tree.advance(to: Double(step) / 20)
      let damage = compositor.update()
      for index in lacking.indices { lacking[index].formUnion(damage) }
      if lacking[step % 2].shapes != nil { coveredCount += 1 }
      compositor.draw(lacking[step % 2], into: buffers[step % 2].surface)
      lacking[step % 2] = Region()
      let difference = firstDifference(buffers[step % 2].bytes, picture(compositor))
      #expect(difference == nil, "seed \(seed), step \(step)")
      guard let layer = layers.randomElement(using: &random) else { break }
      if random.chance(0.8) {
        layer.backgroundColor = randomColor(&random)
        (layer as? ShapeLayer)?.strokeColor = randomColor(&random)
        if !isOpaque { layer.opacity = random.double(in: 0...1) }
      } else {
        change(layer, &random)
        if isOpaque { layer.opacity = 1 }
      }
    }
    #expect(!isOpaque || coveredCount > 0, "no drawing ended where shapes do")
  }

  @Test func `a ring that turns damages its two ends`() {
    let tree = makeTree()
    let ring = ProgressLayer(style: CircleProgressStyle())
    ring.bounds = Rect(x: 0, y: 0, width: 100, height: 100)
    ring.position = Point(x: 80, y: 60)
    ring.isIndeterminate = true
    tree.root.addSublayer(ring)
    let compositor = Compositor(tree: tree, size: Self.size)
    tree.advance(to: 0)
    _ = compositor.update()
    for frame in 1...100 {
      tree.advance(to: Double(frame) / 60)
      #expect(compositor.update().area < 700)
    }
  }

  @Test(arguments: 0..<16)
  func `a partial repaint of moving arcs and bars leaves no stale pixel`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let tree = makeTree()
    let isCircle = random.chance(0.7)
    let segments = random.chance(0.3) ? random.int(in: 2...9) : 1
    let width = random.double(in: 2...30)
    let layer = ProgressLayer(
      style: isCircle
        ? CircleProgressStyle(
          trackWidth: random.double(in: 1...30), progressWidth: width, segmentCount: segments)
        : LineProgressStyle(lineWidth: width, segmentCount: segments))
    layer.bounds = Rect(
      x: 0, y: 0, width: random.double(in: 20...140), height: random.double(in: 20...110))
    layer.position = Point(x: random.double(in: 60...100), y: random.double(in: 40...80))
    if random.chance(0.5) {
      let scale = random.double(in: 0.5...1.2)
      layer.affineTransform = AffineTransform.rotation(random.double(in: -3...3))
        .followed(by: .scale(x: scale, y: random.chance(0.7) ? scale : 1))
    }
    layer.isIndeterminate = random.chance(0.7)
    tree.root.addSublayer(layer)
    let compositor = Compositor(tree: tree, size: Self.size)
    let screen = PixelBuffer(size: Self.size, format: .xrgb8888)
    var time = 0.0
    for step in 0..<40 {
      tree.advance(to: time)
      compositor.draw(compositor.update(), into: screen.surface)
      let difference = firstDifference(screen.bytes, picture(compositor))
      #expect(difference == nil, "seed \(seed), step \(step)")
      time += random.double(in: 0.001...0.2)
      if !layer.isIndeterminate {
        layer.update(random.double(in: 0...1), animated: random.chance(0.5))
      }
    }
  }

  private func addRandomLayer(
    to root: Layer, among layers: [Layer], _ random: inout SeededGenerator
  ) -> Layer {
    let layer: Layer
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      let shape = ShapeLayer()
      shape.path = .ellipse(in: Rect(x: 2, y: 2, width: 40, height: 30))
      shape.fillColor = randomColor(&random)
      shape.strokeColor = randomColor(&random)
      shape.lineWidth = Double.random(in: 0...8, using: &random)
      layer = shape
    case 1:
      layer = ProgressLayer(style: CircleProgressStyle())
    case 2:
      layer = ProgressLayer(style: LineProgressStyle())
    case 3:
      let gradient = GradientLayer()
      gradient.colors = [randomColor(&random), randomColor(&random)]
      layer = gradient
    default:
      layer = Layer()
      layer.backgroundColor = randomColor(&random)
      layer.borderWidth = Double.random(in: 0...4, using: &random)
    }
    layer.bounds = Rect(
      x: 0, y: 0, width: Double.random(in: 5...80, using: &random),
      height: Double.random(in: 5...60, using: &random))
    layer.position = randomPoint(&random)
    layer.cornerRadius = Double.random(in: 0...12, using: &random)
    layer.masksToBounds = Bool.random(using: &random)
    if Bool.random(using: &random) { layer.opacity = Double.random(in: 0...1, using: &random) }
    let parent = (layers.randomElement(using: &random)).flatMap {
      Bool.random(using: &random) ? $0 : nil
    }
    (parent ?? root).addSublayer(layer)
    return layer
  }

  private func change(_ layer: Layer, _ random: inout SeededGenerator) {
    switch Int.random(in: 0..<13, using: &random) {
    case 0: layer.position = randomPoint(&random)
    case 1:
      layer.opacity = Bool.random(using: &random) ? 1 : Double.random(in: 0...1, using: &random)
    case 2: layer.isHidden.toggle()
    case 3: layer.backgroundColor = randomColor(&random)
    case 4:
      layer.transform = .rotation(Double.random(in: -3...3, using: &random))
        .followed(by: .scale(x: Double.random(in: 0.2...1.5, using: &random), y: 1))
    case 5: layer.zPosition = Double.random(in: -1...1, using: &random)
    case 6: layer.cornerRadius = Double.random(in: 0...20, using: &random)
    case 8: layer.shadowOpacity = Bool.random(using: &random) ? 0.8 : 0
    case 9: layer.shadowRadius = Double.random(in: 0...6, using: &random)
    case 10:
      layer.shadowOffset = Size(
        width: Double.random(in: -9...9, using: &random),
        height: Double.random(in: -9...9, using: &random))
    case 11:
      layer.sublayerTransform = .scale(x: Double.random(in: 0.5...1.5, using: &random), y: 1)
    case 7: (layer as? ShapeLayer)?.strokeEnd = Double.random(in: 0...1, using: &random)
    default:
      (layer as? ProgressLayer)?.update(
        Double.random(in: 0...1, using: &random), animated: Bool.random(using: &random))
    }
  }

  private func randomPoint(_ random: inout SeededGenerator) -> Point {
    Point(
      x: Double.random(in: -10...170, using: &random),
      y: Double.random(in: -10...130, using: &random))
  }

  private func randomColor(_ random: inout SeededGenerator) -> Color {
    Color(
      red: Double.random(in: 0...1, using: &random),
      green: Double.random(in: 0...1, using: &random),
      blue: Double.random(in: 0...1, using: &random),
      alpha: Bool.random(using: &random) ? 1 : Double.random(in: 0...1, using: &random))
  }
}
