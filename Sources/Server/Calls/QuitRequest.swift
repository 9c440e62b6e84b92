/// A client's request for the daemon's end.
struct QuitRequest: Equatable {
  /// True if the picture stays on the screen.
  var retainsPicture = false
  /// True if the scenes come to rest before.
  var lands = false
}
