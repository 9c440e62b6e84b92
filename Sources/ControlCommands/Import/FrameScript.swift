import Foundation

/// The loop over numbered pictures in a script of Plymouth: a loop that reads them, and a function
/// that is called 50 times a second, or at each change of the boot's progress, and shows one of
/// them.
///
/// No script is run. Each call that makes or moves something else is reported with its line. A
/// search takes a time that grows with the length of the text, and no faster: each repetition has a
/// limit, or starts at a word that cannot overlap itself.
struct FrameScript {
  struct Loop: Equatable {
    /// The list of the pictures.
    var name: String
    var before: String
    var after: String
    var numbers: Range<Int>
  }

  private(set) var loop: Loop?
  /// Pictures in a second.
  private(set) var rate = FrameScript.refreshRate
  /// The progress of the boot chooses the picture, and not the time.
  private(set) var followsProgress = false
  /// The pictures are shown again and again, and not once.
  private(set) var repeats = true
  /// Colours of the window, if the script sets any.
  private(set) var top: String?
  private(set) var bottom: String?
  private(set) var omissions: [(line: Int, what: String)] = []

  /// The script shows messages of boot programs.
  private(set) var hasMessages = false

  /// Calls of the refresh function in a second, unless the script sets it.
  private static let refreshRate = 50.0
  private static let mostPictures = 5000

  /// - Parameter mode: the group of the theme's file for the kind of boot.
  init(_ text: String, mode: String) {
    let modes = ScriptModes(Self.withoutComments(text), mode: mode)
    let text = modes.text
    readLoop(text)
    followsProgress = isOfProgress(modes)
    if !followsProgress {
      readRate(text)
      readEnd(text)
    }
    hasMessages = text.contains(/Plymouth\.?Set(?:Display)?MessageFunction/)
    top = color(text, "Top")
    bottom = color(text, "Bottom")
    nameRest(text)
  }

  // MARK: Pictures

  private mutating func readLoop(_ text: String) {
    if let match = text.firstMatch(
      of:
        /for\s*\(\s*(\w+)\s*=\s*(\d+)\s*;\s*(\w+)\s*(<=|<)\s*(\w+)\s*;[^)]{0,200}\)\s{0,99}\{?\s{0,99}([\w.]+)\s*\[\s*\w+\s*\]\s*=\s*Image\s*\(\s*"([^"]*)"\s*\+\s*(\w+)\s*\+\s*"([^"]*)"\s*\)/
    ), match.1 == match.3, match.1 == match.8, let first = Int(match.2) {
      setLoop(match.6, match.7, match.9, from: first, match.4, match.5, text)
    } else if let match = text.firstMatch(
      of:
        /\b(\w+)\s*=\s*(\d+)\s*;\s*while\s*\(\s*(\w+)\s*(<=|<)\s*(\w+)\s*\)\s*\{\s*([\w.]+)\s*\[\s*\w+\s*\]\s*=\s*Image\s*\(\s*"([^"]*)"\s*\+\s*(\w+)\s*\+\s*"([^"]*)"\s*\)/
    ), match.1 == match.3, match.1 == match.8, let first = Int(match.2) {
      setLoop(match.6, match.7, match.9, from: first, match.4, match.5, text)
    }
  }

  private mutating func setLoop(
    _ name: Substring, _ before: Substring, _ after: Substring, from first: Int,
    _ comparison: Substring, _ word: Substring, _ text: String
  ) {
    guard let limit = Self.number(word, in: text).flatMap(Int.init(exactly:)), limit < .max else {
      return
    }
    let end = comparison == "<=" ? limit + 1 : limit
    guard first < end, end - first <= Self.mostPictures else { return }
    loop = Loop(
      name: String(name), before: String(before), after: String(after), numbers: first..<end)
  }

  /// A number, or the value that a script gives a name.
  private static func number(_ word: Substring, in text: String) -> Double? {
    if let number = Double(word) { return number }
    return text.matches(of: /(?:^|[^\w.])([\w.]+)\s*=\s*(\d+(?:\.\d+)?)\s*;/)
      .first { $0.1 == word }.flatMap { Double($0.2) }
  }

  /// True if the function for the boot's progress shows the pictures of the loop, and the refresh
  /// function does not.
  private func isOfProgress(_ modes: ScriptModes) -> Bool {
    guard let loop else { return false }
    var functions: [Substring: Substring] = [:]
    for match in modes.text.matches(
      of: /Plymouth\.?Set(BootProgress|Refresh)Function\s*\(\s*([\w.]+)\s*\)/)
    {
      functions[match.1] = match.2
    }
    func shows(_ call: Substring) -> Bool {
      let body = functions[call].flatMap { modes.body(ofFunction: String($0)) } ?? ""
      return body.replacing(" ", with: "").contains(loop.name + "[")
    }
    return shows("BootProgress") && !shows("Refresh")
  }

  // MARK: The pace

  private mutating func readRate(_ text: String) {
    var refreshRate = Self.refreshRate
    if let match = text.firstMatch(of: /Plymouth\.?SetRefreshRate\s*\(\s*([\w.]+)\s*\)/),
      let number = Self.number(match.1, in: text), number > 0
    {
      refreshRate = number
    }
    let (step, isUnknown) = self.step(text)
    rate = min(max(refreshRate * (step ?? 1), 0.001), 1000)
    if isUnknown || step == nil && !Self.withoutLoops(text).contains(/\+\+|\+=\s*1\b|\+\s*1\s*[;)]/)
    {
      let shown = ImportedScene.Entry.text(rate)
      omissions.append(
        (1, "the pace of the pictures, which is not found: \(shown) a second are shown"))
    }
  }

  /// The step from one call of the refresh function to the next: a counter divided by a number or
  /// with a part of 1 added to it, or one picture at each number of calls. Nil if there is none;
  /// `isUnknown` if the script computes the number.
  private func step(_ text: String) -> (step: Double?, isUnknown: Bool) {
    func valid(_ step: Double?) -> (Double?, Bool) {
      guard let step, step > 0, step.isFinite else { return (nil, true) }
      return (step, false)
    }
    func per(_ word: Substring) -> (Double?, Bool) {
      valid(Self.number(word, in: text).map { 1 / $0 })
    }
    if let match = text.firstMatch(of: /Math\.Int\s*\(\s*[\w.]+\s*\/\s*([\w.]+)\s*\)/) {
      return per(match.1)
    }
    if text.contains(/\[[^\]]{0,200}Math\.Int\s*\(\s*[\w.]+\s*\//) { return (nil, true) }
    if let counter = text.firstMatch(of: /Math\.Int\s*\(\s*(\w+)\s*[%)]/)?.1,
      let match = text.matches(
        of: /\b(\w+)\s*(?:\+=|=\s*(\w+)\s*\+)\s*(\d*\.\d+|\d+)\s*;/
      ).first(where: { $0.1 == counter && ($0.2 ?? counter) == counter })
    {
      return valid(Double(match.3))
    }
    if let match = text.firstMatch(of: /\b[\w.]{1,64}\s*%\s*([\w.]+)\s*==\s*0/) {
      return per(match.1)
    }
    guard let calls = waitedCalls(text) else { return (nil, false) }
    return valid(calls.map { 1 / $0 })
  }

  /// The number of calls after which a counter that chooses no picture starts again, as in
  /// `if (wait >= 3) wait = 0;`. Nil if there is no such counter, and `.some(nil)` if its end is
  /// computed.
  private func waitedCalls(_ text: String) -> Double?? {
    let indices = Set(
      text.matches(of: /\[([^\[\]]{0,200})\]/).flatMap {
        $0.1.matches(of: /[\w.]+/).map { $0.output }
      })
    for match in text.matches(of: /\bif\s*\(\s*([\w.]+)\s*(>=|>|==)\s*([\w.]+)\s*\)/).prefix(64) {
      let rest = text[match.range.upperBound...].prefix(400)
      guard rest.matches(of: /([\w.]+)\s*=\s*0\s*;/).contains(where: { $0.1 == match.1 }),
        !indices.contains(match.1)
      else { continue }
      return .some(Self.number(match.3, in: text).map { match.2 == ">" ? $0 + 1 : $0 })
    }
    return nil
  }

  private mutating func readEnd(_ text: String) {
    let start = />=?\s{0,8}\w{1,64}[^;]{0,200}\)\s{0,8}\{?\s{0,8}\w{1,64}\s{0,8}=\s{0,8}[01]\b/
    guard !text.contains("%"), !text.contains(start) else { return }
    // A counter that stops at a limit.
    let stop =
      /\bif\s*\(\s*([\w.]+)\s*<=?\s*[^;{}]{1,200}\)\s{0,99}\{?\s{0,99}([\w.]+)\s*(?:\+\+|\+=|=\s*[\w.]+\s*\+)/
    if text.matches(of: stop).contains(where: { $0.1 == $0.2 }) {
      repeats = false
    } else {
      omissions.append(
        (1, "an end of the pictures, if the script has one: they are shown again and again"))
    }
  }

  /// The text without the heads of loops, whose counters do not choose the shown picture.
  private static func withoutLoops(_ text: String) -> String {
    text.replacing(/\bfor\s{0,8}\([^)]{0,400}\)/, with: "")
  }

  // MARK: Replaced calls

  /// The scene's own behaviour at calls of the script that are left out.
  private static let replacements = [
    "Message": "messages appear at the lower edge",
    "DisplayMessage": "messages appear at the lower edge",
    "DisplayPassword": "questions appear on the usual card",
    "DisplayQuestion": "questions appear on the usual card",
  ]

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
      // A line without a call has nothing to report.
      guard line.utf8.contains(UInt8(ascii: "(")) else { continue }
      if line.contains("Image.Text") || line.contains("Image (\"") || line.contains("Image(\"") {
        let isOfLoop = loop.map { line.contains("\"\($0.before)\"") } ?? false
        if !isOfLoop { omissions.append((index + 1, "a picture or text beside the loop")) }
      }
      for call in line.matches(of: /Plymouth\.?Set(\w{1,64})Function/)
      where call.1 != "Refresh" && !(followsProgress && call.1 == "BootProgress") {
        let instead = Self.replacements[String(call.1)].map { ": \($0)" } ?? ""
        omissions.append((index + 1, "what the script does at \(call.1)\(instead)"))
      }
      if line.contains("SetX") || line.contains("SetY") || line.contains("SetPosition") {
        // A place at half of the free space is the middle, which the scene has, too.
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

  /// The text with comments blanked, and the same lines. Comments may lie in one another.
  private static func withoutComments(_ text: String) -> String {
    var result = ""
    var (isString, inLine, depth) = (false, false, 0)
    var last: Character = " "
    for character in text.replacing("\r\n", with: "\n") {
      if character == "\n" { (inLine, isString) = (false, false) }
      if depth > 0 {
        if last == "/" && character == "*" { depth += 1 }
        if last == "*" && character == "/" { depth -= 1 }
        last = depth > 0 ? character : " "
        if character == "\n" { result.append(character) }
        continue
      }
      if !inLine, character == "\"" { isString.toggle() }
      if !isString, !inLine {
        if last == "/", character == "*" {
          depth = 1
          result.removeLast()
          // The asterisk that opens a comment does not end it.
          last = " "
          continue
        }
        if last == "/", character == "/" {
          inLine = true
          result.removeLast()
        }
        if character == "#" { inLine = true }
      }
      if !inLine || character == "\n" { result.append(character) }
      last = character
    }
    return result
  }
}
