/// The differences between the look of a run of characters and that of the text around it.
public struct TextStyle: Equatable {
  /// Nil for the text's own fonts.
  public var fonts: FontStack?
  /// A factor of the text's size, above 0.
  public var scale: Double
  public var isUnderlined: Bool

  public init(fonts: FontStack? = nil, scale: Double = 1, isUnderlined: Bool = false) {
    self.fonts = fonts
    self.scale = scale
    self.isUnderlined = isUnderlined
  }
}

/// The marks in a string between which a run has a style: noncharacters of Unicode, which are free
/// for use inside of a program. So a text with runs is one string for all code that sets, compares
/// and keeps texts.
public enum TextRunMark {
  /// Ends a run. The 31 noncharacters after it begin runs of the styles 1…31.
  private static var end: UInt32 { 0xFDD0 }

  /// The most styles of a text.
  public static var styleLimit: Int { 31 }

  /// A text as a run.
  /// - Parameter style: the number of its style, from 1; 0 for that of the text around it.
  public static func marked(_ text: String, style: Int) -> String {
    guard 1...styleLimit ~= style, let first = Unicode.Scalar(end + UInt32(style)),
      let last = Unicode.Scalar(end)
    else { return text }
    var result = String.UnicodeScalarView()
    result.append(first)
    result.append(contentsOf: removed(from: text).unicodeScalars)
    result.append(last)
    return String(result)
  }

  /// A text without marks.
  public static func removed(from text: String) -> String {
    guard text.unicodeScalars.contains(where: isMark) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !isMark(scalar) { result.append(scalar) }
    return String(result)
  }

  /// True for a mark of a style, which is no character of the text.
  public static func isMark(_ scalar: Unicode.Scalar) -> Bool { style(of: scalar.value) != nil }

  /// The style that a mark begins, 0 for the end of a run; nil for a character.
  static func style(of scalar: UInt32) -> Int? {
    guard scalar >= end, scalar <= end + UInt32(styleLimit) else { return nil }
    return Int(scalar - end)
  }
}
