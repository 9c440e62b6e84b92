import Animation
import Geometry
import Raster
import Scene
import Stage

/// Plays a scene without a daemon: makes requests at their times and keeps the picture.
final class ScenePlayer {
  private let stage: Stage
  private let buffer: PixelBuffer
  /// Those still to come, in order of time.
  private var assignments: ArraySlice<ControlAssignment>
  /// What changed since the last call of `advance(to:)`.
  private var damage = Region()

  /// The scene's time begins at 0.
  init(
    scene: Scene, size: PixelSize, scale: Double, assignments: [ControlAssignment]
  ) throws(ClientError) {
    stage = Stage(scene: scene, size: size, scale: scale)
    buffer = PixelBuffer(size: size, format: .xrgb8888)
    // Stable: of two requests at one time the later one of the command line wins.
    self.assignments =
      assignments.enumerated().sorted {
        ($0.element.time.microseconds, $0.offset) < ($1.element.time.microseconds, $1.offset)
      }.map(\.element)[...]
    for assignment in assignments { _ = try control(of: assignment) }
    draw(at: 0)
  }

  var surface: Surface { buffer.surface }

  func makeImage() -> Image { buffer.makeImage() }

  /// Moves on to a time in microseconds, with the requests that are due on the way.
  /// - Returns: the pixels that changed.
  func advance(to time: Int64) throws(ClientError) -> Region {
    while let next = assignments.first, next.time.microseconds <= time {
      assignments.removeFirst()
      draw(at: next.time.microseconds)
      try apply(next)
      // A second sampling of the same time makes the request begin exactly there.
      draw(at: next.time.microseconds)
    }
    draw(at: time)
    defer { damage = Region() }
    return damage
  }

  private func draw(at time: Int64) {
    let region = stage.advance(to: Double(time) / 1_000_000)
    stage.draw(region, into: buffer.surface)
    damage.formUnion(region)
  }

  private func control(of assignment: ControlAssignment) throws(ClientError) -> ControlInfo {
    if let control = stage.controls.first(where: { $0.name == assignment.control }) {
      return control
    }
    let names = stage.controls.map(\.name).joined(separator: ", ")
    throw ClientError(
      .refused, "there is no control '\(assignment.control)' in the scene",
      hint: names.isEmpty ? nil : "one of " + names)
  }

  private func apply(_ assignment: ControlAssignment) throws(ClientError) {
    let control = try control(of: assignment)
    do throws(ControlError) {
      switch control.kind {
      case .text:
        try stage.setText(control.name, to: assignment.value)
      case .progress where assignment.value == "indeterminate":
        try stage.setIndeterminate(control.name, true)
      case .progress:
        _ = try stage.setProgress(
          control.name, to: try progress(assignment.value), duration: nil, timing: nil,
          allowDecrease: nil)
      }
    } catch {
      throw ClientError(
        .refused, "cannot set \(assignment.control) to '\(assignment.value)': \(reason(error))")
    }
  }

  private func progress(_ text: String) throws(ControlError) -> Double {
    guard let value = try? ProgressValue(text) else {
      throw .invalidValue(
        field: "value", reason: "0 to 1, 0% to 100% or 'indeterminate' is expected")
    }
    return value.fraction
  }

  private func reason(_ error: ControlError) -> String {
    switch error {
    case .noSuchControl(let name): "there is no control '\(name)'"
    case .wrongKind(let control, _): "'\(control)' is a control of another kind"
    case .noSuchLayer(let layer): "there is no layer '\(layer)'"
    case .invalidValue(_, let reason): reason
    }
  }
}
