/// A value that a control gets when a person presses something, or with a state of another control.
public struct ControlSetting {
  public let control: String
  public let value: Value

  /// The most in a scene: all of them may come with one press.
  public static var mostInScene: Int { 1024 }

  public enum Value: Equatable {
    /// A state of a state control; an index.
    case state(Int)
    /// An option of a choice; an index, or nil for none.
    case option(Int?)
    /// The value of a progress control, 0…1.
    case progress(Double)
    /// The message of a text control, or the text of a field.
    case text(String)
  }
}
