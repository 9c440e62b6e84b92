/// The steps from the value 1 of a progress control to the settings that follow it, which are made
/// once each time the value gets there.
enum ProgressCompletion: Equatable {
  /// The value is below 1, or unknown.
  case open
  /// The layers are on their way, or have arrived since the last frame.
  case due
  /// The other controls are set.
  case settled
}
