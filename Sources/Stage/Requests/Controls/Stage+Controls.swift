/// The scene's controls. A request without a name is for the scene's first control of the kind.
extension Stage {
  /// The scene's controls, in the order of its file.
  public var controls: [ControlInfo] { playedControls.map { $0.info } }

  /// The longest animation of a request, in seconds: a day.
  public static var longestDuration: Double { 86_400 }

  /// The control of a name, or the first one of a class.
  /// - Parameter kind: the name of the class in messages.
  func control<Kind: Control>(
    _ name: String?, _ type: Kind.Type, called kind: StaticString
  ) throws(ControlError) -> Kind {
    for control in playedControls where name.map({ control.isCalled($0) }) ?? true {
      if let control = control as? Kind { return control }
      guard name == nil else {
        throw .wrongKind(control: control.name, kind: control.kind)
      }
    }
    throw .noSuchControl(name ?? "(first \(kind))")
  }

  /// Releases all controls of a holder that is lost.
  public func releaseControls(heldBy holder: UInt64) {
    let lost = playedControls.filter { ($0 as? StateControl)?.isHeld(by: holder) ?? false }
    for control in playedControls { control.release(from: holder) }
    for case let progress as ProgressControl in playedControls {
      for control in lost { progress.withholdSettings(of: control.name) }
    }
    applySettings()
    mayHaveToAnnounce = true
  }

  func check(duration: Double?) throws(ControlError) {
    if let duration, !(duration >= 0 && duration <= Stage.longestDuration) {
      throw .invalidValue(field: "duration", reason: "0 to 86,400 seconds are expected")
    }
  }
}
