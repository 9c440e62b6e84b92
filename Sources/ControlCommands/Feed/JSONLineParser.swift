import JSON

/// Objects, one a line, that contain a progress: restic's and borg's `--json`, bootc's
/// `--progress-fd`, Docker's API, and programs that print `{"progress": 0.4}` or
/// `{"current": 3, "total": 9}`.
///
/// `progress` may mean a fraction or a percentage: it means a percentage from the first number
/// above 1 on, and a 1 without a fraction before it is one percent.
struct JSONLineParser {
  private enum Scale { case fraction, percent, either }
  private static let shares: [(name: String, scale: Scale)] = [
    ("percent_done", .fraction), ("progress", .either), ("percent", .percent),
    ("percentage", .percent), ("fraction", .fraction),
  ]
  /// Names of a number and of its total. The last two are bootc's: steps count where it does not
  /// know the bytes, whose total is 0 then.
  private static let pairs: [(done: [String], total: [String])] = [
    (
      [
        "current", "completed", "done", "processed", "downloaded", "loaded", "bytes_done",
        "position", "finished", "value",
      ], ["total", "total_bytes", "total_size", "max", "size", "length"]
    ),
    (["bytes"], ["bytes_total", "bytesTotal"]),
    (["steps"], ["steps_total", "stepsTotal"]),
  ]
  private static let depthLimit = 4

  /// True once a share above 1 was read.
  private var countsInPercent = false
  /// True once a share between 0 and 1 was read.
  private var countsInFractions = false

  mutating func parse(_ line: String) -> FeedUpdate? {
    let text = line.utf8.drop { [0x20, 0x09, 0xEF, 0xBB, 0xBF].contains($0) }
    guard text.first == UInt8(ascii: "{") else { return nil }
    let object: JSONObject
    do throws(JSONError) {
      guard case .object(let parsed) = try JSONValue(parsing: Array(text)) else { return nil }
      object = parsed
    } catch {
      return nil
    }
    return fraction(in: object, depth: 0).map { FeedUpdate(progress: .fraction($0)) }
  }

  /// The first progress in an object and the objects within it; a total wins over its parts.
  private mutating func fraction(in object: JSONObject, depth: Int) -> Double? {
    for (name, scale) in Self.shares {
      if let share = share(object[name], scale) { return share }
    }
    for names in Self.pairs {
      if let done = number(object, names.done), let total = number(object, names.total),
        total > 0, done >= 0, done <= total
      {
        return done / total
      }
    }
    guard depth < Self.depthLimit else { return nil }
    for member in object.members {
      if case .object(let inner) = member.value,
        let fraction = fraction(in: inner, depth: depth + 1)
      {
        return fraction
      }
    }
    return nil
  }

  private mutating func share(_ value: JSONValue?, _ scale: Scale) -> Double? {
    switch value {
    case .string(let text):
      var meters = MeterParser()
      guard case .fraction(let fraction)? = meters.parse(MeterLine(text))?.update.progress
      else { return nil }
      return fraction
    case let value?:
      guard let number = value.doubleValue, number >= 0, number <= 100 else { return nil }
      switch scale {
      case .percent: return number / 100
      // A sum of fractions may be a little more than one.
      case .fraction: return number > 1.001 ? number / 100 : min(number, 1)
      case .either:
        if number > 1 { countsInPercent = true }
        if number > 0, number < 1, !countsInPercent { countsInFractions = true }
        return countsInPercent || number == 1 && !countsInFractions ? number / 100 : number
      }
    case nil: return nil
    }
  }

  private func number(_ object: JSONObject, _ names: [String]) -> Double? {
    for name in names {
      switch object[name] {
      case .string(let text): if let number = DecimalText.parse(text) { return number }
      case let value?: if let number = value.doubleValue { return number }
      case nil: continue
      }
    }
    return nil
  }
}
