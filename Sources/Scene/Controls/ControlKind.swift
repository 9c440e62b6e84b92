/// The kind of a control, by its requests. The names are those of scenes, of the protocol and of
/// saved values.
///
/// A new kind is a case here, and a part of each step from the file to the client: its description
/// (`ControlDescription.Content`) and its reader (`SceneReader.control`), its layers
/// (`ControlBinding.Content`) and their layout (`SceneLayout.binding`), its class on the stage
/// (`Control.control`), its name in the interface file and in `DisplayInterface.ControlKind`, and
/// what `--set` does with it (`ControlAssignment`). Everything else begins with a default:
/// `ControlDescription.Content` has no progress, states or texts, and `Control` does nothing.
public enum ControlKind: String, CaseIterable, Sendable {
  /// A value in 0…1, or indeterminate.
  case progress
  /// A message.
  case text
  /// A picture.
  case image
  /// The last lines of a log.
  case log
  /// A progress, and content that appears after it.
  case reveal
  /// A position in animations, in 0…1.
  case scrub
  /// One of several named states.
  case state
  /// An action, for people at the screen.
  case button
  /// One of several options, for people at the screen.
  case choice
  /// A line of text that people type.
  case field

  /// The description in messages.
  var owner: String {
    switch self {
    case .button: "a button"
    case .choice: "a choice"
    case .field: "a field"
    case .image: "an image control"
    default: "a " + rawValue + " control"
    }
  }
}
