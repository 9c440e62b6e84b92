import CodeUnits
internal import Geometry
internal import Layers
internal import Scene

/// A button, or a choice among several options.
final class PressControl: PressableControl {
  let description: PressControlDescription
  /// The index of the chosen option of a choice.
  private(set) var chosen: Int?
  /// Options that were pressed since the last frame, in their order.
  private var activations: [Activation] = []
  /// The settings of options that were pressed.
  private var settings: [ControlSetting] = []
  /// The number of the last activation.
  private var lastNumber = 0

  private struct Activation {
    var option: Int
    /// Counted over all layouts of the control.
    var number: Int
    /// True if its event was reported.
    var isReported = false
  }

  init(
    _ binding: ControlBinding, _ description: PressControlDescription, _ layers: PressLayers
  ) {
    self.description = description
    chosen = description.chosen
    super.init(
      binding, description, layers,
      active: description.chosen.map { [PressControlDescription.state(of: $0, .chosen)] } ?? [])
  }

  override var usualRole: AccessibleRole { description.isChoice ? .radioGroup : .button }

  override var info: ControlInfo {
    var info = ControlInfo(
      name: name, kind: kind, label: label,
      description: chosen.map { description.options[$0].label } ?? "")
    if description.isChoice {
      info.options = description.options.map { $0.name }
      info.option = chosen.map { description.options[$0].name }
    } else {
      info.frame = frame(of: areas[0])
    }
    return info
  }

  override var chosenStates: [Int] {
    chosen.map { [PressControlDescription.state(of: $0, .chosen)] } ?? []
  }

  override var usualOption: Int { chosen ?? 0 }

  // MARK: Presses and requests

  /// Chooses an option, or none.
  func choose(_ option: Int?) { chosen = option }

  override func act(_ option: Int, at point: Point?) {
    lastNumber += 1
    note([Activation(option: option, number: lastNumber)])
    if description.isChoice { chosen = option }
  }

  private func note(_ new: [Activation]) {
    for var activation in new {
      activation.isReported = false
      activations.append(activation)
      settings += description.options[activation.option].settings
    }
  }

  override func mirrorInput(from other: PressableControl) -> Bool {
    guard let other = other as? PressControl else { return false }
    let new = other.activations.filter { $0.number > lastNumber }
    note(new)
    lastNumber = max(lastNumber, other.lastNumber)
    guard differs(from: other) || !new.isEmpty else { return false }
    chosen = other.chosen
    adoptPresses(of: other)
    return true
  }

  // MARK: Frames

  override var hasPending: Bool { super.hasPending || !activations.isEmpty }

  override func applyPending(in tree: LayerTree, at time: Double, _ events: inout [StageEvent]) {
    tellInput(&events)
    activations = []
    super.applyPending(in: tree, at: time, &events)
  }

  override func tellInput(_ events: inout [StageEvent]) {
    for index in activations.indices where !activations[index].isReported {
      activations[index].isReported = true
      events.append(
        description.isChoice
          ? .chosen(control: name, option: description.options[activations[index].option].name)
          : .pressed(control: name))
    }
  }

  override func takeSettings() -> [ControlSetting] {
    defer { settings = [] }
    return settings
  }

  // MARK: Continuation

  override var record: ControlRecord {
    var record = super.record
    record.state = chosen.map { description.options[$0].name }
    if description.chosen != nil { record.state = record.state ?? "" }
    return record
  }

  override func restore(_ record: ControlRecord) {
    guard description.isChoice, let state = record.state else { return }
    // An empty name stands for no option, which a client or a press may have set.
    let index = description.index(of: state)
    guard index != nil || state.utf8.isEmpty else { return }
    chosen = index
    placeLooks()
  }

  /// Options of two editions are the same if their names are.
  override func migrate(_ former: Control) {
    guard let former = former as? PressControl else { return }
    func own(_ option: Int) -> Int? {
      description.index(of: former.description.options[option].name)
    }
    if followsLocale(from: former) {
      // The choice follows the option that the new locale sets at the start.
    } else if let option = former.chosen {
      chosen = own(option) ?? chosen
    } else if former.description.chosen != nil {
      chosen = nil
    }
    activations = former.activations.compactMap { activation in
      own(activation.option).map {
        Activation(option: $0, number: activation.number, isReported: activation.isReported)
      }
    }
    lastNumber = former.lastNumber
    adoptInput(of: former, own)
    placeLooks()
  }

  override func adopt(_ former: Control) {
    guard let former = former as? PressControl else { return }
    if !followsLocale(from: former) { chosen = former.chosen }
    (activations, settings) = (former.activations, former.settings)
    lastNumber = former.lastNumber
    adoptLooks(of: former)
  }

  /// True if the option chosen at the start differs between the former locale and this one.
  private func followsLocale(from former: PressControl) -> Bool {
    func name(_ description: PressControlDescription) -> String {
      description.chosen.map { description.options[$0].name } ?? ""
    }
    return description.followsLocale && !locale.isIdentical(to: former.locale)
      && !name(description).isIdentical(to: name(former.description))
  }
}
