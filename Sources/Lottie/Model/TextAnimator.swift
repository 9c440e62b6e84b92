import Animation
import CMath
import Geometry
import Raster

/// A change of a text's characters, each by the part to which a range reaches it. A property
/// without a change is nil.
struct TextAnimator {
  /// The most animators of a text.
  static let limit = 32

  /// Nil for all characters.
  var range: CharacterRange?
  /// Percents.
  var opacity: Track<Numbers>?
  var position: Track<Numbers>?
  /// The point of a character about which it is transformed, relative to the point that its text
  /// gives it.
  var anchor: Track<Numbers>?
  /// Percents.
  var scale: Track<Numbers>?
  /// Degrees clockwise.
  var rotation: Track<Numbers>?
  var fillColor: Track<Numbers>?
  var strokeColor: Track<Numbers>?
  /// Units that are added.
  var strokeWidth: Track<Numbers>?
  /// Units around each character, half of them before it and half behind it.
  var tracking: Track<Numbers>?
  /// Degrees, and the direction of the skew.
  var skew: Track<Numbers>?
  var skewAxis: Track<Numbers>?
  /// Percents.
  var fillOpacity: Track<Numbers>?
  var strokeOpacity: Track<Numbers>?
  var fillShift = ColorShift()
  var strokeShift = ColorShift()
}

/// The characters of a text that a change reaches.
struct CharacterRange {
  enum Shape { case square, rampUp, rampDown, triangle, round, smooth }

  /// The parts of a text that are counted.
  enum Basis { case characters, letters, words, lines }

  /// Percents of all parts, or numbers of parts.
  var start: Track<Numbers>
  var end: Track<Numbers>
  var offset: Track<Numbers>
  var isInPercents: Bool
  var basis: Basis
  var shape: Shape
  /// Percents.
  var amount: Track<Numbers>
  /// The share, in percents, of a character's width over which a square range changes.
  var smoothness: Track<Numbers>
  /// Percents, −100…100: the slope at the part 1 and at the part 0.
  var easeHigh: Track<Numbers>
  var easeLow: Track<Numbers>
  /// True if parts are reached in a random order, which is always the same.
  var isShuffled: Bool

  /// The part of the change that reaches a character, in -1…1.
  func part(of character: CharacterPlace, at frame: Double) -> Double {
    let (own, count) = character.place(by: basis)
    let index = Double(isShuffled ? CharacterRange.shuffled(own, of: count) : own)
    let unit = isInPercents ? Double(count) / 100 : 1
    let offset = offset.number(at: frame)
    let first = (start.number(at: frame) + offset) * unit
    let last = (end.number(at: frame) + offset) * unit
    let (low, high) = (min(first, last), max(first, last))
    var part = eased(share(index, low, high), at: frame)
    let smoothness = min(max(smoothness.number(at: frame) / 100, 1e-8), 1)
    if shape == .square, smoothness < 1 {
      part = min(max((part - (0.5 - smoothness / 2)) / smoothness, 0), 1)
    }
    return part * min(max(amount.number(at: frame) / 100, -1), 1)
  }

  /// 0…1.
  private func share(_ index: Double, _ low: Double, _ high: Double) -> Double {
    let span = high - low
    let ramp = span > 0 ? min(max((index + 0.5 - low) / span, 0), 1) : index >= high ? 1 : 0
    switch shape {
    case .square: return min(max(min(high, index + 1) - max(low, index), 0), 1)
    case .rampUp: return ramp
    case .rampDown: return 1 - ramp
    case .triangle: return span > 0 ? 1 - abs(2 * ramp - 1) : 0
    case .round:
      let place = 2 * ramp - 1
      return span > 0 ? (1 - place * place).squareRoot() : 0
    case .smooth: return span > 0 ? (1 - cos(2 * .pi * ramp)) / 2 : 0
    }
  }

  private func eased(_ part: Double, at frame: Double) -> Double {
    let (high, low) = (easeHigh.number(at: frame) / 100, easeLow.number(at: frame) / 100)
    if high == 0, low == 0 { return part }
    let curve = MediaTimingFunction(
      x1: min(max(low, 0), 1), y1: min(max(-low, 0), 1), x2: 1 - min(max(high, 0), 1),
      y2: 1 + min(max(high, -1), 0))
    return curve?.value(at: part) ?? part
  }

  /// The place of a part in an order that does not follow the text: multiples of a number without a
  /// common divisor with the count.
  private static func shuffled(_ index: Int, of count: Int) -> Int {
    guard count > 2 else { return index }
    var step = max(2, Int(Double(count) * 0.618))
    while !isCoprime(step, count) { step += 1 }
    return (index * step + count / 3) % count
  }

  private static func isCoprime(_ a: Int, _ b: Int) -> Bool {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a == 1
  }
}

/// The place of a character among those of a text, without the ends of lines; letters are all but
/// spaces.
struct CharacterPlace {
  var index = 0
  var letterIndex = 0
  var wordIndex = 0
  var lineIndex = 0
  var count: Int
  var letterCount: Int
  var wordCount: Int
  var lineCount: Int
  /// True after a space, and at the beginning of a line.
  private var isAtWord = true
  private var hasWord = false

  /// - Parameter lines: as they are broken.
  init(_ characters: [Unicode.Scalar], lines: [String]) {
    count = characters.count
    letterCount = characters.count { $0 != " " }
    lineCount = lines.count
    wordCount = lines.reduce(0) { $0 + CharacterPlace.wordCount($1) }
  }

  private static func wordCount(_ line: String) -> Int {
    var (count, isAtWord) = (0, true)
    for scalar in line.unicodeScalars {
      if scalar != " ", isAtWord { count += 1 }
      isAtWord = scalar == " "
    }
    return count
  }

  /// Comes to a character: spaces belong to the word before them.
  mutating func begin(_ character: Unicode.Scalar) {
    guard isAtWord, character != " " else { return }
    if hasWord { wordIndex += 1 }
    (hasWord, isAtWord) = (true, false)
  }

  mutating func pass(_ character: Unicode.Scalar) {
    index += 1
    if character != " " { letterIndex += 1 } else { isAtWord = true }
  }

  mutating func beginLine(_ index: Int) {
    lineIndex = index
    isAtWord = true
  }

  func place(by basis: CharacterRange.Basis) -> (index: Int, count: Int) {
    switch basis {
    case .characters: (index, count)
    case .letters: (letterIndex, letterCount)
    case .words: (wordIndex, wordCount)
    case .lines: (lineIndex, lineCount)
    }
  }
}

/// The look of a character at one time.
struct CharacterLook {
  /// About the point that turns with the character and keeps its place.
  var matrix = AffineTransform.identity
  /// 0…1.
  var opacity = 1.0
  /// Nil for those of the text.
  var fillColor: Color?
  var strokeColor: Color?
  /// Units that are added to the text's own.
  var strokeWidth = 0.0
  /// Units around the character that are added to the text's own.
  var tracking = 0.0
  /// 0…1.
  var fillOpacity = 1.0
  var strokeOpacity = 1.0

  /// - Parameters:
  ///   - fill: the text's colour.
  ///   - stroke: the colour of the text's outlines.
  init(
    _ animators: [TextAnimator], of place: CharacterPlace, at frame: Double, fill: Color?,
    stroke: Color?
  ) {
    var (scale, rotation, position) = (Numbers(repeating: 1), 0.0, Numbers.zero)
    var (skew, skewAxis, anchor) = (0.0, 0.0, Numbers.zero)
    for animator in animators {
      let part = animator.range?.part(of: place, at: frame) ?? 1
      if part == 0 { continue }
      opacity = CharacterLook.faded(opacity, animator.opacity, part, at: frame)
      if let track = animator.position {
        position = position + track.value(at: frame) * Numbers(repeating: part)
      }
      if let track = animator.anchor {
        anchor = anchor + track.value(at: frame) * Numbers(repeating: part)
      }
      if let track = animator.scale {
        let one = Numbers(repeating: 1)
        scale = scale * (one + (track.value(at: frame) / 100 - one) * Numbers(repeating: part))
      }
      if let track = animator.rotation { rotation += track.number(at: frame) * part }
      if let track = animator.fillColor {
        fillColor = CharacterLook.mixed(fillColor ?? fill, track, part, at: frame)
      }
      if let track = animator.strokeColor {
        strokeColor = CharacterLook.mixed(strokeColor ?? stroke, track, part, at: frame)
      }
      if !animator.fillShift.isNone {
        fillColor = (fillColor ?? fill).map { animator.fillShift.applied(to: $0, part, at: frame) }
      }
      if !animator.strokeShift.isNone {
        strokeColor = (strokeColor ?? stroke).map {
          animator.strokeShift.applied(to: $0, part, at: frame)
        }
      }
      fillOpacity = CharacterLook.faded(fillOpacity, animator.fillOpacity, part, at: frame)
      strokeOpacity = CharacterLook.faded(strokeOpacity, animator.strokeOpacity, part, at: frame)
      if let track = animator.strokeWidth { strokeWidth += track.number(at: frame) * part }
      if let track = animator.tracking { tracking += track.number(at: frame) * part }
      if let track = animator.skew { skew += track.number(at: frame) * part }
      if let track = animator.skewAxis { skewAxis += track.number(at: frame) * part }
    }
    matrix = AffineTransform.translation(x: -anchor.x, y: -anchor.y)
      .followed(by: .scale(x: scale.x, y: scale.y))
      .followed(by: CharacterLook.skew(degrees: skew, axis: skewAxis))
      .followed(by: .rotation(rotation * .pi / 180))
      .followed(by: .translation(x: position.x, y: position.y))
  }

  /// An opacity mixed with an animator's: as with colours, a later animator can show a character
  /// that an earlier one hides.
  private static func faded(
    _ before: Double, _ track: Track<Numbers>?, _ part: Double, at frame: Double
  ) -> Double {
    guard let track else { return before }
    let target = min(max(track.number(at: frame) / 100, 0), 1)
    return before + (target - before) * max(part, 0)
  }

  /// Nil for a text without the colour.
  private static func mixed(
    _ before: Color?, _ track: Track<Numbers>, _ part: Double, at frame: Double
  ) -> Color? {
    guard let before else { return nil }
    let target = Color(track.value(at: frame))
    return Color(
      red: before.red + (target.red - before.red) * part,
      green: before.green + (target.green - before.green) * part,
      blue: before.blue + (target.blue - before.blue) * part)
  }

  private static func skew(degrees: Double, axis: Double) -> AffineTransform {
    if degrees == 0 { return .identity }
    let turn = axis * .pi / 180
    let slope = -tan(min(max(degrees, -85), 85) * .pi / 180)
    return AffineTransform.rotation(turn)
      .followed(by: AffineTransform(a: 1, b: 0, c: slope, d: 1, tx: 0, ty: 0))
      .followed(by: .rotation(-turn))
  }
}
