import CMath
import Geometry
import Raster

/// The particles of an emitter layer and the history that they follow from.
struct EmitterSimulation {
  /// One cell and its particles. Particles of the layer's own cells are born at a rate in time;
  /// those of a particle's cells are born from each such particle.
  private struct Flow {
    var cell: EmitterCell
    /// The flow whose particles send these out; nil for the layer.
    var parent: Int?
    /// The index among the cells of the layer or of the parent's cell.
    var place: Int
    /// The longest time from a birth until it and all its descendants are dead, at a lifetime
    /// factor of 1.
    var span: Double
    var births = BirthProcess()
    /// In the order of births.
    var particles: [Particle] = []
    /// Births in frames that were left out, in order. Only births in time are kept: all others
    /// follow from them.
    var noted: [NotedBirths] = []
  }

  /// Births of one frame whose particles have not been made yet.
  private struct NotedBirths {
    var places: ClosedRange<Int>
    /// The process as of that frame.
    var births: BirthProcess
    var values: EmitterLayer.Values
  }

  private var start = 0.0
  private var flows: [Flow] = []
  private var cells: [EmitterCell] = []
  /// Seconds since the start.
  private var time = 0.0
  /// The time of the last update of the particles.
  private var settledTime = 0.0
  private var isStarted = false
  /// True if births were noted since the last update of the particles.
  private var isBehind = false
  private var last: EmitterLayer.Values?
  /// True if the properties have been the same since the start.
  private(set) var isSteady = true
  /// The layer's time at which something changes by itself: −∞ for all the time, nil for never.
  private(set) var nextChange: Double?

  /// The most cells that are simulated, cells of cells included.
  static var cellLimit: Int { 64 }

  var particleCount: Int { flows.reduce(0) { $0 + $1.particles.count } }

  /// Brings the particles to a time of the layer.
  ///
  /// - Returns: true if the picture may have changed.
  mutating func advance(to time: Double, start: Double, _ values: EmitterLayer.Values) -> Bool {
    let elapsed = time - start
    guard elapsed.isFinite else { return false }
    let hadParticles = flows.contains { !$0.particles.isEmpty }
    let isMoved = elapsed != self.time || !isStarted || isBehind
    let isChanged = isMoved || cells != values.cells
    isBehind = false
    move(to: time, start: start, values)
    let former = settledTime
    settledTime = self.time
    let limit = max(EmitterLayer.particleLimit / max(flows.count, 1), 1)
    for index in flows.indices {
      if let parent = flows[index].parent {
        emit(index, from: parent, since: former, values, limit: limit)
      } else {
        emit(index, values, limit: limit)
      }
    }
    for index in flows.indices { removeDead(index, limit: limit) }
    let hasParticles = flows.contains { !$0.particles.isEmpty }
    expectChange(hasParticles: hasParticles)
    return isChanged && (hadParticles || hasParticles)
  }

  /// Records the births up to a time of the layer, for a frame that is left out. They get the
  /// properties of that frame when the particles are next brought up to date. The cost does not
  /// depend on the number of births.
  mutating func note(birthsUpTo time: Double, start: Double, _ values: EmitterLayer.Values) {
    guard (time - start).isFinite else { return }
    move(to: time, start: start, values)
    isBehind = true
    for index in flows.indices where flows[index].parent == nil {
      if let births = births(of: index, values) { flows[index].noted.append(births) }
    }
  }

  /// The layer's time by which all particles that come from births in time so far are dead.
  var lastLife: Double? {
    var last: Double?
    for flow in flows where flow.parent == nil && flow.births.count > 0 {
      let lifetime = flow.span * max(self.last?.factors.lifetime ?? 1, 0)
      let end = start + flow.cell.beginTime + flow.births.lastTime + lifetime
      last = max(last ?? end, end)
    }
    return last
  }

  private mutating func move(to time: Double, start: Double, _ values: EmitterLayer.Values) {
    let elapsed = time - start
    if start != self.start || elapsed < self.time || !isStarted { reset() }
    if time > start, self.time > 0, let last, last != values { isSteady = false }
    last = values
    self.start = start
    isStarted = true
    if cells != values.cells { take(values.cells) }
    self.time = max(elapsed, 0)
  }

  private mutating func reset() {
    flows = []
    cells = []
    time = 0
    settledTime = 0
    last = nil
    isSteady = true
  }

  /// The particles in an emitter of another size: emitted again if its properties have never
  /// changed, and moved along otherwise.
  ///
  /// - Parameters:
  ///   - formerCells: the former emitter's cells without animations, and `cells` this one's.
  func relaid(
    _ former: EmitterLayer.Values, to values: EmitterLayer.Values,
    cells formerCells: [EmitterCell], _ cells: [EmitterCell], _ scale: Vector
  ) -> EmitterSimulation {
    var relaid = self
    if isSteady {
      relaid.reset()
      _ = relaid.advance(to: start + time, start: start, values)
      return relaid
    }
    relaid.last = nil
    relaid.take(values.cells)
    guard relaid.flows.count == flows.count else { return relaid }
    for index in flows.indices {
      let cell = relaid.flows[index].cell
      var (velocity, formerVelocity) = (cell.velocity, flows[index].cell.velocity)
      let place = flows[index].place
      if flows[index].parent == nil, place < min(cells.count, formerCells.count) {
        (velocity, formerVelocity) = (cells[place].velocity, formerCells[place].velocity)
      }
      let speed = formerVelocity != 0 ? velocity / formerVelocity : 1
      for place in flows[index].particles.indices {
        var particle = flows[index].particles[place]
        let origin = particle.origin
        particle.origin = Point(x: origin.x * scale.dx, y: origin.y * scale.dy)
        if flows[index].parent == nil, former.spot(seed: particle.seed).origin == origin {
          particle.origin = values.spot(seed: particle.seed).origin
        }
        particle.velocity = particle.velocity * speed
        particle.acceleration = Vector(dx: cell.xAcceleration, dy: cell.yAcceleration)
        relaid.flows[index].particles[place] = particle
      }
    }
    return relaid
  }

  // MARK: Cells

  private mutating func take(_ cells: [EmitterCell]) {
    let former = flows
    self.cells = cells
    flows = []
    append(cells, parent: nil)
    for index in flows.indices where index < former.count {
      guard flows[index].parent == former[index].parent else { break }
      flows[index].births = former[index].births
      flows[index].particles = former[index].particles
      flows[index].noted = former[index].noted
      // Particles that were born with a longer life may not have been made yet.
      flows[index].span = max(flows[index].span, former[index].span)
    }
  }

  /// Appends parents before the cells that they send out.
  private mutating func append(_ cells: [EmitterCell], parent: Int?) {
    for (place, cell) in cells.enumerated() where flows.count < EmitterSimulation.cellLimit {
      flows.append(Flow(cell: cell, parent: parent, place: place, span: cell.longestSpan))
      append(cell.emitterCells, parent: flows.count - 1)
    }
  }

  // MARK: Births

  /// The births of one of the layer's cells since the last time.
  private mutating func births(
    of index: Int, _ values: EmitterLayer.Values
  ) -> NotedBirths? {
    let cell = flows[index].cell
    let runTime = min(max(time - cell.beginTime, 0), max(cell.duration, 0))
    let rate = cell.isEnabled ? cell.birthRate * values.birthRate : 0
    guard let places = flows[index].births.advance(to: runTime, rate: rate) else { return nil }
    return NotedBirths(places: places, births: flows[index].births, values: values)
  }

  private mutating func emit(_ index: Int, _ values: EmitterLayer.Values, limit: Int) {
    let births = births(of: index, values)
    let noted = flows[index].noted
    flows[index].noted = []
    for births in noted { emit(index, births, limit: limit) }
    if let births { emit(index, births, limit: limit) }
  }

  /// Makes the particles of the births whose particles may still live.
  private mutating func emit(_ index: Int, _ born: NotedBirths, limit: Int) {
    guard flows[index].place < born.values.cells.count else { return }
    let (births, values) = (born.births, born.values)
    let cell = values.cells[flows[index].place]
    // Particles that would be dead by now are not made.
    let oldest = time - cell.beginTime - flows[index].span * max(values.factors.lifetime, 0)
    let first = max(
      born.places.lowerBound, births.firstBirth(after: oldest),
      flows[index].births.count - limit + 1)
    guard first <= born.places.upperBound else { return }
    let seed = ParticleGenerator.seed(values.seed, flows[index].place)
    for place in first...born.places.upperBound {
      let seed = ParticleGenerator.seed(seed, place)
      let spot = values.spot(seed: seed)
      flows[index].particles.append(
        Particle(
          cell, seed: seed, place: place, birthTime: births.time(ofBirth: place) + cell.beginTime,
          at: spot.origin, direction: spot.direction, tint: .one, factors: values.factors))
    }
  }

  /// Makes the particles of one flow send out those of another.
  private mutating func emit(
    _ index: Int, from parent: Int, since former: Double, _ values: EmitterLayer.Values, limit: Int
  ) {
    let cell = flows[index].cell
    guard cell.isEnabled, cell.birthRate > 0, cell.birthRate.isFinite else { return }
    let oldest = time - flows[index].span * max(values.factors.lifetime, 0)
    // The youngest come first where the limit leaves some out.
    var rest = limit
    for particle in flows[parent].particles.reversed() where rest > 0 {
      let begin = particle.birthTime + cell.beginTime
      let end = min(begin + max(cell.duration, 0), particle.birthTime + particle.lifetime)
      func count(at time: Double) -> Int {
        let total = (min(time, end) - begin) * cell.birthRate + 1e-9
        return total > 0 ? Int(min(total, 1e15)) : 0
      }
      let last = count(at: time)
      let first = max(count(at: former), count(at: oldest), last - rest) + 1
      guard first <= last else { continue }
      rest -= last - first + 1
      let seed = ParticleGenerator.seed(particle.seed, flows[index].place)
      for place in first...last {
        let birthTime = begin + Double(place) / cell.birthRate
        let age = birthTime - particle.birthTime
        flows[index].particles.append(
          Particle(
            cell, seed: ParticleGenerator.seed(seed, place), place: place,
            birthTime: birthTime, at: particle.position(atAge: age), direction: 0,
            tint: particle.color(atAge: age),
            factors: values.factors))
      }
    }
    if rest < limit {
      flows[index].particles.sort {
        $0.birthTime == $1.birthTime ? $0.seed < $1.seed : $0.birthTime < $1.birthTime
      }
    }
  }

  private mutating func removeDead(_ index: Int, limit: Int) {
    let time = time
    // Decided by the index of birth and not by the number alive, so that frames make no difference.
    let last = flows[index].parent == nil ? flows[index].births.count - limit : .min
    flows[index].particles.removeAll { time >= $0.birthTime + $0.lifetime || $0.place <= last }
    let excess = flows[index].particles.count - limit
    if excess > 0 { flows[index].particles.removeFirst(excess) }
  }

  private mutating func expectChange(hasParticles: Bool) {
    nextChange = hasParticles ? -.infinity : nil
    if hasParticles { return }
    for flow in flows where flow.parent == nil && flow.span > 0 {
      guard let birth = flow.births.nextTime, birth <= flow.cell.duration else { continue }
      let moment = start + flow.cell.beginTime + birth
      nextChange = min(nextChange ?? moment, moment)
    }
  }

  // MARK: Visible particles

  func particles(
    in order: EmitterLayer.RenderMode, _ tints: TintedImages
  ) -> [EmittedParticle] {
    var places: [(flow: Int, particle: Int)] = []
    for flow in flows.indices where flows[flow].cell.contents != .none {
      for particle in flows[flow].particles.indices { places.append((flow, particle)) }
    }
    let sign = order == .oldestFirst ? 1.0 : -1.0
    func rank(_ place: (flow: Int, particle: Int)) -> Double {
      sign * flows[place.flow].particles[place.particle].birthTime
    }
    if order == .oldestFirst || order == .oldestLast { places.sort { rank($0) < rank($1) } }
    var result: [EmittedParticle] = []
    result.reserveCapacity(places.count)
    for place in places {
      let cell = flows[place.flow].cell
      let particle = flows[place.flow].particles[place.particle]
      let age = time - particle.birthTime
      let scale = particle.scale + particle.scaleSpeed * age
      let color = particle.color(atAge: age)
      guard scale > 0, color.w > 0 else { continue }
      let tint = Color(red: color.x, green: color.y, blue: color.z, alpha: color.w)
      var contents = cell.contents
      if case .image(let image) = contents {
        contents = .image(tints.image(image, tint: tint))
      }
      result.append(
        EmittedParticle(
          contents: contents, contentsRect: cell.contentsRect,
          contentsScale: cell.contentsScale, position: particle.position(atAge: age),
          scale: scale, rotation: particle.spin * age, color: tint))
    }
    return result
  }
}

extension EmitterCell {
  /// The longest time from a birth until it and all its descendants are dead.
  fileprivate var longestSpan: Double {
    let own = max(lifetime + abs(lifetimeRange) / 2, 0)
    return emitterCells.reduce(own) { max($0, own + $1.longestSpan) }
  }
}

extension EmitterLayer.Values {
  /// The point at which a particle is born, and the angle from which its direction is measured.
  func spot(seed: UInt64) -> (origin: Point, direction: Double) {
    var generator = ParticleGenerator(seed: ~seed)
    let (x, y) = (position.x, position.y)
    let (width, height) = (size.width, size.height)
    switch (shape, mode) {
    case (.point, _), (.circle, .points):
      return (position, 0)
    case (.line, .points):
      return (Point(x: generator.unit() < 0.5 ? x - width / 2 : x + width / 2, y: y), 0)
    case (.line, _):
      return (Point(x: generator.number(x, range: width), y: y), 0)
    case (.rectangle, .points):
      return (
        Point(
          x: generator.unit() < 0.5 ? x - width / 2 : x + width / 2,
          y: generator.unit() < 0.5 ? y - height / 2 : y + height / 2), 0
      )
    case (.rectangle, .outline):
      // Along the top and the bottom, then along the sides.
      let way = generator.unit() * 2 * (width + height)
      if way < 2 * width {
        let along = way < width ? way : way - width
        return (
          Point(x: x - width / 2 + along, y: way < width ? y - height / 2 : y + height / 2), 0
        )
      }
      let down = way - 2 * width
      let along = down < height ? down : down - height
      return (Point(x: down < height ? x - width / 2 : x + width / 2, y: y - height / 2 + along), 0)
    case (.rectangle, .surface), (.rectangle, .volume):
      return (
        Point(x: generator.number(x, range: width), y: generator.number(y, range: height)), 0
      )
    case (.circle, .outline):
      let angle = generator.unit() * 2 * .pi
      return (Point(x: x + width * cos(angle), y: y + width * sin(angle)), angle)
    case (.circle, .surface), (.circle, .volume):
      let angle = generator.unit() * 2 * .pi
      let radius = width * generator.unit().squareRoot()
      return (Point(x: x + radius * cos(angle), y: y + radius * sin(angle)), 0)
    }
  }
}
