import Geometry
import Raster

/// A change of a text's characters, as far as a range reaches each. What it does not change is nil.
struct TextAnimator {
  /// The most animators of a text.
  static let limit = 32

  /// Nil for all characters.
  var range: CharacterRange?
  /// Percents.
  var opacity: Track<Numbers>?
  var position: Track<Numbers>?
  /// Percents.
  var scale: Track<Numbers>?
  /// Degrees clockwise.
  var rotation: Track<Numbers>?
  var fillColor: Track<Numbers>?
}

/// The characters of a text that a change reaches.
struct CharacterRange {
  enum Shape { case square, rampUp, rampDown }

  /// Percents of all characters, or numbers of characters.
  var start: Track<Numbers>
  var end: Track<Numbers>
  var offset: Track<Numbers>
  var isInPercents: Bool
  var countsSpaces: Bool
  var shape: Shape
  /// Percents.
  var amount: Track<Numbers>

  /// The part of the change that reaches a character, in -1…1.
  func part(of character: CharacterPlace, at frame: Double) -> Double {
    let count = countsSpaces ? character.count : character.letterCount
    let index = Double(countsSpaces ? character.index : character.letterIndex)
    let unit = isInPercents ? Double(count) / 100 : 1
    let offset = offset.number(at: frame)
    let first = (start.number(at: frame) + offset) * unit
    let last = (end.number(at: frame) + offset) * unit
    let (low, high) = (min(first, last), max(first, last))
    let ramp = high > low ? (index + 0.5 - low) / (high - low) : index >= high ? 1 : 0
    let part =
      switch shape {
      case .square: min(high, index + 1) - max(low, index)
      case .rampUp: ramp
      case .rampDown: 1 - ramp
      }
    return min(max(part, 0), 1) * min(max(amount.number(at: frame) / 100, -1), 1)
  }
}

/// The place of a character among those of a text, without the ends of lines; letters are all but spaces.
struct CharacterPlace {
  var index = 0
  var letterIndex = 0
  var count: Int
  var letterCount: Int

  init(_ characters: [Unicode.Scalar]) {
    count = characters.count
    letterCount = characters.count { $0 != " " }
  }

  mutating func pass(_ character: Unicode.Scalar) {
    index += 1
    if character != " " { letterIndex += 1 }
  }
}

/// The look of a character at one time.
struct CharacterLook {
  /// About the middle of the character on its baseline.
  var matrix = AffineTransform.identity
  /// 0…1.
  var opacity = 1.0
  /// Nil for that of the text.
  var fillColor: Color?

  /// - Parameter fill: the text's colour.
  init(
    _ animators: [TextAnimator], of place: CharacterPlace, at frame: Double, fill: Color?
  ) {
    var (scale, rotation, position) = (Numbers(repeating: 1), 0.0, Numbers.zero)
    for animator in animators {
      let part = animator.range?.part(of: place, at: frame) ?? 1
      if part == 0 { continue }
      if let track = animator.opacity {
        opacity *= 1 + (min(max(track.number(at: frame) / 100, 0), 1) - 1) * part
      }
      if let track = animator.position {
        position = position + track.value(at: frame) * Numbers(repeating: part)
      }
      if let track = animator.scale {
        let one = Numbers(repeating: 1)
        scale = scale * (one + (track.value(at: frame) / 100 - one) * Numbers(repeating: part))
      }
      if let track = animator.rotation { rotation += track.number(at: frame) * part }
      if let track = animator.fillColor, let before = fillColor ?? fill {
        let target = Color(track.value(at: frame))
        fillColor = Color(
          red: before.red + (target.red - before.red) * part,
          green: before.green + (target.green - before.green) * part,
          blue: before.blue + (target.blue - before.blue) * part)
      }
    }
    matrix = AffineTransform.scale(x: scale.x, y: scale.y)
      .followed(by: .rotation(rotation * .pi / 180))
      .followed(by: .translation(x: position.x, y: position.y))
  }
}
