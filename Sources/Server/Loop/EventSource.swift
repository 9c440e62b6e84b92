/// The source of an event of the loop.
enum EventSource: Equatable {
  case frame
  case signals
  /// The daemon is asked to end.
  case ending
  /// A display's own events.
  case display
  /// Changes of devices.
  case devices
  /// A further attempt to find a display is due.
  case retry
  /// Input devices.
  case input
  /// A scene was read, or one was freed.
  case loads
  /// Messages of clients are late.
  case unfinished
  /// Keys of the console.
  case keyboard
  /// New connections by plymouth's protocol, and its timer.
  case plymouthListener
  case plymouthTimer
  /// The daemon that continues in place of this one, and the end of the time in which it may come.
  case successor
  case successorTimer
  /// A change of the socket's file.
  case socketFile
  /// Messages through the FIFO of psplash, and the time limit of one that has no end.
  case psplash
  case psplashTimer
  case listener(Int)
  case connection(UInt64)
  case plymouth(UInt64)

  /// The first token of a listener; those below are fixed.
  private static let firstListener: UInt64 = 256
  /// The first token of a connection.
  private static let firstConnection: UInt64 = 1 << 16
  /// The first token of a connection by plymouth's protocol.
  private static let firstPlymouth: UInt64 = 1 << 62

  /// True for events that are caused by time alone; all other events may change the picture.
  var isDisplayTime: Bool { self == .frame || self == .display }

  init(token: UInt64) {
    switch token {
    case 0: self = .frame
    case 1: self = .signals
    case 2: self = .ending
    case 3: self = .display
    case 4: self = .devices
    case 5: self = .retry
    case 6: self = .input
    case 7: self = .loads
    case 8: self = .unfinished
    case 9: self = .keyboard
    case 10: self = .plymouthListener
    case 11: self = .plymouthTimer
    case 12: self = .psplash
    case 13: self = .psplashTimer
    case 14: self = .successor
    case 15: self = .successorTimer
    case 16: self = .socketFile
    case ..<Self.firstConnection: self = .listener(Int(token - Self.firstListener))
    case ..<Self.firstPlymouth: self = .connection(token - Self.firstConnection)
    default: self = .plymouth(token - Self.firstPlymouth)
    }
  }

  var token: UInt64 {
    switch self {
    case .frame: 0
    case .signals: 1
    case .ending: 2
    case .display: 3
    case .devices: 4
    case .retry: 5
    case .input: 6
    case .loads: 7
    case .unfinished: 8
    case .keyboard: 9
    case .plymouthListener: 10
    case .plymouthTimer: 11
    case .psplash: 12
    case .psplashTimer: 13
    case .successor: 14
    case .successorTimer: 15
    case .socketFile: 16
    case .listener(let index): Self.firstListener + UInt64(index)
    case .connection(let identifier): Self.firstConnection + identifier
    case .plymouth(let identifier): Self.firstPlymouth + identifier
    }
  }
}
