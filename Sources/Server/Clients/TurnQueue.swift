/// The connections with calls to handle.
///
/// The user whose calls have taken the least time comes first, and among that user's connections
/// the one whose calls have. So many connections of one user delay another user by only one turn.
struct TurnQueue {
  /// The time, in microseconds, on a scale that all users share.
  private struct Account {
    var turn: Int64 = 0
    /// The turn of the user's connection that was taken last.
    var progress: Int64 = 0
    /// False if the last connection of the user has ended.
    var isConnected = true
  }

  private var waiting: [Connection] = []
  /// The accounts of the users with connections, and of those who left with more time than others.
  private var accounts: [UInt32: Account] = [:]
  /// The turn of the user whose connection was taken last.
  private var progress: Int64 = 0

  var isEmpty: Bool { waiting.isEmpty }

  /// Adds a connection. Its turn, and the turn of its user, are at least those that were served
  /// last: so it comes before all whose calls have taken time since, and silence saves up no time.
  mutating func add(_ connection: Connection) {
    connection.isInBacklog = true
    var account = accounts[connection.user] ?? Account()
    account.turn = max(account.turn, progress)
    account.isConnected = true
    accounts[connection.user] = account
    connection.turn = max(connection.turn, account.progress)
    waiting.append(connection)
  }

  /// Takes the connection whose turn it is; of equal ones the one that came first.
  /// - Parameter mayBeTaken: false for connections that have to wait.
  /// - Returns: nil if all have to wait.
  mutating func takeFirst(where mayBeTaken: (Connection) -> Bool) -> Connection? {
    var user: UInt32?
    var account = Account()
    for connection in waiting where mayBeTaken(connection) {
      guard connection.user != user, let other = accounts[connection.user] else { continue }
      if user == nil || other.turn < account.turn { (user, account) = (connection.user, other) }
    }
    guard let user else { return nil }
    var first: (index: Int, rank: (Int64, Int64))?
    for (index, connection) in waiting.enumerated()
    where connection.user == user && mayBeTaken(connection) {
      let rank = (connection.turn, connection.usedTime)
      if let first, first.rank <= rank { continue }
      first = (index, rank)
    }
    guard let first else { return nil }
    let connection = waiting.remove(at: first.index)
    connection.isInBacklog = false
    progress = max(progress, account.turn)
    account.progress = max(account.progress, connection.turn)
    accounts[user] = account
    return connection
  }

  /// Counts the time that calls of a connection have taken, in microseconds.
  mutating func note(_ time: Int64, of connection: Connection) {
    connection.turn += time
    connection.usedTime += time
    accounts[connection.user]?.turn += time
  }

  /// Removes a connection that has ended. The time of its user's calls still counts, so that a new
  /// connection for each call gains no time.
  /// - Parameter isLast: true if its user has no other one.
  mutating func remove(_ connection: Connection, isLast: Bool) {
    waiting.removeAll { $0 === connection }
    guard isLast else { return }
    accounts[connection.user]?.isConnected = false
    accounts = accounts.filter { $0.value.isConnected || $0.value.turn > progress }
  }
}
