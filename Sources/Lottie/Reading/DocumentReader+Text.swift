import CodeUnits
import Geometry
import JSON
import Raster

/// Texts of text layers.
extension DocumentReader {
  /// - Parameter masks: the layer's list of them.
  func text(_ node: JSONCursor?, masks: JSONCursor?) -> TextModel {
    changes = ChangeTimes()
    var model = TextModel(documents: [], animators: animators(node?.member("a")))
    if let path = node?.member("p"), let number = path.member("m")?.integer {
      model.path = textPath(path, masks?.array ?? [], number)
    }
    if !model.animators.isEmpty { model.pivot = pivot(node?.member("m")) }
    if let expression = node?.member("d")?.member("x")?.text, !expression.utf8.isEmpty {
      warn("an expression is not supported; its keyframes are used")
    }
    let value = node?.member("d")?.member("k")
    for frame in value?.array ?? [] {
      guard let document = frame.member("s") else { continue }
      model.documents.append((frame.member("t")?.number ?? 0, textDocument(document)))
    }
    if value?.elements == nil, let value {
      model.documents.append((0, textDocument(value)))
    }
    for (_, document) in model.documents {
      note(document)
      warnOfMissingCharacters(document.text)
    }
    return model
  }

  private func textPath(_ node: JSONCursor, _ masks: [JSONCursor], _ number: Int) -> TextPath? {
    guard masks.indices.contains(number) else {
      warn("the mask \(number) that the text follows is not there; its lines are straight")
      return nil
    }
    return TextPath(
      outline: contours(masks[number].member("pt")), firstMargin: numbers(node.member("f")),
      lastMargin: numbers(node.member("l")), isReversed: numbers(node.member("r")),
      isPerpendicular: numbers(node.member("p")), isForced: numbers(node.member("a")))
  }

  /// Warns of the first character that the file has no outline for, if it has outlines for others
  /// of the text.
  private func warnOfMissingCharacters(_ text: String) {
    var missing: Unicode.Scalar?
    var hasOwn = false
    for scalar in text.unicodeScalars where scalar.value > 0x20 {
      if ownCharacters.contains(ExactText(String(scalar))) {
        hasOwn = true
      } else if missing == nil, scalar.value != 0x2028, scalar.value != 0x2029 {
        missing = scalar
      }
    }
    guard hasOwn, let missing else { return }
    warn(
      "the character '" + String(missing)
        + "' is not among the file's own ones (chars); a font of this machine draws it")
  }

  private func textDocument(_ node: JSONCursor) -> TextDocument {
    func color(_ key: JSONKey) -> Color? {
      node.member(key).flatMap { colorValue($0) }.map { Color($0) }
    }
    let size = node.member("s")?.number ?? 10
    var box: Rect?
    if let extent = node.member("sz")?.numbers {
      let origin = node.member("ps")?.numbers ?? .zero
      box = Rect(x: origin.x, y: origin.y, width: extent.x, height: extent.y)
    }
    var text = node.member("t")?.text ?? ""
    switch node.member("ca")?.integer {
    case 1: text = text.uppercased()
    case 2: warn("small capitals are drawn as the letters that were typed")
    default: break
    }
    if box != nil, let place = node.member("vj")?.integer, place != 0 {
      warn("lines in the middle or at the bottom of a box begin at its top")
    }
    return TextDocument(
      text: text, font: node.member("f")?.text ?? "", size: size,
      alignment: alignment(node), justification: justification(node),
      tracking: node.member("tr")?.number ?? 0,
      lineHeight: node.member("lh")?.number ?? size * 1.2,
      baselineShift: node.member("ls")?.number ?? 0, fillColor: color("fc"),
      strokeColor: color("sc"), strokeWidth: node.member("sw")?.number ?? 0,
      isStrokeOnTop: node.member("of")?.flag == true, box: box)
  }

  private func alignment(_ node: JSONCursor) -> TextDocument.Alignment {
    switch node.member("j")?.integer {
    case 1, 4: .right
    case 2, 5: .center
    default: .left
    }
  }

  private func justification(_ node: JSONCursor) -> TextDocument.Justification {
    switch node.member("j")?.integer {
    case .some(3...5): .allButLast
    case 6: .all
    default: .none
    }
  }
}
