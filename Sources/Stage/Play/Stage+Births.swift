internal import Layers

/// Particles that were born while no frame was shown.
extension Stage {
  /// Samples emitters at the frames that were left out up to a time, since particles are born with
  /// the properties that their emitter has at a frame. Frames longer ago than `longestCatchUp` are
  /// never sampled. If the remaining ones are more work than `catchUpWork`, only every second
  /// frame, every third, and so on, is sampled.
  func catchUp(to time: Double, from start: Double) {
    let tolerance = 1e-6
    func frame(at time: Double) -> Double {
      ((time - start + tolerance) * Stage.birthRate).rounded(.down)
    }
    let first = frame(at: max(self.time, time - Stage.longestCatchUp)) + 1
    let last = frame(at: time)
    guard first <= last, !tree.emitters.isEmpty else { return }
    let leading = leaders(until: time)
    var led: Set<ObjectIdentifier> = []
    for control in leading { for layer in control.leads { led.insert(ObjectIdentifier(layer)) } }
    let births = MissedBirths(in: tree, led: led, limit: Stage.catchUpWork)
    guard !births.isEmpty else { return }
    let work = leading.reduce(births.cost) { $0 + $1.leads.count }
    let mostFrames = Double(Stage.catchUpWork / work)
    guard mostFrames >= 1 else { return }
    let stride = ((last - first + 1) / mostFrames).rounded(.up)
    var next = last - ((last - first) / stride).rounded(.down) * stride
    while next <= last {
      let moment = min(next / Stage.birthRate, time - start)
      for control in leading {
        if let change = control.nextChange, change <= start + moment {
          control.advance(in: tree, to: start + moment, &events)
        }
        control.follow(to: moment, &events)
      }
      births.sample(at: moment)
      next += stride
    }
    if !leading.isEmpty { mayHaveToAnnounce = true }
  }

  /// The controls that move by themselves, up to a time, and that emitters depend on.
  private func leaders(until time: Double) -> [Control] {
    guard !isPaused else { return [] }
    let moving = playedControls.filter {
      !$0.leads.isEmpty && ($0.isMoving || $0.nextChange.map { $0 <= time } ?? false)
    }
    if moving.isEmpty { return [] }
    let layers = tree.layersAroundEmitters
    return moving.filter { $0.leads.contains { layers.contains(ObjectIdentifier($0)) } }
  }

  /// Frames a second in which particles are born while none is shown.
  private static var birthRate: Double { 60 }

  /// Seconds.
  private static var longestCatchUp: Double { 10 }

  /// The most layers and animations that are sampled before a frame for missed ones: some
  /// milliseconds.
  private static var catchUpWork: Int { 6000 }
}
