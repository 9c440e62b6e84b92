import Geometry

/// The fit of a box into a viewport: `preserveAspectRatio`.
struct AspectRatio: Equatable {
  enum Fit { case meet, slice, none }

  /// The part of the spare space that lies before the picture: 0, ½ or 1.
  var alignX = 0.5
  var alignY = 0.5
  var fit = Fit.meet

  init() {}

  /// The usual one where the text is wrong.
  init(_ text: Substring?) {
    guard let text else { return }
    var words = text.split { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }[...]
    if words.first == "defer" { words.removeFirst() }
    guard let word = words.first,
      words.dropFirst().allSatisfy({ $0 == "meet" || $0 == "slice" }), words.count <= 2
    else { return }
    if word == "none" {
      fit = .none
      return
    }
    let parts: [Substring: Double] = ["Min": 0, "Mid": 0.5, "Max": 1]
    guard word.count == 8, word.hasPrefix("x"), word.dropFirst(4).hasPrefix("Y"),
      let x = parts[word.dropFirst().prefix(3)], let y = parts[word.suffix(3)]
    else { return }
    alignX = x
    alignY = y
    if words.dropFirst().first == "slice" { fit = .slice }
  }

  /// Maps a box to a viewport; nil where either has no area.
  func transform(from box: Rect, to viewport: Rect) -> AffineTransform? {
    guard !box.isEmpty, !viewport.isEmpty else { return nil }
    var scaleX = viewport.width / box.width
    var scaleY = viewport.height / box.height
    switch fit {
    case .none: break
    case .meet:
      scaleX = min(scaleX, scaleY)
      scaleY = scaleX
    case .slice:
      scaleX = max(scaleX, scaleY)
      scaleY = scaleX
    }
    let result = AffineTransform(
      a: scaleX, b: 0, c: 0, d: scaleY,
      tx: viewport.minX - box.minX * scaleX + (viewport.width - box.width * scaleX) * alignX,
      ty: viewport.minY - box.minY * scaleY + (viewport.height - box.height * scaleY) * alignY)
    return result.isFinite ? result : nil
  }
}

extension SVGNode {
  /// Nil where there is none, or a wrong one; one without area shows nothing.
  var viewBox: Rect? {
    guard let text = attribute("viewBox") else { return nil }
    var scanner = TextScanner(text)
    var numbers: [Double] = []
    while numbers.count < 4 {
      scanner.skipSeparator()
      guard let number = scanner.number() else { return nil }
      numbers.append(number)
    }
    scanner.skipSpace()
    guard scanner.isAtEnd, numbers[2] >= 0, numbers[3] >= 0 else { return nil }
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  var aspectRatio: AspectRatio { AspectRatio(attribute("preserveAspectRatio")) }
}
