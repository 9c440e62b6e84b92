/// A value that a control gets when a person presses something, or with a state of another control;
/// or the scene's locale.
public struct ControlSetting {
  /// The control's name; `localeKey` for the locale.
  public let control: String
  public let value: Value

  /// The most settings in a scene: one press may make all of them.
  public static var mostInScene: Int { 1024 }

  /// The key of the scene's locale, unless a control has this name.
  static var localeKey: String { "locale" }

  /// The value, by the kind of the control.
  public enum Value: Equatable {
    /// A state of a state control; an index.
    case state(Int)
    /// An option of a choice; an index, or nil for none.
    case option(Int?)
    /// The value of a progress control, 0…1.
    case progress(Double)
    /// The message of a text control, the text of a field, or lines for a log; an empty text takes
    /// all lines away.
    case text(String)
    /// The scene's locale; empty for its own.
    case locale(String)
  }
}
