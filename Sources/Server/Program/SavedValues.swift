import BootProgress
import CodeUnits
import JSON
import Scene
import Stage

/// The settings of the scenes, for the next start of the daemon, encoded as a JSON text.
struct SavedValues: Equatable {
  var reducesMotion = false
  /// The requested language tag; nil for the one in the settings.
  var locale: String?
  var main = StageRecord()
  /// Records of the screens with scenes of their own.
  var screens: [SavedScreen] = []
  /// The boot that was being tracked.
  var boot: BootState?
  /// The times of former boots, for a successor.
  var unitTimes: UnitTimes?
  /// The messages of that boot.
  var messages = BootMessages()

  struct SavedScreen: Equatable {
    var name: String
    /// The screen's own language tag; nil for that of the main scene.
    var locale: String?
    var record: StageRecord
  }

  init() {}

  /// Settings of a display.
  /// - Parameter withTime: true if the scenes are to go on where they are, and not from their
  ///   beginning.
  init(
    _ shows: Shows, boot: BootState? = nil, messages: BootMessages = BootMessages(),
    withTime: Bool = false
  ) {
    self.boot = boot
    self.messages = messages
    func record(_ show: Show) -> StageRecord {
      var record = show.stage.record
      if withTime { record.start = show.stage.start }
      return record
    }
    reducesMotion = shows.stage.reducesMotion
    let isAsked = !shows.stage.usualLocale.isIdentical(to: shows.usualLocale)
    locale = isAsked ? shows.stage.usualLocale : nil
    main = record(shows.main)
    for show in shows.ownShows {
      guard let screen = show.screen else { continue }
      let locale = show.stage.usualLocale
      let isOther = !locale.isIdentical(to: shows.stage.usualLocale)
      screens.append(
        SavedScreen(name: screen.name, locale: isOther ? locale : nil, record: record(show)))
    }
  }

  // MARK: Bytes

  func encoded() -> [UInt8] {
    var root = main.object
    root["reducedMotion"] = .bool(reducesMotion)
    if let locale { root["locale"] = .string(locale) }
    var list: [JSONValue] = []
    for screen in screens {
      var object = screen.record.object
      object["screen"] = .string(screen.name)
      if let locale = screen.locale { object["locale"] = .string(locale) }
      list.append(.object(object))
    }
    root["screens"] = .array(list)
    if let boot { root["boot"] = .object(boot.object) }
    if let unitTimes {
      root["unitTimes"] = .string(String(decoding: unitTimes.encoded(), as: UTF8.self))
    }
    if messages != BootMessages() { root["messages"] = .object(messages.object) }
    return JSONValue.object(root).encoded()
  }

  /// Drops start times that lie in the future: a scene or a boot could not move before them.
  /// - Parameter now: microseconds of the monotonic clock.
  mutating func forgetTimes(after now: Int64) {
    // A scene begins with the frame that is about to be shown.
    let latest = Double(now) / 1_000_000 + 1
    if let start = main.start, start > latest { main.start = nil }
    for index in screens.indices {
      if let start = screens[index].record.start, start > latest {
        screens[index].record.start = nil
      }
    }
    if let start = boot?.start, start > latest { boot = nil }
  }

  /// Enough for all logs and texts of all scenes with every character escaped.
  private static let limits = JSONLimits(
    byteCount: 64 << 20, depth: 32, nodeCount: 1_000_000)

  /// - Returns: nil for bytes that do not encode saved values.
  init?(decoding bytes: [UInt8]) {
    guard let root = try? JSONValue(parsing: bytes, limits: SavedValues.limits),
      let object = root.objectValue, let main = StageRecord(object),
      let reducesMotion = object["reducedMotion"]?.boolValue
    else { return nil }
    self.main = main
    self.reducesMotion = reducesMotion
    locale = object["locale"]?.stringValue
    boot = object["boot"]?.objectValue.flatMap { BootState($0) }
    unitTimes = object["unitTimes"]?.stringValue.flatMap {
      try? UnitTimes(decoding: Array($0.utf8))
    }
    messages = object["messages"]?.objectValue.flatMap { BootMessages($0) } ?? BootMessages()
    for value in object["screens"]?.arrayValue ?? [] {
      guard let object = value.objectValue, let name = object["screen"]?.stringValue,
        let record = StageRecord(object)
      else { return nil }
      screens.append(
        SavedScreen(name: name, locale: object["locale"]?.stringValue, record: record))
    }
  }
}

extension StageRecord {
  fileprivate var object: JSONObject {
    var object = JSONObject()
    object["paused"] = .bool(isPaused)
    object["controls"] = .array(controls.map { .object($0.object) })
    if let locale { object["sceneLocale"] = .string(locale) }
    if let start { object["start"] = .number(start) }
    return object
  }

  fileprivate init?(_ object: JSONObject) {
    self.init()
    guard let isPaused = object["paused"]?.boolValue, let list = object["controls"]?.arrayValue
    else { return nil }
    self.isPaused = isPaused
    start = object["start"]?.doubleValue
    locale = object["sceneLocale"]?.stringValue
    for value in list {
      guard let control = value.objectValue.flatMap({ ControlRecord($0) }) else { return nil }
      controls.append(control)
    }
  }
}

extension ControlRecord {
  fileprivate var object: JSONObject {
    var object = JSONObject()
    object["name"] = .string(name)
    object["kind"] = .string(kind.rawValue)
    if let value { object["value"] = .number(value) }
    if isIndeterminate { object["indeterminate"] = true }
    if isCompleting { object["completing"] = true }
    if let phase { object["phase"] = .string(phase) }
    if let state { object["state"] = .string(state) }
    if isHeld { object["held"] = true }
    if let text { object["text"] = .string(text) }
    if isRevealed { object["revealed"] = true }
    return object
  }

  fileprivate init?(_ object: JSONObject) {
    guard let name = object["name"]?.stringValue,
      let kind = object["kind"]?.stringValue.flatMap({ ControlKind(rawValue: $0) })
    else { return nil }
    self.init(name: name, kind: kind)
    value = object["value"]?.doubleValue
    isIndeterminate = object["indeterminate"]?.boolValue ?? false
    isCompleting = object["completing"]?.boolValue ?? false
    phase = object["phase"]?.stringValue
    state = object["state"]?.stringValue
    isHeld = object["held"]?.boolValue ?? false
    text = object["text"]?.stringValue
    isRevealed = object["revealed"]?.boolValue ?? false
  }
}
