import BootProgress
import JSON

/// A boot that is being tracked, for another process to go on with.
struct BootState: Equatable {
  var record: BootRecord
  /// Its beginning in seconds of the monotonic clock, later by the time in which it waited for an
  /// answer.
  var start: Double
  /// True if the scene's progress shows it.
  var isShown: Bool
  /// True if others may be measured by it.
  var isUsual: Bool

  init(record: BootRecord, start: Double, isShown: Bool, isUsual: Bool) {
    self.record = record
    self.start = start
    self.isShown = isShown
    self.isUsual = isUsual
  }

  var object: JSONObject {
    var object = JSONObject()
    object["record"] = .string(String(decoding: record.encoded(), as: UTF8.self))
    object["start"] = .number(start)
    object["shown"] = .bool(isShown)
    object["usual"] = .bool(isUsual)
    return object
  }

  /// - Returns: nil for an object that is none.
  init?(_ object: JSONObject) {
    guard let text = object["record"]?.stringValue, let start = object["start"]?.doubleValue,
      let record = try? BootRecord(decoding: Array(text.utf8)),
      let isShown = object["shown"]?.boolValue, let isUsual = object["usual"]?.boolValue
    else { return nil }
    self.init(record: record, start: start, isShown: isShown, isUsual: isUsual)
  }
}
