import Scene
import Stage

/// The moments at which a gallery shows a scene. Each starts the scene again and sends the requests
/// that lead to the moment.
enum SceneTour {
  /// One stop of the tour.
  struct Moment {
    var caption: String
    /// The time of the picture.
    var time: TimeSpan
    /// The requests to the controls, before that.
    var requests: [ControlAssignment]
  }

  private enum Stop: CaseIterable {
    case start, unknown, third, twoThirds, revealing, end

    var caption: String {
      switch self {
      case .start: "at the start"
      case .unknown: "not known"
      case .third: "35 %"
      case .twoThirds: "70 %"
      case .revealing: "revealing"
      case .end: "at the end"
      }
    }

    /// In seconds; after all temporary motion except for the motion that this picture shows.
    var time: Double {
      switch self {
      case .start: 0
      case .unknown: 0.7
      case .third, .twoThirds: 2
      case .revealing: 3.4
      case .end: 5
      }
    }

    /// The requested value of controls that take one; nil for none.
    var value: String? {
      switch self {
      case .start, .unknown: nil
      case .third: "0.35"
      case .twoThirds: "0.7"
      case .revealing, .end: "1"
      }
    }
  }

  /// The moments for a scene with some controls.
  static func moments(of controls: [ControlInfo]) -> [Moment] {
    let hasReveal = controls.contains { $0.kind == .reveal }
    let hasUnknown = controls.contains { $0.kind == .progress || $0.kind == .reveal }
    return Stop.allCases.filter { stop in
      switch stop {
      case .unknown: hasUnknown
      case .revealing: hasReveal
      default: true
      }
    }.map { stop in
      Moment(
        caption: stop.caption, time: TimeSpan(microseconds: Int64(stop.time * 1_000_000)),
        requests: controls.flatMap { requests(of: $0, for: stop) })
    }
  }

  private static func requests(of control: ControlInfo, for stop: Stop) -> [ControlAssignment] {
    let begin = TimeSpan(microseconds: 0)
    var requests: [ControlAssignment] = []
    if let value = stop.value, [.progress, .reveal, .scrub].contains(control.kind) {
      requests.append(ControlAssignment(control: control.name, value: value, time: begin))
    }
    switch (control.kind, stop) {
    case (.progress, .unknown), (.reveal, .unknown):
      requests.append(
        ControlAssignment(control: control.name, value: "indeterminate", time: begin))
    case (.reveal, .revealing), (.reveal, .end):
      requests.append(
        ControlAssignment(
          control: control.name, value: "revealed", time: TimeSpan(microseconds: 3_000_000)))
    default: break
    }
    return requests
  }
}
