/// The way from the value 1 of a progress control to what it then sets: once each time that it gets
/// there.
enum ProgressCompletion: Equatable {
  /// The value is below 1, or unknown.
  case open
  /// The layers are on their way, or have arrived since the last frame.
  case due
  /// The others are set.
  case settled
}
