/// Characters that are drawn as colour pictures if any font has them so, even if another font has
/// them as outlines.
enum EmojiPresentation {
  /// True for a character that is an emoji by default, unless the selector for text follows, and
  /// for any character before the selector for emoji; a digit has to be part of a keycap.
  static func isExpected(at index: Int, in text: [UInt32]) -> Bool {
    let following = text[(index + 1)...].prefix(2)
    return switch following.first {
    case 0xFE0F: text[index] > 0x7F || following.last == 0x20E3
    case 0xFE0E: false
    default: isDefault(text[index])
    }
  }

  /// The property `Emoji_Presentation` of Unicode 15.1 (emoji-data.txt); its ranges beyond the
  /// first plane include a few characters that are text by default.
  private static func isDefault(_ scalar: UInt32) -> Bool {
    if scalar >= 0x1F000 {
      return switch scalar {
      case 0x1F004, 0x1F0CF, 0x1F18E, 0x1F191...0x1F19A, 0x1F1E6...0x1F1FF, 0x1F201, 0x1F21A,
        0x1F22F, 0x1F232...0x1F236, 0x1F238...0x1F23A, 0x1F250...0x1F251, 0x1F300...0x1F64F,
        0x1F680...0x1F6FF, 0x1F7E0...0x1F7F0, 0x1F90C...0x1F9FF, 0x1FA70...0x1FAFF:
        true
      default: false
      }
    }
    if scalar < 0x231A || scalar > 0x2B55 { return false }
    return switch scalar {
    case 0x231A...0x231B, 0x23E9...0x23EC, 0x23F0, 0x23F3, 0x25FD...0x25FE, 0x2614...0x2615,
      0x2648...0x2653, 0x267F, 0x2693, 0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5,
      0x26CE, 0x26D4, 0x26EA, 0x26F2...0x26F3, 0x26F5, 0x26FA, 0x26FD, 0x2705, 0x270A...0x270B,
      0x2728, 0x274C, 0x274E, 0x2753...0x2755, 0x2757, 0x2795...0x2797, 0x27B0, 0x27BF,
      0x2B1B...0x2B1C, 0x2B50, 0x2B55:
      true
    default: false
    }
  }
}
