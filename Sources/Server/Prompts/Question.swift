import System

/// A program's question to the person at the screen.
struct Question: Equatable {
  var message: String
  /// True if the answer must not be shown.
  var isSecret = true
  /// False if not even the length of a secret is shown.
  var isEchoed = true
  /// The answers to choose from; any text is an answer if there are none.
  var choices: [String] = []
  /// The asking process; 0 if unknown.
  var process: Int32 = 0
  /// The time after which an answer is useless, in microseconds of the monotonic clock; nil for
  /// never.
  var notAfter: Int64?

  init(_ message: String, isSecret: Bool) {
    self.message = message
    self.isSecret = isSecret
  }

  /// True for the same question of the same process, which has come by two protocols.
  func isSame(as other: Question) -> Bool {
    process > 0 && process == other.process && message == other.message
      && isSecret == other.isSecret && choices == other.choices
  }
}

/// A client that asks, by its connection's number.
enum Asker: Equatable {
  /// A client of plymouth's boot protocol.
  case boot(UInt64)
  /// A client of the display's own interface.
  case client(UInt64)
}

/// The end of a question.
enum PromptAnswer {
  /// The text. It is wiped when its last owner is gone.
  case text(SecretBytes)
  case cancelled
  /// The time limit of the question has passed.
  case expired
  /// There is no keyboard any more.
  case refused
}
