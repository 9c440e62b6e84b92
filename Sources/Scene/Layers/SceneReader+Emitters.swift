import CodeUnits
import Geometry
import JSON
import Layers
import Raster

/// Emitters and their cells.
extension SceneReader {
  private enum Look: String, CaseIterable { case disc, glow, none }

  func emitter(_ reader: inout ObjectReader) -> EmitterDescription {
    typealias Kind = EmitterLayer
    let factors = 0...1000.0
    var emitter = EmitterDescription(
      shape: reader.choice("shape", Kind.Shape.allCases.map { ($0.name, $0) }) ?? .point,
      mode: reader.choice("mode", Kind.Mode.allCases.map { ($0.name, $0) }) ?? .volume,
      renderMode: reader.choice("renderMode", Kind.RenderMode.allCases.map { ($0.name, $0) })
        ?? .unordered,
      position: reader.lengths("emitterPosition", count: 2),
      size: reader.lengths("emitterSize", count: 2, allowsNegative: false),
      seed: UInt64(reader.integer("seed", in: 0...Int(Int32.max)) ?? 0),
      birthRate: reader.number("birthRate", in: factors) ?? 1,
      lifetime: reader.number("lifetime", in: factors) ?? 1,
      velocity: reader.number("velocity", in: -1000...1000) ?? 1,
      scale: reader.number("particleScale", in: factors) ?? 1,
      spin: reader.number("spin", in: -1000...1000) ?? 1)
    if let node = reader.require("cells", expected: "an array of what is sent out") {
      var census = ParticleCensus(
        birthFactor: emitter.birthRate, lifetimeFactor: emitter.lifetime)
      let cells = cells(node, &census, of: nil)
      (emitter.cells, emitter.hidesCells) = (cells.list, cells.hidesNames)
    } else {
      emitter.hidesCells = true
    }
    return emitter
  }

  /// - Parameter parent: the cell whose particles send the new ones out; nil for the layer.
  private func cells(
    _ node: JSONNode, _ census: inout ParticleCensus, of parent: ParticleCensus.Flow?
  ) -> (list: [CellDescription], hidesNames: Bool) {
    guard let nodes = elements(node, "cells", count: 1...SceneLimits.emitterCells, of: "cells")
    else { return ([], true) }
    census.cellCount += nodes.count
    guard census.cellCount <= SceneLimits.emitterCells else {
      error(
        .limit, at: node.offset, "\(census.cellCount) cells or more",
        expected: "at most \(SceneLimits.emitterCells) in an emitter")
      return ([], true)
    }
    var result: [CellDescription] = []
    var names = PartNames(noun: "cell")
    for node in nodes where !isFull {
      guard
        var reader = ObjectReader(self, styled(node), key: "cells", owner: "an emitter's cell")
      else {
        names.hasWrong = true
        continue
      }
      reader.takeStyle()
      var cell = cell(&reader, &names)
      let inner = reader.take("cells")
      reader.finish()
      let flow = census.add(cell.cell, of: parent)
      count(&census, flow, at: reader.keyOffset("birthRate") ?? reader.offset)
      if let inner { cell.cells = cells(inner, &census, of: flow).list }
      result.append(cell)
    }
    return (result, names.hasWrong)
  }

  /// Checks the number of particles of an emitter, and of all emitters.
  private func count(_ census: inout ParticleCensus, _ flow: ParticleCensus.Flow, at offset: Int) {
    counts.particles += flow.liveCount
    func check(_ count: Double, limit: Int, _ place: String) {
      guard count > Double(limit), !census.isReported else { return }
      census.isReported = true
      error(
        .limit, at: offset, "\(Int(min(count, 1e9))) particles at a time, or more",
        expected: "at most \(limit) " + place,
        hint: "living particles: `birthRate` times `lifetime`")
    }
    check(census.liveCount, limit: EmitterLayer.particleLimit, "in an emitter")
    check(counts.particles, limit: SceneLimits.allParticles, "in a scene")
  }

  /// The name of a part of a layer in key paths; nil, with a diagnostic, if it is wrong.
  func partName(_ reader: inout ObjectReader, _ known: inout PartNames) -> String? {
    guard let node = reader.take("name") else { return nil }
    guard let name = string(node, "name") else {
      known.hasWrong = true
      return nil
    }
    guard Self.isName(name, without: UInt8(ascii: ".")) else {
      known.hasWrong = true
      error(
        .invalidValue, at: node.offset,
        "`name` is \"" + ObjectReader.shortened(name) + "\"",
        expected:
          "1 to \(SceneLimits.nameBytes) bytes without a dot, which parts the names in key paths")
      return nil
    }
    guard known.names.insert(ExactText(name)).inserted else {
      error(
        .conflict, at: node.offset,
        "another " + known.noun + " is called \"" + ObjectReader.shortened(name) + "\"",
        expected: "a name for one " + known.noun)
      return nil
    }
    return name
  }

  private func cell(_ reader: inout ObjectReader, _ names: inout PartNames) -> CellDescription {
    var cell = EmitterCell()
    cell.name = partName(&reader, &names)
    let look = look(&reader, of: &cell)
    cell.beginTime = reader.number("beginTime", in: 0...SceneLimits.duration, unit: .seconds) ?? 0
    cell.duration =
      reader.number("duration", in: 0...SceneLimits.duration, unit: .seconds) ?? .infinity
    if let node = reader.require("birthRate", expected: "births in a second") {
      cell.birthRate = number(node, "birthRate", in: 0...1e6) ?? 0
    }
    if let node = reader.require("lifetime", expected: "seconds that a particle lives") {
      cell.lifetime = number(node, "lifetime", in: 0...SceneLimits.duration, unit: .seconds) ?? 0
    }
    cell.lifetimeRange =
      reader.number("lifetimeRange", in: 0...SceneLimits.duration, unit: .seconds) ?? 0
    let described = CellDescription(
      look: look, cell: cell,
      velocity: reader.length("velocity", allowsNegative: true) ?? .points(0),
      velocityRange: reader.length("velocityRange") ?? .points(0),
      xAcceleration: reader.length("xAcceleration", allowsNegative: true) ?? .points(0),
      yAcceleration: reader.length("yAcceleration", allowsNegative: true) ?? .points(0))
    cell.emissionLongitude = angle(&reader, "emissionLongitude")
    cell.emissionRange = angle(&reader, "emissionRange")
    cell.scale = reader.number("scale", in: 0...1000) ?? 1
    cell.scaleRange = reader.number("scaleRange", in: 0...1000) ?? 0
    cell.scaleSpeed = reader.number("scaleSpeed", in: -1000...1000) ?? 0
    cell.spin = angle(&reader, "spin")
    cell.spinRange = angle(&reader, "spinRange")
    colors(&reader, of: &cell)
    var result = described
    result.cell = cell
    return result
  }

  private func look(_ reader: inout ObjectReader, of cell: inout EmitterCell)
    -> CellDescription.Look
  {
    if let file = reader.take("file") {
      for key in ["shape", "diameter"] {
        guard let offset = reader.keyOffset(key) else { continue }
        error(
          .conflict, at: offset, "`" + key + "` beside `file`, which says what is seen",
          expected: "either a `file` or a `shape` and a `diameter`")
      }
      cell.contentsScale = reader.number("pixelsPerPoint", in: 0.1...16) ?? 1
      if let part = reader.numbers("contentsRect", count: 4...4, in: 0...1) {
        cell.contentsRect = Rect(x: part[0], y: part[1], width: part[2], height: part[3])
      }
      return image(file).map { .image($0) } ?? .none
    }
    let look = reader.choice("shape", Look.allCases.map { ($0.rawValue, $0) }) ?? .disc
    let diameter = reader.length("diameter") ?? .points(8)
    switch look {
    case .disc: return .disc(diameter)
    case .glow: return .glow(diameter)
    case .none: return .none
    }
  }

  private func colors(_ reader: inout ObjectReader, of cell: inout EmitterCell) {
    if let color = reader.color("color") { cell.color = color }
    cell.redRange = reader.number("redRange", in: 0...2) ?? 0
    cell.greenRange = reader.number("greenRange", in: 0...2) ?? 0
    cell.blueRange = reader.number("blueRange", in: 0...2) ?? 0
    cell.alphaRange = reader.number("alphaRange", in: 0...2) ?? 0
    cell.redSpeed = reader.number("redSpeed", in: -1000...1000) ?? 0
    cell.greenSpeed = reader.number("greenSpeed", in: -1000...1000) ?? 0
    cell.blueSpeed = reader.number("blueSpeed", in: -1000...1000) ?? 0
    cell.alphaSpeed = reader.number("alphaSpeed", in: -1000...1000) ?? 0
  }

  /// Degrees in the file, radians here.
  private func angle(_ reader: inout ObjectReader, _ key: String) -> Double {
    (reader.number(key, in: -36_000...36_000, unit: .degrees) ?? 0) * .pi / 180
  }
}

/// The number of particles that an emitter has at a time, once deaths balance births.
struct ParticleCensus {
  struct Flow {
    /// Births in a second.
    var births: Double
    /// The longest lifetime of a particle.
    var lifetime: Double
    var liveCount: Double { births * lifetime }
  }

  var birthFactor: Double
  var lifetimeFactor: Double
  var liveCount = 0.0
  var cellCount = 0
  var isReported = false

  mutating func add(_ cell: EmitterCell, of parent: Flow?) -> Flow {
    let lifetime = (cell.lifetime + cell.lifetimeRange / 2) * lifetimeFactor
    var births = cell.birthRate
    if let parent {
      births *= parent.births * min(max(parent.lifetime - cell.beginTime, 0), cell.duration)
    } else {
      births *= birthFactor
    }
    let flow = Flow(births: births, lifetime: lifetime)
    liveCount += flow.liveCount
    return flow
  }
  /// The number of living particles of an emitter whose births and lifetimes have these factors.
  static func liveCount(
    of cells: [CellDescription], birthFactor: Double, lifetimeFactor: Double
  ) -> Double {
    var census = ParticleCensus(birthFactor: birthFactor, lifetimeFactor: lifetimeFactor)
    census.add(cells, of: nil)
    return census.liveCount
  }

  private mutating func add(_ cells: [CellDescription], of parent: Flow?) {
    for cell in cells { add(cell.cells, of: add(cell.cell, of: parent)) }
  }
}
