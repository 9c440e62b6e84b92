/// A failure of the client: what failed, on what, and what to try.
struct ClientError: Error, Equatable {
  var status: ExitStatus
  /// One sentence without a full stop, as `cannot open /x: no such file`.
  var message: String
  /// What to try; nil if there is nothing to say.
  var hint: String?

  init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
    self.status = status
    self.message = message
    self.hint = hint
  }
}
