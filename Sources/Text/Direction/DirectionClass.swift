import CFriBidi

/// The class of a character by Unicode's annex 9, in the order of its table 4.
enum DirectionClass: UInt8 {
  case left, right, arabicLetter
  case europeanNumber, europeanSeparator, europeanTerminator, arabicNumber, commonSeparator
  case mark, boundaryNeutral
  case paragraphSeparator, segmentSeparator, space, neutral
  case leftEmbedding, leftOverride, rightEmbedding, rightOverride, popEmbedding
  case leftIsolate, rightIsolate, firstStrongIsolate, popIsolate

  init(of scalar: UInt32) {
    self = DirectionClass(rawValue: firstlight_bidi_class(scalar)) ?? .neutral
  }

  /// True for the characters that begin an isolate.
  var beginsIsolate: Bool {
    self == .leftIsolate || self == .rightIsolate || self == .firstStrongIsolate
  }

  /// True for the characters that rule X9 removes: they have no level of their own.
  var isRemoved: Bool {
    switch self {
    case .leftEmbedding, .leftOverride, .rightEmbedding, .rightOverride, .popEmbedding,
      .boundaryNeutral:
      true
    default: false
    }
  }

  /// True for the characters that take their direction from those around them.
  var isNeutral: Bool {
    switch self {
    case .paragraphSeparator, .segmentSeparator, .space, .neutral, .popIsolate: true
    default: beginsIsolate
    }
  }

  /// The direction that a character gives to neutral ones beside it; nil for one of them.
  var direction: DirectionClass? {
    switch self {
    case .left: .left
    case .right, .europeanNumber, .arabicNumber: .right
    default: nil
    }
  }

  /// True for the characters that only say how others run, and are never seen.
  static func isControl(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
