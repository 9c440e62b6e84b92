import Animation
import Geometry
import Images
import Raster
import Scene
import Stage

/// Plays a scene without a daemon: makes requests at their times and keeps the picture.
final class ScenePlayer: PicturePlayer {
  let stage: Stage
  private let buffer: PixelBuffer
  private let hasPrompt: Bool
  /// The requests that are still to be made, in order of time.
  private var assignments: ArraySlice<ControlAssignment>
  /// The changed pixels since the last call of `advance(to:)`.
  private var damage = Region()
  /// The next frame after the last call of `play(to:)`.
  private var frameNumber = 1

  /// The scene's time begins at 0.
  /// - Parameter locale: a language tag; empty for the scene's own.
  init(
    scene: Scene, size: PixelSize, scale: Double, locale: String = "",
    assignments: [ControlAssignment],
    isTransparent: Bool = false
  ) throws(ClientError) {
    hasPrompt = scene.hasPrompt
    stage = Stage(scene: scene, size: size, scale: scale, locale: locale)
    buffer = PixelBuffer(size: size, format: isTransparent ? .argb8888 : .xrgb8888)
    // Stable: of two requests at one time the later one of the command line wins.
    self.assignments =
      assignments.enumerated().sorted {
        ($0.element.time.microseconds, $0.offset) < ($1.element.time.microseconds, $1.offset)
      }.map(\.element)[...]
    for assignment in assignments { _ = try control(of: assignment) }
    sample(at: 0)
  }

  var surface: Surface { buffer.surface }

  func makeImage() -> Image { buffer.makeImage() }

  /// Makes a request now, after all that were made before.
  func add(_ assignment: ControlAssignment) throws(ClientError) {
    try apply(assignment)
    sample(at: Int64((stage.time * 1_000_000).rounded()))
  }

  /// Draws the whole picture anew in the next call of `advance(to:)`.
  func invalidate() { stage.invalidate() }

  /// Advances to a time in microseconds, with the requests that are due on the way.
  /// - Returns: the pixels that changed.
  func advance(to time: Int64) throws(ClientError) -> Region {
    try move(to: time)
    stage.draw(damage, into: buffer.surface)
    defer { damage = Region() }
    return damage
  }

  /// Advances to a time in microseconds through the frames of a display at 60 Hz, without drawing
  /// them.
  func play(to time: Int64) throws(ClientError) {
    while true {
      let frame = Int64((Double(frameNumber) * 1_000_000 / 60).rounded())
      guard frame < time else { break }
      frameNumber += 1
      let isDue =
        assignments.first.map { $0.time.microseconds <= frame } ?? false
        || stage.hasFrame(at: Double(frame) / 1_000_000)
      if isDue { try move(to: frame) }
    }
    try move(to: time)
  }

  /// The present layers, depth first.
  func layers() throws(ClientError) -> [LayerInfo] {
    do throws(ControlError) {
      return try stage.layers()
    } catch {
      throw ClientError(.software, "cannot list the layers: \(reason(error))")
    }
  }

  private func move(to time: Int64) throws(ClientError) {
    while let next = assignments.first, next.time.microseconds <= time {
      assignments.removeFirst()
      sample(at: next.time.microseconds)
      try apply(next)
      // A second sampling of the same time makes the request begin exactly there.
      sample(at: next.time.microseconds)
    }
    sample(at: time)
  }

  private func sample(at time: Int64) {
    damage.formUnion(stage.advance(to: Double(time) / 1_000_000))
  }

  private func control(of assignment: ControlAssignment) throws(ClientError) -> ControlInfo {
    if let control = stage.controls.first(where: { $0.name == assignment.control }) {
      return control
    }
    let names = stage.controls.map(\.name).joined(separator: ", ")
    var hints = names.isEmpty ? [] : ["one of " + names]
    if hasPrompt { hints.append("a prompt is shown by 'firstlight ask' alone") }
    throw ClientError(
      .refused, "there is no control '\(assignment.control)' in the scene to set",
      hint: hints.isEmpty ? nil : hints.joined(separator: "; "))
  }

  private func apply(_ assignment: ControlAssignment) throws(ClientError) {
    let control = try control(of: assignment)
    do throws(ControlError) {
      switch control.kind {
      case .text:
        try stage.setText(control.name, to: assignment.value.withWordBreaks)
      case .field: try stage.setText(control.name, to: assignment.value)
      case .log:
        try stage.appendLog(control.name, assignment.value)
      case .image:
        try stage.setImage(control.name, to: try picture(assignment.value))
      case .state, .choice, .button:
        try stage.setState(control.name, to: assignment.value)
      case .reveal where assignment.value == "revealed":
        _ = try stage.reveal(control.name)
      case .reveal where assignment.value == "covered":
        try stage.conceal(control.name)
      case .scrub where assignment.value == "toggle":
        _ = try stage.toggleScrub(control.name)
      case .progress where assignment.value == "indeterminate",
        .reveal where assignment.value == "indeterminate":
        try stage.setIndeterminate(control.name, true)
      case .progress, .reveal, .scrub:
        let (phase, value) = Self.phase(of: assignment.value)
        _ = try stage.setProgress(
          control.name, ProgressChange(.value(try progress(value)), phase: phase))
      }
    } catch {
      throw ClientError(
        .refused, "cannot set \(assignment.control) to '\(assignment.value)': \(reason(error))")
    }
  }

  /// The parts of `PHASE=VALUE`; a value alone has no phase.
  private static func phase(of text: String) -> (String?, String) {
    guard let equals = text.lastIndex(of: "=") else { return (nil, text) }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }

  private func picture(_ path: String) throws(ControlError) -> Image {
    do throws(ImageFileError) {
      return try ImageDecoder.decode(atPath: path)
    } catch {
      throw .invalidValue(field: "file", reason: error.description)
    }
  }

  private func progress(_ text: String) throws(ControlError) -> Double {
    guard let value = try? ProgressValue(text) else {
      throw .invalidValue(
        field: "value", reason: "0 to 1, 0% to 100%, 'indeterminate' or PHASE=50% is expected")
    }
    return value.fraction
  }

  private func reason(_ error: ControlError) -> String {
    switch error {
    case .noSuchControl(let name): "there is no control '\(name)'"
    case .wrongKind(let control, _): "'\(control)' is a control of another kind"
    case .held(let control): "somebody has hold of '\(control)'"
    case .notHeld(let control): "'\(control)' is not held"
    case .noSuchLayer(let layer): "there is no layer '\(layer)'"
    case .invalidValue(_, let reason): reason
    }
  }
}
