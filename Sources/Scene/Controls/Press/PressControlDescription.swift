import Animation
import CodeUnits

/// A control that people press: a button, or a choice among several options.
public struct PressControlDescription {
  /// True for a choice: the option that was pressed last stays chosen.
  public var isChoice: Bool
  /// A button has one.
  public var options: [Option]
  /// The option that is chosen at the start; nil for none, and for a button.
  public var chosen: Int?
  /// The name of that option as the file writes it, with named strings; nil if it is the same in
  /// all locales.
  var localizedChoice: String?
  /// True if the chosen option is another one in some locales, and changes with the locale.
  public var followsLocale: Bool { localizedChoice != nil }
  /// True if the control gets the keyboard focus when it comes into sight while nothing has the
  /// focus.
  public var hasAutofocus = false
  /// The looks of the options, of each in the order of `Look`.
  var states: [StateDescription] = []

  public struct Option {
    public let name: String
    /// The option in words, for people who cannot see the screen.
    public let label: String
    var hitArea: Int
    /// Values that other controls get when the option is pressed.
    public internal(set) var settings: [ControlSetting] = []
  }

  /// The looks of an option, the stronger ones later.
  public enum Look: Int, CaseIterable {
    case chosen, focused, pressed
  }

  /// The index of an option's look among the states of the layers.
  public static func state(of option: Int, _ look: Look) -> Int {
    option * Look.allCases.count + look.rawValue
  }

  /// True if a look changes something.
  public func changes(_ option: Int, _ look: Look) -> Bool {
    let state = Self.state(of: option, look)
    return states.indices.contains(state) && !states[state].changes.isEmpty
  }

  /// True if a look changes how well something can be read.
  public func recolors(_ option: Int, _ look: Look) -> Bool {
    let state = Self.state(of: option, look)
    guard states.indices.contains(state) else { return false }
    return states[state].changes.contains {
      guard case .value(let keyPath, _, _) = $0.effect else { return false }
      return Self.coloring.contains(keyPath.property)
    }
  }

  private static var coloring: [AnimatableProperty] {
    [
      .opacity, .isHidden, .backgroundColor, .fillColor, .strokeColor, .colors, .contents,
      .trackColor, .progressColor, .foregroundColor, .textParts,
    ]
  }

  /// The index of an option, whose name is compared byte by byte.
  public func index(of name: String) -> Int? {
    options.firstIndex { $0.name.isIdentical(to: name) }
  }

  /// The name that a misspelt one probably means.
  public func nearestName(to name: String) -> String? {
    Spelling.nearest(to: name, among: options.map { $0.name })
  }
}
