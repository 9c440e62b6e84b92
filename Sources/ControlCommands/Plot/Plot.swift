import Animation
import Geometry
import Stage

/// Values of layers' properties over time, to be drawn as graphs.
struct Plot: Equatable {
  /// A request to a control, at a moment.
  struct Request: Equatable {
    /// In seconds.
    var time: Double
    var text: String
  }

  var title: String
  /// In seconds, rising.
  private(set) var times: [Double] = []
  private(set) var series: [PlotSeries] = []
  /// True if there were more series than can be drawn.
  private(set) var isCut = false
  /// Requests within the times, in order.
  var requests: [Request] = []

  /// More lines, and ribbons of colours, could not be told apart.
  static let mostSeries = 24

  init(title: String) { self.title = title }

  /// The first and the last moment.
  var span: ClosedRange<Double> { (times.first ?? 0)...(times.last ?? 0) }

  /// Adds a moment, with one value for each column of each key. Only the first lines are kept.
  mutating func append(_ seconds: Double, _ samples: [Sample]) {
    for sample in samples {
      let parts = PlotSeries.parts(of: sample)
      for part in parts {
        let known = series.firstIndex { $0.name == part.name && $0.unit == part.unit }
        let index = known ?? series.count
        if known == nil {
          guard series.count < Self.mostSeries else {
            isCut = true
            continue
          }
          series.append(PlotSeries(name: part.name, unit: part.unit, gaps: times.count))
        }
        // Two keys may have a column in common, such as `position` and `position.x`.
        guard series[index].values.count == times.count else { continue }
        series[index].append(part.value)
      }
    }
    times.append(seconds)
    // A series may have no value now: a gradient may lose a colour, and a layer its path.
    for index in series.indices where series[index].values.count < times.count {
      series[index].append(nil)
    }
  }

  /// The requests of a command line or a page that fall into the times.
  mutating func add(_ assignments: [ControlAssignment]) {
    requests = assignments.filter { span.contains($0.time.seconds) }.map {
      Request(time: $0.time.seconds, text: $0.title)
    }.sorted { $0.time < $1.time }
  }

  /// A presented value of a column.
  struct Sample {
    var name: String
    var keyPath: AnimationKeyPath
    var value: AnimatableValue?
  }
}

extension SampledKey {
  /// The presented values of all columns.
  func samples(on stage: Stage) -> [Plot.Sample] {
    zip(names, columns).map { name, column in
      Plot.Sample(name: name, keyPath: column, value: value(of: column, on: stage))
    }
  }
}

/// One line of a graph, or one ribbon of a colour.
struct PlotSeries: Equatable {
  enum Value: Equatable {
    case number(Double)
    case color(ColorComponents)
  }

  let name: String
  let unit: PlotUnit
  /// One for each moment; nil where there was none.
  private(set) var values: [Value?]

  init(name: String, unit: PlotUnit, gaps: Int) {
    self.name = name
    self.unit = unit
    values = Array(repeating: nil, count: gaps)
  }

  fileprivate mutating func append(_ value: Value?) { values.append(value) }

  /// The numbers; nil where there is none, or one that cannot be drawn.
  var numbers: [Double?] {
    values.map { value in
      guard case .number(let number) = value, abs(number) < 1e12 else { return nil }
      return number
    }
  }

  /// A value as the numbers and colours that are drawn, each with its name.
  fileprivate static func parts(
    of sample: Plot.Sample
  ) -> [(name: String, unit: PlotUnit, value: Value)] {
    let name = sample.name
    let unit = PlotUnit(sample.keyPath)
    switch sample.value {
    case .scalar(let number):
      return [(name, unit, .number(unit == .degrees ? number * 180 / .pi : number))]
    case .flag(let flag): return [(name, .flag, .number(flag ? 1 : 0))]
    case .color(let color): return [(name, .color, .color(color))]
    case .scalars(let numbers):
      return numbers.enumerated().map { ("\(name)[\($0)]", unit, .number($1)) }
    case .colors(let colors):
      return colors.enumerated().map { ("\(name)[\($0)]", .color, .color($1)) }
    case .path(let path):
      let box = path.bounds
      return [
        (name + ".x", .points, .number(box.origin.x)),
        (name + ".y", .points, .number(box.origin.y)),
        (name + ".width", .points, .number(box.size.width)),
        (name + ".height", .points, .number(box.size.height)),
      ]
    default: return []
    }
  }
}
