/// The role of a control or a layer for people who cannot see the screen.
public enum AccessibleRole: Sendable, Equatable, CaseIterable {
  case progressBar, slider, toggle, status, image, text, group, button, radioGroup, log, textField

  /// The name in scenes and on the wire.
  public var name: String {
    switch self {
    case .progressBar: "progressbar"
    case .slider: "slider"
    case .toggle: "switch"
    case .status: "status"
    case .image: "image"
    case .text: "text"
    case .group: "group"
    case .button: "button"
    case .radioGroup: "radiogroup"
    case .log: "log"
    case .textField: "textbox"
    }
  }
}
