import Animation
import Geometry
import Layers
import Raster
import Testing

@Suite struct EmitterLayerTests {
  private static func spark(_ change: (inout EmitterCell) -> Void = { _ in }) -> EmitterCell {
    var cell = EmitterCell()
    cell.contents = .disc(diameter: 4)
    cell.birthRate = 100
    cell.lifetime = 1
    cell.lifetimeRange = 1
    cell.velocity = 50
    cell.velocityRange = 20
    cell.emissionRange = 2 * .pi
    cell.scaleRange = 0.5
    cell.redRange = 1
    cell.yAcceleration = 30
    change(&cell)
    return cell
  }

  private static func emitter(_ cells: EmitterCell..., seed: UInt64 = 1) -> EmitterLayer {
    let layer = EmitterLayer()
    layer.emitterCells = cells
    layer.seed = seed
    layer.emitterPosition = Point(x: 100, y: 100)
    return layer
  }

  private func particles(_ layer: EmitterLayer) -> [EmittedParticle] {
    layer.presentation()?.particles ?? []
  }

  /// The particles at a time after the commit at 0, in one step.
  private func particles(_ layer: EmitterLayer, at time: Double) -> [EmittedParticle] {
    let tree = committedTree(layer)
    tree.advance(to: time)
    return withExtendedLifetime(tree) { particles(layer) }
  }

  // MARK: Determinism

  @Test func `one long step and many short ones show the same particles`() {
    var rocket = Self.spark {
      $0.birthRate = 7
      $0.velocity = 200
    }
    rocket.emitterCells = [Self.spark { $0.beginTime = 0.2 }]
    for cells in [[Self.spark(), Self.spark { $0.velocity = 5 }], [rocket]] {
      let once = Self.emitter()
      let often = Self.emitter()
      once.emitterCells = cells
      often.emitterCells = cells
      let (onceTree, oftenTree) = (committedTree(once), committedTree(often))
      for time in [0.01, 0.1, 0.15, 0.3, 0.7, 1.1, 1.9, 2.3] { oftenTree.advance(to: time) }
      onceTree.advance(to: 2.3)
      #expect(particles(once).count > 50)
      #expect(particles(once) == particles(often))
    }
  }

  @Test func `the seed decides the particles`() {
    let layers = [1, 1, 2].map { Self.emitter(Self.spark(), seed: $0) }
    let shown = layers.map { particles($0, at: 1) }
    #expect(shown[0].count > 20)
    #expect(shown[0] == shown[1])
    #expect(shown[0] != shown[2])
  }

  @Test func `time that runs back shows what was there`() {
    let layer = Self.emitter(Self.spark())
    let tree = committedTree(layer)
    layer.speed = 0
    func show(_ offset: Double, at time: Double) -> [EmittedParticle] {
      layer.timeOffset = offset
      tree.advance(to: time)
      return particles(layer)
    }
    let early = show(0.8, at: 1)
    let late = show(3, at: 2)
    #expect(show(0.8, at: 3) == early)
    #expect(show(3, at: 4) == late)
    #expect(early.count > 20 && early != late)
    #expect(show(-5, at: 5).isEmpty)
  }

  @Test func `a day without a frame leaves what lives then`() {
    let day = 86_400.0
    let layer = Self.emitter(Self.spark())
    let other = Self.emitter(Self.spark())
    let (tree, otherTree) = (committedTree(layer), committedTree(other))
    tree.advance(to: day)
    otherTree.advance(to: day - 0.5)
    otherTree.advance(to: day)
    #expect((50...150).contains(particles(layer).count))
    #expect(particles(layer) == particles(other))
  }

  // MARK: The numbers

  @Test func `births have the rate, means and ranges of the cell`() throws {
    let cell = Self.spark {
      $0.birthRate = 2000
      $0.lifetime = 2
      $0.lifetimeRange = 0
      $0.color = Color(red: 0.5, green: 1, blue: 1)
      $0.emissionLongitude = .pi / 2
      $0.emissionRange = 0
      $0.yAcceleration = 0
    }
    let layer = Self.emitter(cell)
    let shown = particles(layer, at: 1)
    try #require(shown.count == 2000)
    // In order of birth: the one with index i has the age 1 − (i + 1) / 2000.
    let velocities = shown.enumerated().dropLast().map { index, particle in
      (particle.position.y - 100) / (1 - Double(index + 1) / 2000)
    }
    #expect(velocities.allSatisfy { (39.999...60.001).contains($0) })
    #expect(abs(velocities.reduce(0, +) / 1999 - 50) < 0.6)
    #expect(shown.allSatisfy { abs($0.position.x - 100) < 1e-6 })
    #expect(shown.allSatisfy { (0.75...1.25).contains($0.scale) })
    let reds = shown.map { $0.color.red }
    #expect(reds.allSatisfy { (0...1).contains($0) })
    #expect(reds.contains { $0 < 0.02 } && reds.contains { $0 > 0.98 })
  }

  @Test func `a particle follows its equation`() {
    let layer = Self.emitter(
      Self.spark {
        $0.birthRate = 1
        $0.lifetime = 10
        $0.lifetimeRange = 0
        $0.velocityRange = 0
        $0.emissionRange = 0
        $0.scaleRange = 0
        $0.scaleSpeed = 0.25
        $0.spin = 2
        $0.redRange = 0
        $0.redSpeed = -0.1
        $0.xAcceleration = -4
      })
    layer.velocity = 2
    layer.spin = 0.5
    layer.scale = 2
    let tree = committedTree(layer)
    tree.advance(to: 1.5)
    let birth = particles(layer)
    #expect(birth.count == 1)
    tree.advance(to: 4)
    // Born at 1, so of age 3; there are also particles of ages 2, 1 and 0.
    let shown = particles(layer)
    #expect(shown.count == 4)
    #expect(isClose(shown[0].position.x, 100 + 100 * 3 - 4 * 4.5))
    #expect(isClose(shown[0].position.y, 100 + 30 * 4.5))
    #expect(isClose(shown[0].scale, 2 + 0.5 * 3))
    #expect(isClose(shown[0].rotation, 3))
    #expect(isClose(shown[0].color.red, 0.7))
  }

  @Test(arguments: EmitterLayer.Shape.allCases, EmitterLayer.Mode.allCases)
  func `particles are born where the emitter's shape and mode say`(
    shape: EmitterLayer.Shape, mode: EmitterLayer.Mode
  ) {
    let layer = Self.emitter(
      Self.spark {
        $0.velocity = 0
        $0.velocityRange = 0
        $0.yAcceleration = 0
      })
    layer.emitterShape = shape
    layer.emitterMode = mode
    layer.emitterSize = Size(width: 40, height: 20)
    let offsets = particles(layer, at: 1).map { $0.position - Point(x: 100, y: 100) }
    #expect(offsets.count > 50)
    let tolerance = 1e-9
    for offset in offsets {
      let isRight =
        switch (shape, mode) {
        case (.point, _), (.circle, .points): offset.length < tolerance
        case (.line, .points): abs(abs(offset.dx) - 20) < tolerance && offset.dy == 0
        case (.line, _): abs(offset.dx) <= 20 && offset.dy == 0
        case (.rectangle, .points):
          abs(abs(offset.dx) - 20) < tolerance && abs(abs(offset.dy) - 10) < tolerance
        case (.rectangle, .outline):
          abs(max(abs(offset.dx) - 20, abs(offset.dy) - 10)) < tolerance
        case (.rectangle, _): abs(offset.dx) <= 20 && abs(offset.dy) <= 10
        case (.circle, .outline): abs(offset.length - 40) < tolerance
        case (.circle, _): offset.length <= 40
        }
      #expect(isRight, "\(offset)")
    }
    if shape != .point, (shape, mode) != (.circle, .points) {
      #expect(Set(offsets.map { $0.dx < 0 }).count == 2, "on one side only")
    }
  }

  @Test func `numbers and colours of a cell are set and animated by its name`() throws {
    let layer = Self.emitter(
      Self.spark {
        $0.name = "fire"
        $0.redRange = 0
      }, Self.spark())
    let tree = committedTree(layer)
    let color = AnimationKeyPath(.cell(EmitterCellKey("fire", .color)))
    let rate = AnimationKeyPath(.cell(EmitterCellKey("fire", .birthRate)))
    #expect(layer.value(for: rate) == .scalar(100))
    #expect(
      layer.setValue(.color(ColorComponents(red: 0, green: 1, blue: 0, alpha: 1)), for: color))
    #expect(!layer.setValue(.scalar(1), for: color))
    #expect(
      !layer.setValue(.scalar(1), for: AnimationKeyPath(.cell(EmitterCellKey("smoke", .scale)))))
    #expect(layer.value(for: AnimationKeyPath(.cell(EmitterCellKey("smoke", .scale)))) == nil)
    var animation = BasicAnimation(keyPath: rate, from: .scalar(0), to: .scalar(0))
    animation.timing.duration = 2
    layer.add(.basic(animation), forKey: "rest")
    tree.advance(to: 0.5)
    tree.advance(to: 1)
    #expect(particles(layer).allSatisfy { $0.color != Color(red: 0, green: 1, blue: 0) })
    #expect(layer.presentation()?.value(for: rate) == .scalar(0))
    tree.advance(to: 2.5)
    #expect(particles(layer).contains { $0.color == Color(red: 0, green: 1, blue: 0) })
    #expect(layer.value(for: rate) == .scalar(100))
  }

  @Test func `the order of drawing follows the age`() {
    let layer = Self.emitter(
      Self.spark { $0.contents = .disc(diameter: 1) },
      Self.spark { $0.contents = .disc(diameter: 2) })
    let tree = committedTree(layer)
    tree.advance(to: 1)
    let byCell = particles(layer)
    layer.renderMode = .oldestFirst
    tree.advance(to: 1)
    let oldestFirst = particles(layer)
    layer.renderMode = .oldestLast
    tree.advance(to: 1)
    #expect(byCell.first?.contents != byCell.last?.contents)
    #expect(oldestFirst.prefix(2).map { $0.contents } != byCell.prefix(2).map { $0.contents })
    #expect(oldestFirst.count == byCell.count)
    let last = particles(layer).suffix(2)
    #expect(last.allSatisfy { oldestFirst.prefix(2).contains($0) })
  }

  @Test func `particles send out particles, in their own colour, when they are due`() throws {
    let rocket = Self.spark {
      $0.birthRate = 1
      $0.duration = 1
      $0.velocity = 100
      $0.velocityRange = 0
      $0.emissionRange = 0
      $0.yAcceleration = 0
      $0.lifetimeRange = 0
      $0.color = Color(red: 0, green: 1, blue: 0)
      $0.redRange = 0
      $0.emitterCells = [
        Self.spark {
          $0.beginTime = 0.9
          $0.duration = 0.1
          $0.birthRate = 500
          $0.velocity = 0
          $0.velocityRange = 0
          $0.yAcceleration = 0
          $0.redRange = 0
          $0.lifetimeRange = 0
        }
      ]
    }
    let layer = Self.emitter(rocket)
    let tree = committedTree(layer)
    tree.advance(to: 1.89)
    #expect(particles(layer).count == 1)
    tree.advance(to: 2.5)
    let sparks = particles(layer)
    #expect(sparks.count == 50)
    #expect(sparks.allSatisfy { $0.color == Color(red: 0, green: 1, blue: 0) })
    #expect(sparks.allSatisfy { (189.9...200.1).contains($0.position.x) })
    tree.advance(to: 4)
    #expect(particles(layer).isEmpty)
    #expect(tree.nextChange == nil)
  }

  // MARK: Cost

  @Test func `nothing runs while nothing lives`() {
    let layer = Self.emitter(
      Self.spark {
        $0.birthRate = 0.5
        $0.lifetime = 1
        $0.lifetimeRange = 0
      })
    let tree = committedTree(layer)
    #expect(tree.nextChange == 2, "the first birth")
    #expect(!tree.hasRunningAnimations)
    tree.advance(to: 2.5)
    #expect(tree.nextChange == 2.5)
    #expect(tree.hasRunningAnimations)
    tree.advance(to: 3.5)
    #expect(tree.nextChange == 4)
    tree.transact(disableActions: true) { layer.birthRate = 0 }
    tree.advance(to: 3.6)
    #expect(tree.nextChange == nil)
  }

  @Test func `hidden, paused and removed emitters do not run`() {
    let layer = Self.emitter(Self.spark())
    let tree = committedTree(layer)
    tree.advance(to: 1)
    #expect(tree.hasRunningAnimations)
    layer.isHidden = true
    tree.advance(to: 1.1)
    #expect(tree.nextChange == nil)
    layer.isHidden = false
    tree.advance(to: 1.2)
    #expect(tree.nextChange == 1.2)
    layer.pause()
    tree.advance(to: 1.3)
    let stopped = particles(layer)
    tree.advance(to: 9)
    #expect(tree.nextChange == nil)
    #expect(particles(layer) == stopped)
    layer.removeFromSuperlayer()
    tree.advance(to: 10)
    #expect(tree.nextChange == nil)
  }

  @Test func `under reduced motion only essential emitters show particles`() {
    let layer = Self.emitter(Self.spark())
    let essential = Self.emitter(Self.spark())
    essential.isEssential = true
    let tree = committedTree(layer, essential)
    tree.advance(to: 1)
    let before = particles(layer)
    tree.reducesMotion = true
    tree.advance(to: 1.5)
    #expect(particles(layer).isEmpty)
    #expect(particles(essential).count > 50)
    essential.removeFromSuperlayer()
    tree.advance(to: 1.6)
    #expect(tree.nextChange == nil)
    tree.reducesMotion = false
    tree.advance(to: 1.7)
    #expect(particles(layer).count > 50 && before.count > 50)
    #expect(tree.nextChange == 1.7)
  }

  @Test func `births of any number and depth are bounded`() {
    func deep(_ levels: Int) -> EmitterCell {
      Self.spark {
        $0.birthRate = 1e9
        $0.lifetime = 1e6
        if levels > 0 { $0.emitterCells = [deep(levels - 1), deep(levels - 1)] }
      }
    }
    let layer = Self.emitter(deep(3), deep(7))
    let tree = committedTree(layer)
    for time in [0.001, 1, 1.1, 1000] {
      tree.advance(to: time)
      let count = layer.presentation()?.particleCount ?? 0
      #expect(count > 0 && count <= EmitterLayer.particleLimit)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -1, -.infinity, 1e300])
  func `invalid numbers show no invalid particle`(number: Double) {
    let layer = Self.emitter(
      Self.spark { $0.birthRate = number },
      Self.spark { $0.lifetime = number },
      Self.spark {
        $0.velocity = number
        $0.lifetimeRange = number
        $0.scaleSpeed = number
        $0.alphaSpeed = number
      },
      Self.spark {
        $0.beginTime = number
        $0.duration = number
        $0.redRange = number
      })
    layer.lifetime = number
    let tree = committedTree(layer)
    for time in [0.5, 1, 2] { tree.advance(to: time) }
    #expect(particles(layer).count <= EmitterLayer.particleLimit)
  }

  @Test func `a new rate holds from the frame that shows it`() {
    let layer = Self.emitter(
      Self.spark {
        $0.lifetime = 100
        $0.lifetimeRange = 0
      })
    let tree = committedTree(layer)
    tree.advance(to: 1)
    tree.transact(disableActions: true) { layer.birthRate = 0.5 }
    tree.advance(to: 1)
    tree.advance(to: 2)
    #expect(layer.presentation()?.particleCount == 150)
    tree.transact(disableActions: true) { layer.birthRate = 0 }
    tree.advance(to: 2)
    tree.advance(to: 3)
    #expect(layer.presentation()?.particleCount == 150)
  }

  @Test func `the fireworks of half a progress have their particles`() throws {
    // C7: birthRate 200p and velocity 250p, at p = .5.
    let layer = Self.emitter(
      Self.spark {
        $0.birthRate = 200
        $0.velocity = 250
        $0.velocityRange = 0
        $0.lifetime = 2
        $0.lifetimeRange = 2
        $0.scale = 0.235
        $0.scaleRange = 0
        $0.scaleSpeed = -0.5
        $0.yAcceleration = 0
      })
    layer.birthRate = 0.5
    layer.velocity = 0.5
    let tree = committedTree(layer)
    tree.advance(to: 0.4)
    let shown = particles(layer)
    #expect(shown.count == 40)
    let oldest = try #require(shown.first)
    #expect(isClose((oldest.position - Point(x: 100, y: 100)).length, 125 * 0.39))
    tree.advance(to: 1)
    // None outlives its scale, of .47 s.
    #expect(layer.presentation()?.particleCount == 47)
  }
}
