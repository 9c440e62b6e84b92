/// A layer that people cannot see or touch well on a panel.
struct SizeFinding: Hashable {
  enum Kind: Hashable {
    /// The text does not fit even at its least size.
    case hiddenText
    /// An ellipsis stands for a part of the text.
    case truncatedText
    /// The text is cut off: pixels beyond the edge.
    case cutText(Double)
    /// The layer with this path cuts all of the text off.
    case clippedText(by: String)
    /// The height of the font in pixels.
    case smallText(Double)
    /// The pixels of a module of a QR code.
    case smallCode(Double)
    /// The ratio of the luminances of text and background.
    case lowContrast(Double)
    /// The other text's path.
    case overlap(String)
    /// A line of progress or a thin layer, with this path, runs through the text.
    case struckText(by: String)
    case outside
    /// A layer in a row, a column or an overlay has no space there: pixels beyond the edge of the
    /// layer with this path, or of the screen for nil.
    case overflow(Double, of: String?)
    /// The edge of a round panel cuts a line of text, a code, a line of progress or an area that
    /// takes touches: pixels beyond it.
    case beyondCircle(Double)
    /// An opaque layer in front, with this path, hides it.
    case covered(by: String)
    /// An opaque layer in front, with this path, hides a part that a QR code cannot be read
    /// without.
    case coveredCode(by: String)
    /// An opaque layer in front, with this path, hides a part of the text.
    case coveredText(by: String)
    /// The least side of an area that takes touches, in pixels.
    case smallTarget(Double)
    /// The area of this path takes touches in a part of the layer's.
    case touchOverlap(String)
    /// The keyboard on the screen covers a part of the field that is typed into: pixels of its
    /// height.
    case behindKeyboard(Double)
    /// The pixels of the thickest line that shows the focus, 0 for none, and those that people see.
    case thinFocus(Double, least: Double)
    /// The contrast between the look with the focus and the one without.
    case paleFocus(Double)
    /// The line of the focus is cut off: pixels beyond the edge of the layer with this path, or of
    /// the screen for nil.
    case cutFocus(Double, by: String?)

    /// In JSON and SARIF. The names stay the same between versions.
    var name: Name {
      switch self {
      case .hiddenText: .hiddenText
      case .truncatedText: .truncatedText
      case .cutText, .clippedText: .cutText
      case .smallText: .smallText
      case .smallCode: .smallCode
      case .lowContrast: .lowContrast
      case .overlap, .struckText: .overlap
      case .outside: .outside
      case .overflow: .overflow
      case .beyondCircle: .beyondCircle
      case .covered, .coveredCode, .coveredText: .covered
      case .smallTarget: .smallTarget
      case .touchOverlap: .touchOverlap
      case .behindKeyboard: .behindKeyboard
      case .thinFocus, .paleFocus, .cutFocus: .weakFocus
      }
    }

    /// The pixels that are too many or too few; nil for the others.
    var pixels: Double? {
      switch self {
      case .cutText(let pixels), .smallText(let pixels), .smallCode(let pixels),
        .overflow(let pixels, of: _), .beyondCircle(let pixels), .smallTarget(let pixels),
        .behindKeyboard(let pixels), .thinFocus(let pixels, least: _), .cutFocus(let pixels, by: _):
        pixels
      case .hiddenText, .truncatedText, .clippedText, .lowContrast, .overlap, .struckText, .outside,
        .covered, .coveredCode, .coveredText, .touchOverlap, .paleFocus:
        nil
      }
    }

    /// True if people see less than with a finding of the same name.
    func isWorse(than other: Kind) -> Bool {
      if let contrast, let less = other.contrast { return contrast < less }
      switch (self, other) {
      case (.covered, .coveredCode), (.covered, .coveredText), (.clippedText, .cutText): return true
      case (.cutText, .clippedText): return false
      case (.thinFocus(let pixels, _), .thinFocus(let other, _)): return pixels < other
      case (.thinFocus, .paleFocus), (.thinFocus, .cutFocus), (.paleFocus, .cutFocus): return true
      case (.cutFocus, .thinFocus): return false
      default: break
      }
      guard let pixels, let less = other.pixels else { return false }
      switch name {
      case .smallText, .smallCode, .smallTarget: return pixels < less
      default: return pixels > less
      }
    }

    var contrast: Double? {
      switch self {
      case .lowContrast(let ratio), .paleFocus(let ratio): ratio
      default: nil
      }
    }

    /// The path of the other layer of the finding.
    var other: String? {
      switch self {
      case .overlap(let path), .overflow(_, of: let path?), .covered(by: let path),
        .coveredCode(by: let path), .coveredText(by: let path), .struckText(by: let path),
        .clippedText(by: let path), .touchOverlap(let path), .cutFocus(_, by: let path?):
        path
      default: nil
      }
    }
  }

  enum Name: String, CaseIterable {
    case hiddenText = "hidden-text"
    case truncatedText = "truncated-text"
    case cutText = "cut-text"
    case smallText = "small-text"
    case smallCode = "small-code"
    case lowContrast = "low-contrast"
    case overlap, outside, overflow, covered
    case beyondCircle = "beyond-circle"
    case smallTarget = "small-target"
    case touchOverlap = "touch-overlap"
    case behindKeyboard = "behind-keyboard"
    case weakFocus = "weak-focus"
  }

  /// The layer's path, or the name of a field.
  var layer: String
  var kind: Kind
  /// The control and its state as `outcome=done`; nil for the scene as it is at first.
  var state: String?
  /// True if `state` is a look of a press or of the focus.
  var isLook = false
  /// True if the text is the placeholder of a field.
  var isPlaceholder = false

  /// The layer, the state and the fault.
  var message: String { layer + (state.map { " with " + $0 } ?? "") + ": " + fault() }

  /// The fault in words.
  /// - Parameter name: gives the name of another layer from its path.
  func fault(naming name: (String) -> String = { $0 }) -> String {
    switch kind {
    case .hiddenText: "the text does not fit at its `minimumFontSize` and is hidden"
    case .truncatedText: "the text does not fit, and an ellipsis stands for most of it"
    case .cutText(let pixels): "\(Self.rounded(pixels)) pixels of the text are cut off"
    case .clippedText(by: let other): "\(name(other)) cuts all of the text off"
    case .smallCode(let pixels) where Int(pixels) == 0:
      "the code has no room in its layer: give it a larger `size`"
    case .smallCode(let pixels):
      "a module of the code is \(Int(pixels)) pixel\(Int(pixels) == 1 ? "" : "s") wide; "
        + "at least \(Int(SizeCheck.leastModule)) are needed"
    case .smallText(let pixels):
      "the text is \(Self.roundedDown(pixels)) pixels high; "
        + "at least \(Int(SizeCheck.leastText)) are needed"
    case .lowContrast(let ratio):
      "the \(isPlaceholder ? "placeholder (`placeholderColor`)" : "text") has a contrast of "
        + "\(Self.roundedDown(ratio)) to the colour behind it; "
        + "at least \(SizeCheck.leastContrast) is needed, "
        + "and \(SizeCheck.leastContrastOfLargeText) for large text"
    case .overlap(let other): "the text lies over that of \(name(other))"
    case .struckText(by: let other): "\(name(other)) runs through the text"
    case .outside: "all of the layer is outside the screen"
    case .overflow(let pixels, nil):
      "\(Self.rounded(pixels)) pixels of the layer are outside the screen"
    case .overflow(let pixels, let other?):
      "\(Self.rounded(pixels)) pixels of the layer do not fit into \(name(other))"
    case .beyondCircle(let pixels):
      "the edge of the round panel cuts \(Self.rounded(pixels)) pixels off"
    case .covered(by: let other): "all of the layer is behind \(name(other))"
    case .coveredCode(by: let other):
      "\(name(other)) covers a part of the code that cameras need"
    case .coveredText(by: let other): "\(name(other)) covers a part of the text"
    case .smallTarget(let pixels):
      "the touch area is \(Self.rounded(pixels)) pixels wide or high; "
        + "at least \(Int(TouchAreas.leastSide)) are needed"
    case .touchOverlap(let other): "\(name(other)) takes touches in front of it"
    case .behindKeyboard(let pixels):
      "the keyboard on the screen covers \(Self.rounded(pixels)) pixels of the field during typing"
    case .thinFocus(0, _): "nothing shows the focus; " + Self.focusAdvice
    case .thinFocus(let pixels, let least):
      "the line that shows the focus is \(Int(pixels)) pixels wide; "
        + "at least \(Int(least)) are needed; " + Self.focusAdvice
    case .paleFocus(let ratio):
      "the focus has a contrast of \(Self.roundedDown(ratio)) to the look without it; "
        + "at least \(SizeCheck.leastFocusContrast) is needed: try another colour"
    case .cutFocus(let pixels, by: let other):
      "\(other.map(name) ?? "the edge of the screen") cuts \(Self.rounded(pixels)) pixels off "
        + "from the line that shows the focus: leave room for it"
    }
  }

  /// The ways to a focus that people see.
  private static let focusAdvice =
    "try `borderWidth` with `max(3, 0.6vmin)`, in a colour unlike those around it"

  /// With one digit after the point, rounded so that a value below a bound stays below it.
  private static func roundedDown(_ value: Double) -> String {
    "\((value * 10).rounded(.down) / 10)"
  }

  /// With one digit behind the point.
  private static func rounded(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
