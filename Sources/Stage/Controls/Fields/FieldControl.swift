import CodeUnits
internal import Geometry
internal import Layers
internal import Scene
internal import Text

/// A line of text that people type, with keys or on the keyboard on the screen.
final class FieldControl: PressableControl {
  let description: FieldControlDescription
  private let layers: FieldLayers
  let text: FieldText
  /// True once the field was edited or set; the scene's own text no longer applies.
  private var isEdited = false
  /// The text last reported to subscribers; unused for a secret.
  private var reportedText: String
  /// The submissions since the last frame, which other screens mirror.
  private var submissions: [Int] = []
  /// Counted over all layouts of the control.
  private var lastSubmission = 0
  /// The last submission that was reported to subscribers.
  private var reportedSubmission = 0
  /// The settings of other controls that are caused by submissions.
  private var settings: [ControlSetting] = []
  private var isShown = true
  private var blink = CaretBlink()

  init(
    _ binding: ControlBinding, _ description: FieldControlDescription, _ layers: FieldLayers
  ) {
    self.description = description
    self.layers = layers
    text = FieldText(
      maximumLength: description.maximumLength, byteLimit: description.byteLimit)
    text.set(description.text)
    reportedText = description.isSecret ? "" : text.string
    super.init(binding, description.press, layers.press)
    show()
  }

  override var usualRole: AccessibleRole { .textField }

  /// Leaves out the text of a secret field, and its length.
  override var info: ControlInfo {
    var info = ControlInfo(
      name: name, kind: .field, label: label,
      description: !description.isSecret
        ? text.string : text.isEmpty ? "" : spoken.words.secret)
    if !description.isSecret { info.text = text.string }
    info.frame = frame(of: areas[0])
    return info
  }

  var fonts: FontStack { layers.entry.fonts }

  var entryLayer: Layer { layers.entry }

  // MARK: Typing

  override func focus(_ option: Int?) {
    if option != focused { noteChange() }
    super.focus(option)
  }

  /// Takes a key while the field has the focus.
  /// - Returns: false if it means nothing here.
  func handle(_ key: InputKey) -> Bool {
    switch key {
    case .character, .backspace, .delete, .erase: isEdited = true
    default: break
    }
    switch key {
    case .character(let scalar): text.insert(scalar)
    case .backspace: text.deleteBackward()
    case .delete: text.deleteForward()
    case .erase: text.removeAll()
    case .left: moveCaret(by: line.isRightToLeft ? 1 : -1)
    case .right: moveCaret(by: line.isRightToLeft ? -1 : 1)
    case .home: text.moveCaret(to: 0)
    case .end: text.moveCaret(to: description.maximumLength)
    case .enter:
      lastSubmission += 1
      submit([lastSubmission])
    case .escape, .tab, .backTab, .up, .down: return false
    }
    noteChange()
    return true
  }

  /// Left and right follow the direction of the text in the last frame.
  private func moveCaret(by step: Int) { text.moveCaret(to: text.caret + step) }

  /// A tap puts the caret where the finger was.
  override func act(_ option: Int, at point: Point?) {
    guard let point,
      let place = layers.entry.projectionToOutside(presented: true).inverse?.apply(to: point)
    else { return }
    let origin = line.origin(
      layers.entry.entry ?? TextEntry(caretColor: layers.caretColor), layers.entry.attributes,
      in: layers.entry.bounds)
    text.moveCaret(to: text.isEmpty ? 0 : line.nearestPlace(to: place.x - origin.x))
    noteChange()
  }

  func set(_ text: String) {
    self.text.set(text)
    isEdited = true
    if !description.isSecret { reportedText = self.text.string }
    noteChange()
  }

  /// True if a submission also sets the text of the field itself, for the next line.
  var goesOn: Bool { description.press.options[0].settings.contains { isCalled($0.control) } }

  private func submit(_ new: [Int]) {
    submissions += new
    for _ in new { settings += description.press.options[0].settings }
  }

  override func takeSettings() -> [ControlSetting] {
    defer { settings = [] }
    return settings
  }

  private func noteChange() {
    isShown = false
    blink.restart()
  }

  /// Mirrors typing, unless it would put a secret text into a field that is not secret.
  override func mirrorInput(from other: PressableControl) -> Bool {
    guard let other = other as? FieldControl,
      description.isSecret || !other.description.isSecret
    else { return false }
    let new = other.submissions.filter { $0 > lastSubmission }
    submit(new)
    lastSubmission = max(lastSubmission, other.lastSubmission)
    let isSame = text.caret == other.text.caret && text.hasSameText(as: other.text)
    guard !isSame || !new.isEmpty || differs(from: other) else { return false }
    text.replace(by: other.text)
    isEdited = isEdited || other.isEdited
    adoptPresses(of: other)
    noteChange()
    return true
  }

  // MARK: Frames

  private var line: EntryLine { layers.entry.entryLine }

  override var hasPending: Bool { super.hasPending || !isShown || !submissions.isEmpty }

  override func applyPending(in tree: LayerTree, at time: Double, _ events: inout [StageEvent]) {
    tellInput(&events)
    submissions = []
    super.applyPending(in: tree, at: time, &events)
    guard !isShown else { return }
    isShown = true
    blink.begin(at: time, isBlinking: hasFocus && !tree.reducesMotion)
    tree.transact(disableActions: true) { show() }
  }

  override func tellInput(_ events: inout [StageEvent]) {
    if !description.isSecret, !text.string.isIdentical(to: reportedText) {
      reportedText = text.string
      events.append(.textChanged(control: name, text: reportedText))
    }
    for submission in submissions where submission > reportedSubmission {
      events.append(
        .submitted(control: name, text: description.isSecret ? nil : text.string))
    }
    reportedSubmission = lastSubmission
  }

  override var nextChange: Double? {
    guard let blinking = blink.nextChange else { return super.nextChange }
    return min(super.nextChange ?? blinking, blinking)
  }

  override func advance(in tree: LayerTree, to time: Double, _ events: inout [StageEvent]) {
    super.advance(in: tree, to: time, &events)
    if blink.advance(to: time) { tree.transact(disableActions: true) { showCaret() } }
  }

  private func show() {
    let entry = layers.entry
    let isPlaceholder = text.isEmpty
    entry.setString(
      isPlaceholder
        ? description.placeholder
        : description.isSecret
          ? String(repeating: layers.bullet, count: text.characters.count) : text.string,
      isLiteral: true)
    entry.foregroundColor = isPlaceholder ? layers.placeholderColor : layers.color
    entry.entry?.isPlaceholder = isPlaceholder
    showCaret()
  }

  /// Scrolls the text only if the caret would otherwise be out of sight.
  private func showCaret() {
    let entry = layers.entry
    guard var typed = entry.entry else { return }
    typed.caret = hasFocus && blink.isVisible ? text.caret : nil
    typed.offset = line.offset(
      showing: text.caret, from: typed.offset, width: entry.bounds.size.width)
    entry.entry = typed
  }

  // MARK: Continuation

  override var record: ControlRecord {
    var record = super.record
    if isEdited, !description.isSecret { record.text = text.string }
    return record
  }

  override func restore(_ record: ControlRecord) {
    guard let text = record.text, !description.isSecret else { return }
    set(text)
    show()
  }

  /// Adopts the text, unless the former field was secret and this one is not.
  override func migrate(_ former: Control) {
    guard let former = former as? FieldControl else { return }
    (lastSubmission, reportedSubmission) = (former.lastSubmission, former.reportedSubmission)
    adoptInput(of: former) { $0 }
    if description.isSecret || !former.description.isSecret {
      // Report changes that were not reported before.
      submissions = former.submissions
      if former.isEdited {
        text.replace(by: former.text)
        isEdited = true
        reportedText = description.isSecret ? "" : former.reportedText
      }
    }
    placeLooks()
    show()
  }

  override func adopt(_ former: Control) {
    guard let former = former as? FieldControl else { return }
    // The scene's own text may be another one, in another locale.
    if former.isEdited {
      text.replace(by: former.text)
    } else {
      text.moveCaret(to: former.text.caret)
    }
    (reportedText, submissions, settings) = (
      former.reportedText, former.submissions, former.settings
    )
    isEdited = former.isEdited
    (lastSubmission, reportedSubmission) = (former.lastSubmission, former.reportedSubmission)
    adoptLooks(of: former)
    blink = former.blink
    isShown = former.isShown
    // Report a text of the scene that was not reported before.
    if !description.isSecret, !text.string.isIdentical(to: reportedText) { isShown = false }
    show()
  }
}
