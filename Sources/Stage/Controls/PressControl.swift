internal import Animation
internal import Layers
internal import Scene

/// A control that people press: a button, or a choice among several options. It is pressed while a
/// contact that began on it is on it, and acts when that contact ends there, or by a key.
final class PressControl: Control {
  let description: PressControlDescription
  let areas: [Layer]
  private let player: StatePlayer
  /// The index of the chosen option of a choice.
  private(set) var chosen: Int?
  /// The index of the option with the keyboard's focus.
  private(set) var focused: Int?
  private var presses: [Press] = []
  /// Options that were pressed since the last frame, in their order.
  private var activations: [Activation] = []
  /// The number of the last activation.
  private var lastNumber = 0

  private struct Activation {
    var option: Int
    /// Counted over all layouts of the control.
    var number: Int
  }

  private struct Press {
    /// Nil for a key, which is up again at a time of the stage.
    var contact: UInt64?
    var end: Double?
    var option: Int
    var isInside: Bool
  }

  /// Seconds for which a key shows the pressed look.
  private static var keyPress: Double { 0.15 }

  init(
    _ binding: ControlBinding, _ description: PressControlDescription, _ layers: PressLayers
  ) {
    self.description = description
    areas = layers.areas
    chosen = description.chosen
    player = StatePlayer(
      layers.looks,
      active: chosen.map { [PressControlDescription.state(of: $0, .chosen)] } ?? [],
      name: binding.name)
    super.init(binding)
  }

  override var kind: ControlKind { description.isChoice ? .choice : .button }

  override var usualRole: AccessibleRole { description.isChoice ? .radioGroup : .button }

  override var hasFocus: Bool { focused != nil }

  override var info: ControlInfo {
    var info = ControlInfo(
      name: name, kind: kind, label: label,
      description: chosen.map { description.options[$0].label } ?? "")
    if description.isChoice {
      info.states = description.options.map { $0.name }
      info.state = chosen.map { description.options[$0].name }
    } else {
      info.frame = frame(of: areas[0])
    }
    return info
  }

  // MARK: Contacts

  func press(_ option: Int, by contact: UInt64) {
    presses.append(Press(contact: contact, option: option, isInside: true))
  }

  /// The option that a contact presses; nil for none.
  func option(pressedBy contact: UInt64) -> Int? {
    presses.first { $0.contact == contact }?.option
  }

  func move(_ contact: UInt64, isInside: Bool) {
    guard let index = presses.firstIndex(where: { $0.contact == contact }) else { return }
    presses[index].isInside = isInside
  }

  /// The contact ends: the option acts if it is still on it.
  func end(_ contact: UInt64) {
    guard let index = presses.firstIndex(where: { $0.contact == contact }) else { return }
    let press = presses.remove(at: index)
    if press.isInside, !areas[press.option].isOutOfSight { act(press.option) }
  }

  func cancel(_ contact: UInt64?) {
    presses.removeAll { $0.contact != nil && (contact == nil || $0.contact == contact) }
  }

  // MARK: Keys and requests

  func focus(_ option: Int?) { focused = option }

  /// A key presses the option with the focus.
  func pressFocused() {
    guard let focused else { return }
    presses.removeAll { $0.contact == nil }
    presses.append(Press(end: nil, option: focused, isInside: true))
    act(focused)
  }

  func choose(_ option: Int) { chosen = option }

  /// Takes the look of the same control in another layout, and what was pressed there.
  /// - Returns: true if it changes by that.
  func takeHand(of other: PressControl) -> Bool {
    let new = other.activations.filter { $0.number > lastNumber }
    activations += new
    lastNumber = max(lastNumber, other.lastNumber)
    guard other.active != active || !new.isEmpty else { return false }
    (chosen, focused, presses) = (other.chosen, other.focused, other.presses)
    return true
  }

  private func act(_ option: Int) {
    if !description.isChoice || chosen != option {
      lastNumber += 1
      activations.append(Activation(option: option, number: lastNumber))
    }
    if description.isChoice { chosen = option }
  }

  // MARK: Frames

  /// The states of the layers.
  private var active: [Int] {
    var states: [Int] = []
    if let chosen { states.append(PressControlDescription.state(of: chosen, .chosen)) }
    if let focused { states.append(PressControlDescription.state(of: focused, .focused)) }
    for press in presses where press.isInside {
      let state = PressControlDescription.state(of: press.option, .pressed)
      if !states.contains(state) { states.append(state) }
    }
    return states
  }

  override var hasPending: Bool {
    active != player.active || !activations.isEmpty
      || presses.contains { $0.contact == nil && $0.end == nil }
  }

  override func applyPending(in tree: LayerTree, at time: Double, _ events: inout [StageEvent]) {
    for activation in activations {
      events.append(
        description.isChoice
          ? .chosen(control: name, option: description.options[activation.option].name)
          : .pressed(control: name))
    }
    activations = []
    for index in presses.indices where presses[index].contact == nil && presses[index].end == nil {
      presses[index].end = time + Self.keyPress
    }
    guard active != player.active else { return }
    player.play(
      active, leaving: StateDescription.Leaving(duration: 0.15, timingFunction: .easeOut),
      in: tree, at: time)
  }

  override var nextChange: Double? {
    let ends = presses.compactMap { $0.end }
    return (ends + [player.nextChange].compactMap { $0 }).min()
  }

  override func advance(in tree: LayerTree, to time: Double, _ events: inout [StageEvent]) {
    player.advance(in: tree, to: time)
    presses.removeAll { $0.end.map { $0 <= time } ?? false }
    guard active != player.active else { return }
    player.play(
      active, leaving: StateDescription.Leaving(duration: 0.15, timingFunction: .easeOut),
      in: tree, at: time)
  }

  // MARK: Continuation

  override var record: ControlRecord {
    var record = super.record
    record.state = chosen.map { description.options[$0].name }
    return record
  }

  override func restore(_ record: ControlRecord) {
    guard description.isChoice, let index = record.state.flatMap({ description.index(of: $0) })
    else { return }
    chosen = index
    player.place(active)
  }

  override func migrate(_ former: Control) {
    guard let former = former as? PressControl, let option = former.chosen else { return }
    chosen = description.index(of: former.description.options[option].name) ?? chosen
    player.place(active)
  }

  override func adopt(_ former: Control) {
    guard let former = former as? PressControl else { return }
    (chosen, focused, activations) = (former.chosen, former.focused, former.activations)
    lastNumber = former.lastNumber
    player.adopt(former.player)
  }
}
