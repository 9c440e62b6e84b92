import System

/// RAUC's installer on the system's message bus: its progress, messages and result.
struct RAUCFeed: FeedService {
  let name = "RAUC"
  let paths: [String]
  private let user: UInt32
  private var input: [UInt8] = []
  private var state = State.authenticating
  /// The unique name of RAUC's connection; nil while RAUC is not on the bus. Any program there can
  /// send signals of RAUC's interfaces to this one.
  private var owner: String?

  private enum State { case authenticating, connected }

  private static let bus = "org.freedesktop.DBus"
  private static let properties = "org.freedesktop.DBus.Properties"
  private static let rauc = "de.pengutronix.rauc"
  private static let installer = "de.pengutronix.rauc.Installer"

  /// - Parameters:
  ///   - user: the user of this process, by which the bus knows it.
  ///   - environment: may name the bus.
  init(user: UInt32, path: String?, environment: (String) -> String?) {
    self.user = user
    if let path {
      paths = [path]
    } else {
      let address = environment("DBUS_SYSTEM_BUS_ADDRESS").flatMap { Self.path(ofAddress: $0) }
      paths = address.map { [$0] } ?? ["/run/dbus/system_bus_socket"]
    }
  }

  /// The path in an address such as `unix:path=/run/bus,guid=…`; nil for another kind.
  private static func path(ofAddress address: String) -> String? {
    for part in address.split(separator: ";") where part.hasPrefix("unix:") {
      for pair in part.dropFirst(5).split(separator: ",") where pair.hasPrefix("path=") {
        return String(pair.dropFirst(5))
      }
    }
    return nil
  }

  mutating func connected() -> [UInt8] {
    input = []
    state = .authenticating
    owner = nil
    let digits = Array("0123456789abcdef".utf8)
    var name: [UInt8] = []
    for byte in "\(user)".utf8 { name += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return [0] + Array("AUTH EXTERNAL ".utf8) + name + Array("\r\n".utf8)
  }

  mutating func receive(
    _ bytes: ArraySlice<UInt8>, isQuiet: Bool, reply: inout [UInt8],
    updates: inout [FeedUpdate]
  ) -> Bool {
    input += bytes
    if state == .authenticating {
      guard let end = input.firstIndex(of: UInt8(ascii: "\n")) else {
        return input.count < 1024
      }
      guard input.starts(with: Array("OK ".utf8)) else { return false }
      input.removeFirst(end + 1)
      state = .connected
      reply += Array("BEGIN\r\n".utf8) + Self.requests
    }
    while let length = DBusMessage.length(of: input) {
      guard length > 0 else { return false }
      guard input.count >= length else { break }
      guard let message = DBusMessage(input[..<length]) else { return false }
      input.removeFirst(length)
      updates += self.updates(of: message)
    }
    return true
  }

  /// The number of the call that asks for the state at present, the last of `requests`.
  private static let stateSerial: Int64 = 5

  /// Asks the bus for the signals, and RAUC for the state at present.
  private static var requests: [UInt8] {
    let signals = "type='signal',sender='\(rauc)',path='/',interface="
    let owners = "type='signal',sender='\(bus)',interface='\(bus)',member='NameOwnerChanged',arg0="
    let calls: [(member: String, interface: String, path: String, to: String, [String])] = [
      ("Hello", bus, "/org/freedesktop/DBus", bus, []),
      ("AddMatch", bus, "/org/freedesktop/DBus", bus, [owners + "'\(rauc)'"]),
      ("AddMatch", bus, "/org/freedesktop/DBus", bus, [signals + "'\(properties)'"]),
      ("AddMatch", bus, "/org/freedesktop/DBus", bus, [signals + "'\(installer)'"]),
      ("GetAll", properties, "/", rauc, [installer]),
    ]
    var bytes: [UInt8] = []
    for (index, call) in calls.enumerated() {
      bytes += DBusMessage.call(
        call.member, of: call.interface, at: call.path, to: call.to, serial: UInt32(index + 1),
        call.4)
    }
    return bytes
  }

  private mutating func updates(of message: DBusMessage) -> [FeedUpdate] {
    switch (message.kind, message.interface, message.member) {
    case (.signal, Self.bus, "NameOwnerChanged") where message.sender == Self.bus:
      guard message.body.count >= 3, message.body[0].string == Self.rauc else { return [] }
      owner = message.body[2].string.flatMap { $0.isEmpty ? nil : $0 }
      return []
    case (.signal, _, _):
      return owner != nil && message.sender == owner ? Self.updates(ofSignal: message) : []
    case (.reply, _, _) where message.answered == Self.stateSerial:
      owner = message.sender
      return message.body.first.map { Self.updates(of: $0, isNew: false) } ?? []
    default: return []
    }
  }

  private static func updates(ofSignal message: DBusMessage) -> [FeedUpdate] {
    switch (message.interface, message.member) {
    case (installer, "Completed"):
      let isDone = message.body.first?.integer == 0
      return isDone
        ? [FeedUpdate(progress: .fraction(1), text: "The update is installed", outcome: .done)]
        : [FeedUpdate(isFailure: true, outcome: .failed)]
    case (properties, "PropertiesChanged"):
      guard message.body.count >= 2, message.body[0].string == installer else { return [] }
      return updates(of: message.body[1], isNew: true)
    default: return []
    }
  }

  /// - Parameter isNew: false for the state from before this process connected: an error in it is
  ///   an old one.
  private static func updates(of properties: DBusValue, isNew: Bool) -> [FeedUpdate] {
    let entries = properties.entries
    func value(_ name: String) -> DBusValue? { entries.first { $0.name == name }?.value }
    var updates: [FeedUpdate] = []
    let isWorking = value("Operation")?.string.map { $0 != "idle" }
    if isWorking == true { updates.append(.beginning) }
    if isNew || isWorking == true, let progress = value("Progress")?.members, progress.count == 3,
      let percent = progress[0].integer
    {
      let text = progress[1].string ?? ""
      updates.append(.percent(Double(percent), text: text.isEmpty ? nil : text))
    }
    if isNew, let error = value("LastError")?.string, !error.isEmpty {
      updates.append(FeedUpdate(text: error, isFailure: true))
    }
    return updates
  }
}
