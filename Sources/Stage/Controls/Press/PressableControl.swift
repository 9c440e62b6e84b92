internal import Animation
internal import Geometry
internal import Layers
internal import Scene

/// A control that people press: it has hit areas, the focus of keys, and looks for both. It is
/// pressed while a contact that began on it is on it, and acts when that contact ends there, or by
/// a key.
class PressableControl: Control {
  /// The hit area of each option; most controls have one.
  final let areas: [Layer]
  private let player: StatePlayer
  /// The index of the option with the keyboard's focus.
  final private(set) var focused: Int?
  private var presses: [Press] = []
  /// True if the control gets the focus when it comes into sight while no control has it.
  private let hasAutofocus: Bool
  private var wasInSight = false
  /// True from the moment at which the control comes into sight until it gets the focus, goes out
  /// of sight, or Esc takes the focus away.
  final private(set) var awaitsFocus = false

  private struct Press {
    /// Nil for a press by a key, which ends at a time of the stage.
    var contact: UInt64?
    var end: Double?
    var option: Int
    var isInside: Bool
    /// The contact's last place, on the output.
    var point = Point.zero
    /// True if the contact is on another screen, whose stage decides that it is inside.
    var isMirrored = false
  }

  /// Seconds for which a key shows the pressed look.
  private static var keyPress: Double { 0.15 }

  /// - Parameter active: the states of the layers at first.
  init(
    _ binding: ControlBinding, _ description: PressControlDescription, _ layers: PressLayers,
    active: [Int] = []
  ) {
    areas = layers.areas
    hasAutofocus = description.hasAutofocus
    player = StatePlayer(layers.looks, active: active, name: binding.name)
    super.init(binding)
  }

  override final var takesPointers: Bool { true }

  override final var hasFocus: Bool { focused != nil }

  override final var faces: [Layer] { areas }

  override var describedLayers: [Layer] { areas }

  // MARK: Overridable

  /// The states of the layers that neither a press nor the focus brings.
  var chosenStates: [Int] { [] }

  /// The option that gets the focus by itself.
  var usualOption: Int { 0 }

  /// Called when an option was pressed.
  /// - Parameter point: the place of the contact, on the output; nil for a key.
  func act(_ option: Int, at point: Point?) {}

  /// Mirrors the press state of the same control on another stage.
  /// - Returns: true if anything changed.
  func mirrorInput(from other: PressableControl) -> Bool { false }

  // MARK: Contacts

  final func press(_ option: Int, by contact: UInt64, at point: Point) {
    presses.append(Press(contact: contact, option: option, isInside: true, point: point))
  }

  /// The option that a contact presses; nil for none.
  final func option(pressedBy contact: UInt64) -> Int? {
    presses.first { $0.contact == contact }?.option
  }

  final func move(_ contact: UInt64, to point: Point, isInside: Bool) {
    guard let index = presses.firstIndex(where: { $0.contact == contact }) else { return }
    presses[index].isInside = isInside
    presses[index].point = point
  }

  /// True if an option's hit area is at a point of the screen.
  final func contains(_ point: Point, in option: Int) -> Bool {
    let area = areas[option]
    let place = area.projectionToOutside(presented: true).inverse?.apply(to: point)
    return place.map { area.contains($0) } ?? false
  }

  /// Scales the points of contacts to another size of the output: on the screen the contacts have
  /// stayed where they were.
  final func scaleContacts(x: Double, y: Double) {
    for index in presses.indices {
      let point = presses[index].point
      presses[index].point = Point(x: point.x * x, y: point.y * y)
    }
  }

  /// Finds out again, after another layout, which contacts are inside: they have stayed where they
  /// were, but hit areas may have moved.
  final func followAreas() {
    for index in presses.indices
    where presses[index].contact != nil && presses[index].isInside && !presses[index].isMirrored {
      presses[index].isInside = contains(presses[index].point, in: presses[index].option)
    }
  }

  /// The contact ends: the option acts if it is still on it.
  final func end(_ contact: UInt64) {
    guard let index = presses.firstIndex(where: { $0.contact == contact }) else { return }
    let press = presses.remove(at: index)
    if press.isInside, !areas[press.option].isOutOfSight { act(press.option, at: press.point) }
  }

  /// True if a contact is on the option that it presses.
  final func isPressed(by contact: UInt64) -> Bool {
    presses.contains { $0.contact == contact && $0.isInside && !areas[$0.option].isOutOfSight }
  }

  final func cancel(_ contact: UInt64?) {
    presses.removeAll { $0.contact != nil && (contact == nil || $0.contact == contact) }
  }

  // MARK: Keys

  func focus(_ option: Int?) {
    focused = option
    if option != nil { awaitsFocus = false }
  }

  /// Called after each frame.
  final func followSight() {
    guard hasAutofocus else { return }
    let isInSight = !areas[usualOption].isOutOfSight
    if isInSight != wasInSight { awaitsFocus = isInSight }
    wasInSight = isInSight
  }

  /// The control no longer waits for the focus.
  final func giveUpFocus() { awaitsFocus = false }

  /// A key presses the option with the focus.
  final func pressFocused() {
    guard let focused else { return }
    presses.removeAll { $0.contact == nil }
    presses.append(Press(end: nil, option: focused, isInside: true))
    act(focused, at: nil)
  }

  // MARK: Frames

  /// The states of the layers.
  private var active: [Int] {
    var states = chosenStates
    if let focused { states.append(PressControlDescription.state(of: focused, .focused)) }
    for press in presses where press.isInside {
      let state = PressControlDescription.state(of: press.option, .pressed)
      if !states.contains(state) { states.append(state) }
    }
    return states
  }

  override var hasPending: Bool {
    active != player.active || presses.contains { $0.contact == nil && $0.end == nil }
  }

  override func applyPending(in tree: LayerTree, at time: Double, _ events: inout [StageEvent]) {
    for index in presses.indices where presses[index].contact == nil && presses[index].end == nil {
      presses[index].end = time + Self.keyPress
    }
    play(in: tree, at: time)
  }

  override var nextChange: Double? {
    let ends = presses.compactMap { $0.end }
    return (ends + [player.nextChange].compactMap { $0 }).min()
  }

  override func advance(in tree: LayerTree, to time: Double, _ events: inout [StageEvent]) {
    player.advance(in: tree, to: time)
    presses.removeAll { $0.end.map { $0 <= time } ?? false }
    play(in: tree, at: time)
  }

  private func play(in tree: LayerTree, at time: Double) {
    guard active != player.active else { return }
    player.play(
      active, leaving: StateDescription.Leaving(duration: 0.15, timingFunction: .easeOut),
      in: tree, at: time)
  }

  // MARK: Continuation

  /// Brings layers that have not been shown yet into the present states.
  final func placeLooks() { player.place(active) }

  final func adoptLooks(of former: PressableControl) {
    (focused, wasInSight, awaitsFocus) = (former.focused, former.wasInSight, former.awaitsFocus)
    presses = former.presses
    player.adopt(former.player)
  }

  /// True if the other one does not look the same.
  final func differs(from other: PressableControl) -> Bool { other.active != active }

  /// Waits for the focus only if the same control on another stage does, provided that both are in
  /// sight, or neither is.
  final func adoptWait(of other: PressableControl) {
    if wasInSight == other.wasInSight { awaitsFocus = other.awaitsFocus }
  }

  /// Continues with the focus and the presses of the control in another edition, as far as its
  /// options exist here.
  /// - Parameter own: the option here for one of the former control; nil for none.
  final func adoptInput(of former: PressableControl, _ own: (Int) -> Int?) {
    (wasInSight, awaitsFocus) = (former.wasInSight, former.awaitsFocus)
    focus(former.focused.flatMap(own))
    presses = former.presses.compactMap { press in
      own(press.option).map { option in
        var press = press
        press.option = option
        return press
      }
    }
  }

  final func adoptPresses(of other: PressableControl) {
    (focused, presses) = (other.focused, other.presses)
    for index in presses.indices { presses[index].isMirrored = true }
  }
}
