internal import Geometry

/// A finger on a scrub control, from its first contact to its last.
///
/// The control follows from the first move on. When the finger leaves, it was a tap if it never was
/// further than `tapDistance` from its first point. Only the finger's points and times matter.
struct ScrubDrag {
  private struct Sample {
    var time: Double
    var value: Double
  }

  let contact: UInt64
  let control: ScrubControl
  /// True if the control was on, or moving there, when the finger came.
  let wasOn: Bool
  private let start: Point
  private let startValue: Double
  /// From the output to the hit area, as of the first contact: the area may move with the value.
  private let toArea: Projection
  private(set) var isTap = true
  private var samples: [Sample]

  /// Points of the output.
  private static var tapDistance: Double { 10 }
  /// Seconds before the end over which the velocity is measured.
  private static var window: Double { 0.1 }
  /// In values per second: a slower finger has come to rest.
  private static var slowest: Double { 0.1 }

  /// - Parameters:
  ///   - point: in points of the output, as all of them are.
  ///   - time: in seconds, as all are.
  init(
    contact: UInt64, on control: ScrubControl, at point: Point, time: Double,
    _ toArea: Projection
  ) {
    self.contact = contact
    self.control = control
    self.toArea = toArea
    wasOn = control.isOn
    start = point
    startValue = control.value
    samples = [Sample(time: time, value: startValue)]
  }

  /// The number under which the control is held; clients have smaller numbers.
  var holder: UInt64 { contact | 1 << 63 }

  /// A person at the screen has the rights of the daemon's own user.
  var controlHolder: ControlHolder { ControlHolder(holder, isPrivileged: true, expires: false) }

  /// The control's value for a finger at a point.
  mutating func move(to point: Point, time: Double) -> Double {
    let way = Vector(dx: point.x - start.x, dy: point.y - start.y)
    if way.length > Self.tapDistance { isTap = false }
    // Beyond the horizon of an area in perspective there is no place.
    let place = toArea.apply(to: point)
    let value =
      place.map { startValue + control.part(from: tappedPoint, to: $0) } ?? samples.last?.value
      ?? startValue
    let sample = Sample(
      time: max(time, samples[samples.count - 1].time), value: max(0, min(1, value)))
    // Closely spaced samples are thinned out, except for the last one.
    if samples.count > 1, sample.time - samples[samples.count - 2].time < Self.window / 20 {
      samples.removeLast()
    }
    samples.append(sample)
    samples.removeFirst(samples.prefix { sample.time - $0.time > Self.window }.count)
    return sample.value
  }

  /// The finger's first point, in the hit area's coordinates.
  var tappedPoint: Point { toArea.apply(to: start) ?? start }

  /// In values per second, from the first move in the window before the end. Nil if it is
  /// negligible, since the finger rested first.
  func velocity(at time: Double) -> Double? {
    let last = samples[samples.count - 1]
    let end = max(time, last.time)
    guard let first = samples.first(where: { end - $0.time <= Self.window }) else { return nil }
    let velocity = (last.value - first.value) / max(end - first.time, Self.window / 10)
    return abs(velocity) < Self.slowest ? nil : velocity
  }
}
