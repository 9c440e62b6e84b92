import Animation
import CodeUnits
import JSON

/// Reveal controls, and the layers that they need.
extension SceneReader {
  func revealControl(
    _ reader: inout ObjectReader, _ targets: LayerTargets
  ) -> RevealControlDescription? {
    let contentNode = reader.require("content", expected: "the layer that is revealed")
    let loaderNode = reader.take("loader")
    let backgroundNode = reader.take("background")
    let duration = reader.duration("duration", in: 0...SceneLimits.duration) ?? 1
    let timing = reader.take("timing").flatMap { self.timing($0, "timing") }
    var progress = progressState(&reader, targets)
    progress.duration = .seconds(0.25)
    let content = contentNode.flatMap { layer($0, key: "content", targets) }
    let loader = loaderNode.map { revealLoader($0, of: content, targets) }
    let background = backgroundNode.map { revealBackground($0, of: content, targets) }
    guard let contentNode, let content else { return nil }
    if case .some(nil) = loader { return nil }
    if case .some(nil) = background { return nil }
    if let loader = loader ?? nil {
      progress.drives.append(
        DriveDescription(
          layer: loader, keyPath: AnimationKeyPath(.strokeEnd), values: [.scalar(0), .scalar(1)]))
    }
    let description = RevealControlDescription(
      progress: progress, duration: duration,
      timingFunction: (timing ?? .named(.easeInEaseOut)).function, content: content,
      loader: loader ?? nil, background: background ?? nil)
    claim(content, for: "reveal", at: contentNode)
    if let loader = loader ?? nil, let loaderNode { claim(loader, for: "reveal", at: loaderNode) }
    warnOfSight(description, content: contentNode, loader: loaderNode, targets)
    return description
  }

  /// The loader of a reveal; nil, with a diagnostic, if the layer cannot be one.
  private func revealLoader(
    _ node: JSONNode, of content: Int?, _ targets: LayerTargets
  ) -> Int? {
    guard let place = layer(node, key: "loader", targets) else { return nil }
    guard case .loader = targets.contents[place] else {
      if targets.contents[place].isUnread { return nil }
      error(
        .invalidValue, at: node.offset, "only a loader layer can become the mask",
        expected: "a layer with \"kind\": \"loader\"")
      return nil
    }
    guard let content, targets.isInside(content, place) else { return place }
    error(
      .conflict, at: node.offset, "the content is inside the loader, which the reveal removes",
      expected: "a loader beside the content or within it")
    return nil
  }

  private func revealBackground(
    _ node: JSONNode, of content: Int?, _ targets: LayerTargets
  ) -> Int? {
    guard let place = layer(node, key: "background", targets) else { return nil }
    guard let content, targets.isInside(content, place) else { return place }
    error(
      .conflict, at: node.offset,
      "the content is inside the background, which the reveal fades out",
      expected: "a layer beside the content or within it")
    return nil
  }

  private func warnOfSight(
    _ reveal: RevealControlDescription, content: JSONNode, loader: JSONNode?,
    _ targets: LayerTargets
  ) {
    guard !hasErrors else { return }
    if let loader, let place = reveal.loader, !targets.isVisible[place] {
      warn(
        .withoutEffect, at: loader.offset, "the loader is hidden and never seen",
        hint: "put it beside a content that is hidden, and not into it")
    }
    let isCovered =
      reveal.background != nil || (reveal.loader.map { targets.hasBackground[$0] } ?? false)
    if targets.isVisible[reveal.content], !isCovered {
      warn(
        .withoutEffect, at: content.offset, "the content is seen before it is revealed",
        hint: "hide it, cover it with a `background`, or give the loader a `backgroundColor`")
    }
  }

  /// Refuses controls of layers whose time stands still: a reveal would never end, and a scrub
  /// control would never come to rest after its release.
  func checkStandingLayers(
    _ controls: [ControlDescription], _ members: [JSONNode.Member], _ targets: LayerTargets
  ) {
    let scrubbed = targets.withSublayers(controlled.claimed["scrub", default: []])
    for control in controls {
      warnOfStandingDrives(control, members, scrubbed)
      guard let member = members.first(where: { $0.key.isIdentical(to: control.name) }) else {
        continue
      }
      let name = "\"" + ObjectReader.shortened(control.name) + "\""
      switch control.content {
      case .reveal(let reveal):
        checkTime(
          of: reveal.content, "the content of " + name, at: member, targets, scrubbed,
          expected: "a layer whose time runs")
      case .scrub(let scrub):
        for case let around? in scrub.layers.map({ targets.superlayer(of: $0) }) {
          checkTime(
            of: around, "the layer around one of " + name + "'s layers", at: member, targets,
            scrubbed, expected: "a layer around which time runs")
        }
      default: continue
      }
    }
  }

  /// - Parameter scrubbed: the layers whose time scrub controls set.
  private func checkTime(
    of layer: Int, _ what: String, at member: JSONNode.Member, _ targets: LayerTargets,
    _ scrubbed: Set<Int>, expected: String
  ) {
    if scrubbed.contains(layer) {
      error(
        .conflict, at: member.keyOffset, what + " gets its time from a scrub control",
        expected: expected)
    } else if targets.isStanding(layer) {
      error(
        .conflict, at: member.keyOffset, what + " has a time that stands still or runs backward",
        expected: expected + ": with a `speed` above 0, as all layers around it")
    }
  }

  private func warnOfStandingDrives(
    _ control: ControlDescription, _ members: [JSONNode.Member], _ scrubbed: Set<Int>
  ) {
    guard let progress = control.content.progress else { return }
    if case .seconds(0) = progress.duration { return }
    guard !progress.isSmooth, progress.drives.contains(where: { scrubbed.contains($0.layer) }),
      let member = members.first(where: { $0.key.isIdentical(to: control.name) })
    else { return }
    warn(
      .withoutEffect, at: member.keyOffset,
      "the control \"" + ObjectReader.shortened(control.name)
        + "\" drives a layer whose time a scrub control sets, so it stands still there",
      hint: "drive other layers, or these at once with \"duration\": 0")
  }

  /// Refuses a second control of a kind for one layer.
  func claim(_ layer: Int, for kind: String, at node: JSONNode) {
    guard controlled.claimed[kind, default: []].insert(layer).inserted else {
      error(
        .conflict, at: node.offset, "another " + kind + " control has this layer",
        expected: "one " + kind + " control for each layer")
      return
    }
  }
}
