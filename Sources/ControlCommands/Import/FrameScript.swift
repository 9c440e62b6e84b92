import Foundation

/// A script of Plymouth, as far as it loops over numbered pictures: a loop that reads them, and a function
/// that is called 50 times a second and shows one after the other.
///
/// Nothing is run. Each call that makes or moves something else is named with its line.
struct FrameScript {
  struct Loop: Equatable {
    var before: String
    var after: String
    var numbers: Range<Int>
  }

  private(set) var loop: Loop?
  /// Pictures in a second.
  private(set) var rate = FrameScript.refreshRate
  /// Colours of the window, if the script sets any.
  private(set) var top: String?
  private(set) var bottom: String?
  private(set) var omissions: [(line: Int, what: String)] = []

  /// Calls of the refresh function in a second.
  private static let refreshRate = 50.0
  private static let mostPictures = 5000

  init(_ text: String) {
    let text = Self.withoutComments(text)
    readLoop(text)
    readRate(text)
    top = color(text, "Top")
    bottom = color(text, "Bottom")
    nameRest(text)
  }

  private mutating func readLoop(_ text: String) {
    let pattern =
      /for\s*\(\s*(\w+)\s*=\s*(\d+)\s*;\s*(\w+)\s*(<=|<)\s*(\d+)\s*;[^)]{0,200}\)\s*\{?\s*[\w.]+\s*\[\s*\w+\s*\]\s*=\s*Image\s*\(\s*"([^"]*)"\s*\+\s*(\w+)\s*\+\s*"([^"]*)"\s*\)/
    guard let match = text.firstMatch(of: pattern), match.1 == match.3, match.1 == match.7,
      let first = Int(match.2), let limit = Int(match.5), limit < .max
    else { return }
    let end = match.4 == "<=" ? limit + 1 : limit
    guard first < end, end - first <= Self.mostPictures else { return }
    loop = Loop(before: String(match.6), after: String(match.8), numbers: first..<end)
  }

  /// The counter, divided by a number, modulo the number of pictures.
  private mutating func readRate(_ text: String) {
    let pattern = /Math\.Int\s*\(\s*\w+\s*\/\s*(\d+(?:\.\d+)?)\s*\)\s*%/
    if let match = text.firstMatch(of: pattern), let divisor = Double(match.1), divisor > 0 {
      rate = min(max(Self.refreshRate / divisor, 0.001), 1000)
    }
  }

  private func color(_ text: String, _ edge: String) -> String? {
    let number = #"\s*([0-9.]+)\s*"#
    guard
      let pattern = try? Regex<(Substring, Substring, Substring, Substring)>(
        "Window\\.SetBackground\(edge)Color\\s*\\(\(number),\(number),\(number)\\)"),
      let match = text.firstMatch(of: pattern)
    else { return nil }
    let parts = [match.output.1, match.output.2, match.output.3].map { Double($0) ?? 0 }
    return "#" + parts.map { String(format: "%02X", Int(min(max($0, 0), 1) * 255 + 0.5)) }.joined()
  }

  private mutating func nameRest(_ text: String) {
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      if line.contains("Image.Text") || line.contains("Image (\"") || line.contains("Image(\"") {
        let isOfLoop = loop.map { line.contains("\"\($0.before)\"") } ?? false
        if !isOfLoop { omissions.append((index + 1, "a picture or text beside the loop")) }
      }
      for call in line.matches(of: /Plymouth\.Set(\w+)Function/)
      where call.1 != "Refresh" {
        omissions.append((index + 1, "what the script does at \(call.1)"))
      }
      if line.contains("SetX") || line.contains("SetY") || line.contains("SetPosition") {
        // Half of the free space is the middle.
        if !line.contains(/\/\s*2\b/) && !line.contains(/\*\s*0?\.5\b/) {
          omissions.append((index + 1, "a place other than the middle"))
        }
      }
      for call in ["SetOpacity", "Scale", "Rotate", "Crop", "Tile"] where line.contains("." + call)
      {
        omissions.append((index + 1, "`\(call)`"))
      }
    }
  }

  /// The text with comments blanked, and the same lines.
  private static func withoutComments(_ text: String) -> String {
    var result = ""
    var (isString, inLine, inBlock) = (false, false, false)
    var last: Character = " "
    for character in text.replacing("\r\n", with: "\n") {
      if character == "\n" { (inLine, isString) = (false, false) }
      if !inLine, !inBlock, character == "\"" { isString.toggle() }
      if !isString, !inLine, !inBlock {
        if character == "#" || last == "/" && character == "/" { inLine = true }
        if last == "/" && character == "*" { inBlock = true }
        if inLine || inBlock, character != "#" { result.removeLast() }
      }
      if inBlock, last == "*", character == "/" {
        inBlock = false
        last = " "
        continue
      }
      if !(inLine || inBlock) || character == "\n" { result.append(character) }
      last = character
    }
    return result
  }
}
