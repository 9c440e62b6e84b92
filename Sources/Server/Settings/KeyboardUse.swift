/// The use of the keyboard on the screen.
public enum KeyboardUse: String, Equatable, Sendable, CaseIterable {
  /// Shown where there is a pointer and no other keyboard.
  case auto
  case always, never
}
