import Foundation

/// A script of Plymouth, as far as it loops over numbered pictures: a loop that reads them, and a
/// function that is called 50 times a second and shows one after the other.
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
      /for\s*\(\s*(\w+)\s*=\s*(\d+)\s*;\s*(\w+)\s*(<=|<)\s*(\w+)\s*;[^)]{0,200}\)\s*\{?\s*[\w.]+\s*\[\s*\w+\s*\]\s*=\s*Image\s*\(\s*"([^"]*)"\s*\+\s*(\w+)\s*\+\s*"([^"]*)"\s*\)/
    guard let match = text.firstMatch(of: pattern), match.1 == match.3, match.1 == match.7,
      let first = Int(match.2), let limit = Self.number(match.5, in: text), limit < .max
    else { return }
    let end = match.4 == "<=" ? limit + 1 : limit
    guard first < end, end - first <= Self.mostPictures else { return }
    loop = Loop(before: String(match.6), after: String(match.8), numbers: first..<end)
  }

  /// A whole number, or the value that a script gives a name.
  private static func number(_ word: Substring, in text: String) -> Int? {
    if let number = Int(word) { return number }
    return text.matches(of: /\b(\w+)\s*=\s*(\d+)\s*;/).first { $0.1 == word }.flatMap { Int($0.2) }
  }

  /// The step from one call of the refresh function to the next: a counter divided by a number or
  /// with a part of 1 added to it, or one picture at each number of calls.
  private mutating func readRate(_ text: String) {
    var step: Double?
    if let match = text.firstMatch(of: /Math\.Int\s*\(\s*\w+\s*\/\s*(\d+(?:\.\d+)?)\s*\)/) {
      step = Double(match.1).map { 1 / $0 }
    } else if let counter = text.firstMatch(of: /Math\.Int\s*\(\s*(\w+)\s*[%)]/)?.1,
      let match = text.matches(
        of: /\b(\w+)\s*(?:\+=|=\s*(\w+)\s*\+)\s*(\d*\.\d+|\d+)\s*;/
      ).first(where: { $0.1 == counter && ($0.2 ?? counter) == counter })
    {
      step = Double(match.3)
    } else if let match = text.firstMatch(of: /\b\w+\s*%\s*(\d+)\s*==\s*0/) {
      step = Double(match.1).map { 1 / $0 }
    }
    if let step, step > 0, step.isFinite {
      rate = min(max(Self.refreshRate * step, 0.001), 1000)
    } else if !Self.withoutLoops(text).contains(/\+\+|\+=\s*1\b|\+\s*1\s*[;)]/) {
      omissions.append((1, "the pace of the pictures, which is not found: 50 a second are shown"))
    }
    let start = />=?\s{0,8}\w{1,64}[^;]{0,200}\)\s{0,8}\{?\s{0,8}\w{1,64}\s{0,8}=\s{0,8}0/
    if !text.contains("%"), !text.contains(start) {
      omissions.append(
        (1, "an end of the pictures, if the script has one: they are shown again and again"))
    }
  }

  /// The text without the heads of loops, whose counters are not those of the pictures that are
  /// shown.
  private static func withoutLoops(_ text: String) -> String {
    text.replacing(/\bfor\s{0,8}\([^)]{0,400}\)/, with: "")
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
