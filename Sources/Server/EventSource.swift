/// What an event of the loop is about.
enum EventSource: Equatable {
  case frame
  case signals
  case watchdog
  case listener(Int)
  case connection(UInt64)

  /// The first token of a connection; those below are fixed.
  private static let firstConnection: UInt64 = 1 << 16

  init(token: UInt64) {
    switch token {
    case 0: self = .frame
    case 1: self = .signals
    case 2: self = .watchdog
    case ..<Self.firstConnection: self = .listener(Int(token - 3))
    default: self = .connection(token - Self.firstConnection)
    }
  }

  var token: UInt64 {
    switch self {
    case .frame: 0
    case .signals: 1
    case .watchdog: 2
    case .listener(let index): 3 + UInt64(index)
    case .connection(let identifier): Self.firstConnection + identifier
    }
  }
}
