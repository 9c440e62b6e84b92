import CodeUnits

extension ControlDescription {
  /// True if all requests to one control of a scene are valid for the other one, too.
  func hasSameValues(as other: ControlDescription) -> Bool {
    switch (content, other.content) {
    case (.progress(let control), .progress(let other)):
      control.phases.elementsEqual(other.phases) {
        $0.weight == $1.weight && $0.name.isIdentical(to: $1.name)
      }
    case (.state(let control), .state(let other)):
      control.states.elementsEqual(other.states) { $0.name.isIdentical(to: $1.name) }
    case (.press(let control), .press(let other)):
      control.options.elementsEqual(other.options) { $0.name.isIdentical(to: $1.name) }
    // A concealed text must not come into the open on another screen.
    case (.field(let control), .field(let other)):
      control.isSecret == other.isSecret && control.maximumLength == other.maximumLength
    default: kind == other.kind
    }
  }
}
