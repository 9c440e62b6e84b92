import Animation
import Layers
import Text

/// Controls, bound to the layers that were laid out.
extension SceneLayout {
  /// Nil if mistakes left out a layer that the control needs.
  func binding(_ written: ControlDescription) -> ControlBinding? {
    let control = strings.isPlain ? written : written.localized(strings)
    let content: ControlBinding.Content
    switch control.content {
    case .progress(let progress):
      content = .progress(progress, targets(of: progress))
    case .text(let text):
      content = .text(text, textLayers(of: text))
    case .image(let image):
      content = .image(image.drives.compactMap { laidOut[$0]?.layer as? ImageLayer })
    case .log(let log):
      content = .log(log.drives.compactMap { laidOut[$0]?.layer as? LogLayer })
    case .reveal(let reveal):
      guard let covered = laidOut[reveal.content]?.layer else { return nil }
      content = .reveal(
        reveal, targets(of: reveal.progress),
        RevealLayers(
          content: covered,
          loader: reveal.loader.flatMap { laidOut[$0]?.layer as? LoaderRingLayer },
          background: reveal.background.flatMap { laidOut[$0]?.layer }))
    case .scrub(let scrub):
      guard let layers = scrubLayers(scrub) else { return nil }
      content = .scrub(scrub, layers)
    case .state(let state):
      content = .state(state, stateLayers(state.states))
    case .press(let press):
      guard let layers = pressLayers(press) else { return nil }
      content = .press(press, layers)
    case .field(let field):
      guard let layers = fieldLayers(field) else { return nil }
      content = .field(field, layers)
    }
    return ControlBinding(
      name: control.name, label: control.label, role: control.role, locale: strings.tag,
      kind: control.kind, content: content)
  }

  /// The layers that show a message; they start with the first one.
  private func textLayers(of control: TextControlDescription) -> [TextLayer] {
    let layers = control.drives.compactMap { laidOut[$0]?.layer as? TextLayer }
    if let text = control.text {
      for layer in layers { layer.string = TextRunMark.removed(from: text) }
    }
    return layers
  }

  /// The layers of a prompt, which starts hidden. Nil if mistakes left out its panel.
  func promptLayers(_ prompt: PromptDescription) -> PromptLayers? {
    guard let panel = laidOut[prompt.panel]?.layer else { return nil }
    panel.isHidden = true
    let capsLock = prompt.capsLock.flatMap { laidOut[$0]?.layer }
    capsLock?.isHidden = true
    func texts(_ places: [Int]) -> [TextLayer] {
      let layers = places.compactMap { laidOut[$0]?.layer as? TextLayer }
      for layer in layers { layer.setString("", isLiteral: true) }
      return layers
    }
    let entry = texts(prompt.entry)
    let choices = texts(prompt.choices)
    let list = prompt.list.flatMap { laidOut[$0]?.layer }
    list?.isHidden = true
    let chosen = prompt.chosen.compactMap { laidOut[$0]?.layer }
    for layer in chosen { layer.isHidden = true }
    // Layer lists and descriptions have neither the typed text nor the answer about to be chosen.
    for layer in entry { layer.isSecret = true }
    for layer in choices { layer.isSecret = true }
    for layer in chosen { layer.isSecret = true }
    return PromptLayers(
      panel: panel, message: texts(prompt.message), entry: entry,
      keyboardLayout: texts(prompt.keyboardLayout), queue: texts(prompt.queue),
      capsLock: capsLock, field: prompt.field.flatMap { laidOut[$0]?.layer }, list: list,
      choices: choices, chosen: chosen, bullet: prompt.bullet,
      inputMode: prompt.inputMode, byteLimit: prompt.byteLimit)
  }

  /// The properties that follow a progress; they start at its first value.
  private func targets(of progress: ProgressControlDescription) -> [DrivenProperty] {
    var targets: [DrivenProperty] = []
    for drive in progress.drives {
      guard let place = laidOut[drive.layer] else { continue }
      targets.append(
        DrivenProperty(
          layer: place.layer, keyPath: drive.keyPath,
          values: drive.values.map { $0.resolved(inner: place.inner, outer: place.outer) },
          part: drive.part))
    }
    for target in targets {
      // Frames follow the time until a progress is set.
      if target.keyPath.property == .progress, let frames = target.layer as? FramesLayer {
        frames.progress = frames.progress ?? 0
      }
      target.show(
        isIndeterminate: progress.isIndeterminate && target.follows(progress.value), animated: false
      )
      target.layer.setValue(target.value(at: progress.value), for: target.keyPath)
    }
    return targets
  }
}
