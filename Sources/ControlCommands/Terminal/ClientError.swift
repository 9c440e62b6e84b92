/// A failure of the client: the failed action, its object, and a suggestion.
struct ClientError: Error, Equatable {
  var status: ExitStatus
  /// One sentence without a full stop, such as `cannot open /x: no such file`.
  var message: String
  /// A suggestion; nil for none.
  var hint: String?

  init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
    self.status = status
    self.message = message
    self.hint = hint
  }
}
