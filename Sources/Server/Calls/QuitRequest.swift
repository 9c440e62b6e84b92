/// A client's request for the daemon's end.
struct QuitRequest: Equatable {
  /// True if the picture stays on the screen.
  var retainsPicture = false
  /// True if the scenes come to rest first.
  var lands = false
  /// The process that the screen is for, or the program that it becomes: a picture that stays goes
  /// with it. Nil for none.
  var successor: Int32?
}
