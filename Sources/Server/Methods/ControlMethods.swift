import Animation
import JSON
import Scene
import Stage
import Wire

/// Methods that read and set the scene's controls.
enum ControlMethods {
  static func setProgress(_ request: Request) throws(CallError) -> StageCommand {
    let fields = request.parameters
    try fields.allow(
      "control", "value", "phase", "durationUSec", "timing", "allowDecrease", "received", "expected"
    )
    let control = try fields.nullableString("control")
    let value = try fields.nullableFloat("value")
    let phase = try fields.nullableString("phase")
    let received = try fields.nullableFloat("received")
    let expected = try fields.nullableFloat("expected")
    // Either the value, or both of the others.
    let amount: ProgressChange.Amount
    switch (value, received, expected) {
    case (let value?, nil, nil): amount = .value(value)
    case (nil, let received?, let expected?): amount = .received(received, expected: expected)
    case (nil, nil, nil): throw .invalidParameter("value", "it is missing")
    case (nil, nil, _): throw .invalidParameter("received", "it is missing beside expected")
    case (nil, _, nil): throw .invalidParameter("expected", "it is missing beside received")
    default: throw .invalidValue("value", reason: "it is not allowed with received and expected")
    }
    let change = ProgressChange(
      amount, phase: phase, duration: try duration(fields), timing: try timing(fields),
      allowsDecrease: try fields.nullableBool("allowDecrease"))
    return .setProgress(control: control, change)
  }

  /// The duration in a request, in seconds.
  static func duration(_ fields: Fields) throws(CallError) -> Double? {
    guard let duration = try fields.nullableInteger("durationUSec") else { return nil }
    let longest = Int64(Stage.longestDuration * 1_000_000)
    if duration < 0 || duration > longest {
      throw .invalidValue("durationUSec", reason: "0 to \(longest) microseconds are expected")
    }
    return Double(duration) / 1_000_000
  }

  /// The timing curve in a request.
  static func timing(_ fields: Fields) throws(CallError) -> MediaTimingFunction? {
    try fields.nullableEnumeration("timing", TimingName.self).map { $0.function }
  }

  static func setIndeterminate(_ request: Request) throws(CallError) -> StageCommand {
    let fields = request.parameters
    try fields.allow("control", "enabled")
    let control = try fields.nullableString("control")
    return .setIndeterminate(control: control, try fields.bool("enabled"))
  }

  static func setText(_ request: Request) throws(CallError) -> StageCommand {
    let (control, text) = try text(of: request, "textBytes", request.limits.textBytes)
    return .setText(control: control, text)
  }

  static func appendLog(_ request: Request) throws(CallError) -> StageCommand {
    let (control, text) = try text(of: request, "logBytes", request.limits.logBytes)
    return .appendLog(control: control, text)
  }

  /// A control's name and a text for it.
  private static func text(
    of request: Request, _ limit: String, _ byteCount: Int
  ) throws(CallError) -> (control: String?, text: String) {
    let fields = request.parameters
    try fields.allow("control", "text")
    let control = try fields.nullableString("control")
    let text = try fields.text("text")
    guard text.utf8.count <= byteCount else { throw .limitExceeded(limit, maximum: byteCount) }
    return (control, text)
  }

  static func listControls(
    _ request: Request, _ shows: Shows
  ) throws(CallError) -> Outcome {
    try request.parameters.allow("offset", "limit")
    var page = try Page(request.parameters, request.limits)
    var skipped = page.skipped
    for show in shows.all {
      let controls = show.stage.controls
      for control in controls.dropFirst(skipped) {
        var info = DisplayInterface.ControlInfo(control)
        info.screen = show.screen?.name
        guard page.append(info.object) else { return .reply(page.reply("controls")) }
      }
      skipped = max(skipped - controls.count, 0)
    }
    return .reply(page.reply("controls"))
  }
}

extension DisplayInterface.ControlInfo {
  init(_ control: ControlInfo) {
    self.init(
      name: control.name, kind: DisplayInterface.ControlKind(shared: control.kind.rawValue),
      value: control.value,
      isIndeterminate: control.isIndeterminate, text: control.text, label: control.label,
      explanation: control.description, isRevealed: control.isRevealed, isHeld: control.isHeld,
      frame: control.frame.map { DisplayInterface.Frame($0) })
    // Older clients read a choice by the words of a state control.
    states = control.states ?? control.options
    state = control.state ?? control.option
    options = control.options
    option = control.option
    phases = control.phases
    phase = control.phase
    remainingMicroseconds = control.remaining.map { $0.wholeMicroseconds }
  }
}
