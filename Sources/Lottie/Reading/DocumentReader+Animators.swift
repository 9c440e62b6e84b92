import JSON

/// Animators of texts.
extension DocumentReader {
  /// The animators that are followed; the others are named.
  func animators(_ list: JSONCursor?) -> [TextAnimator] {
    var animators: [TextAnimator] = []
    for node in list?.array ?? [] {
      guard animators.count < TextAnimator.limit else {
        warn("a text has more than \(TextAnimator.limit) animators; the last ones are left out")
        break
      }
      let animator = within("animator", node) { self.animator(node) }
      if let animator { animators.append(animator) }
    }
    return animators
  }

  /// - Parameter node: the member `m` of a text.
  func pivot(_ node: JSONCursor?) -> CharacterPivot {
    var pivot = CharacterPivot()
    switch node?.member("g")?.integer ?? 1 {
    case 1: pivot.group = .character
    case 2: pivot.group = .word
    case 3: pivot.group = .line
    default: warn("characters turn and grow about the middle of their own baseline")
    }
    pivot.alignment = numbers(node?.member("a"))
    return pivot
  }

  private func animator(_ node: JSONCursor) -> TextAnimator? {
    var animator = TextAnimator()
    if let selector = node.member("s") {
      guard let range = range(selector) else { return nil }
      animator.range = range
    }
    for (key, value) in node.member("a")?.members ?? [] {
      switch key {
      case "o": animator.opacity = numbers(value, 100)
      case "p": animator.position = numbers(value)
      case "a": animator.anchor = numbers(value)
      case "s": animator.scale = scale(value)
      case "r": animator.rotation = numbers(value)
      case "fc": animator.fillColor = color(value)
      case "sc": animator.strokeColor = color(value)
      case "sw": animator.strokeWidth = numbers(value)
      case "t": animator.tracking = numbers(value)
      case "sk": animator.skew = numbers(value)
      case "sa": animator.skewAxis = numbers(value)
      case "fo": animator.fillOpacity = numbers(value, 100)
      case "so": animator.strokeOpacity = numbers(value, 100)
      case "fh": animator.fillShift.hue = numbers(value)
      case "fs": animator.fillShift.saturation = numbers(value)
      case "fb": animator.fillShift.brightness = numbers(value)
      case "sh": animator.strokeShift.hue = numbers(value)
      case "ss": animator.strokeShift.saturation = numbers(value)
      case "sb": animator.strokeShift.brightness = numbers(value)
      default: warn("the change of '" + key + "' of a text's characters is not supported")
      }
    }
    return animator
  }

  /// Nil, with a warning, for one that is not followed.
  private func range(_ node: JSONCursor) -> CharacterRange? {
    func refuse(_ what: String) -> CharacterRange? {
      warn("an animator of a text is not supported: its range " + what)
      return nil
    }
    let basis: CharacterRange.Basis
    switch node.member("b")?.integer ?? 1 {
    case 1: basis = .characters
    case 2: basis = .letters
    case 3: basis = .words
    case 4: basis = .lines
    default: return refuse("goes by parts that are not known")
    }
    if node.member("t")?.integer == 1 { return refuse("follows an expression") }
    let shape: CharacterRange.Shape
    switch node.member("sh")?.integer ?? 1 {
    case 1: shape = .square
    case 2: shape = .rampUp
    case 3: shape = .rampDown
    case 4: shape = .triangle
    case 5: shape = .round
    case 6: shape = .smooth
    default: return refuse("has a shape that is not known")
    }
    let isInPercents = node.member("r")?.integer != 2
    return CharacterRange(
      start: numbers(node.member("s")), end: numbers(node.member("e"), isInPercents ? 100 : 1e6),
      offset: numbers(node.member("o")), isInPercents: isInPercents, basis: basis,
      shape: shape, amount: numbers(node.member("a"), 100),
      smoothness: numbers(node.member("sm"), 100), easeHigh: numbers(node.member("xe")),
      easeLow: numbers(node.member("ne")), isShuffled: node.member("rn")?.flag == true)
  }
}
