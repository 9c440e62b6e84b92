import BootProgress
import JSON

/// A boot that is being tracked, for another process to go on with.
struct BootState: Equatable {
  var record: BootRecord
  /// The beginning of the boot in seconds of the monotonic clock, moved later by the time for which
  /// the boot waited for answers.
  var start: Double
  /// True if the scene's progress shows the boot.
  var isShown: Bool
  /// True if other boots may be measured by this one.
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

  /// - Returns: nil for an object that does not hold a boot.
  init?(_ object: JSONObject) {
    guard let text = object["record"]?.stringValue, let start = object["start"]?.doubleValue,
      let record = try? BootRecord(decoding: Array(text.utf8)),
      let isShown = object["shown"]?.boolValue, let isUsual = object["usual"]?.boolValue
    else { return nil }
    self.init(record: record, start: start, isShown: isShown, isUsual: isUsual)
  }
}
