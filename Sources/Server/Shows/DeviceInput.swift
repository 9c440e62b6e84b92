import Geometry
import Input
import Output
import Stage
import System

/// Passes touches to the stage, and keys that no console gives.
///
/// Devices are open only while a scene takes pointers or keys. Keys of the console are not read
/// twice. Without virtual terminals, and for named devices where no terminal could be opened, all
/// keys are read; otherwise only keys that a terminal does not report.
final class DeviceInput {
  private let shows: Shows
  private let console: SceneConsole
  private let devices: InputDevices
  /// A label of the layout of their keys; empty if unknown.
  let keyboardLayout: String
  /// True if the devices belong to the person at the screen.
  private let needsScreen: Bool
  private let hasTerminals: Bool
  /// The presenter on which each present contact began.
  private var touched: [(contact: UInt64, presenter: Presenter)] = []

  init(
    _ selection: InputSelection, screens: [InputScreen] = [], keymap: Keymap = Keymap(),
    on shows: Shows, _ console: SceneConsole,
    hasTerminals: Bool = VirtualTerminal.isSupported, _ log: Log
  ) throws(SystemError) {
    self.shows = shows
    self.console = console
    self.hasTerminals = hasTerminals
    needsScreen = selection == .auto
    keyboardLayout = keymap.label
    devices = try InputDevices(selection, screens: screens, keymap: keymap) { log.warning($0) }
  }

  /// Receives the bytes of each key, as a terminal would give them, and true if a held key is
  /// repeated.
  var onKey: (SecretBytes, Bool) -> Void {
    get { devices.onKey }
    set { devices.onKey = newValue }
  }

  /// True if all keys come from these devices, or will come from them once keys are wanted and a
  /// keyboard is there. A device that the settings name is opened when keys are wanted, and may
  /// have no keys.
  var isKeyboard: Bool {
    guard takesAllKeys else { return false }
    return devices.hasKeyboard || !hasTerminals && (needsScreen || !console.takesKeys)
  }

  private var takesAllKeys: Bool {
    !console.isLeft && (!hasTerminals || !needsScreen && console.lacksTerminal)
  }

  /// True while letters are typed as capitals.
  var hasCapsLock: Bool { devices.hasCapsLock }

  /// The number of the question that is shown; nil for none. No other program gets its answer.
  var question: Int? {
    didSet {
      devices.grabsKeys = question != nil && isKeyboard
      if question != oldValue { devices.forgetAccent() }
    }
  }

  func watch(with loop: EventLoop) throws(SystemError) {
    try devices.withDescriptor { descriptor throws(SystemError) in
      try loop.watch(descriptor, for: .readable, as: .input)
    }
    follow()
  }

  /// Handles the records of the devices.
  func read() {
    devices.read()
    deliver()
  }

  /// Starts or stops reading the devices, depending on the display.
  func follow() {
    var interest: InputInterest = []
    if !shows.isSuspended, shows.isOnScreen || !needsScreen {
      if shows.takesPointers { interest.insert(.pointers) }
      if console.takesKeys { interest.insert(.panelKeys) }
      if console.takesKeys, takesAllKeys { interest.insert(.consoleKeys) }
    }
    guard devices.interest != interest else { return }
    if let output = shows.touched(nil)?.output {
      devices.extent = Size(
        width: Double(output.size.width) / output.scale,
        height: Double(output.size.height) / output.scale)
    }
    devices.interest = interest
    deliver()
  }

  private func deliver() {
    for event in devices.takeEvents() {
      // The touch may choose another field.
      if event.phase == .began { devices.forgetAccent() }
      if event.phase == .began, let presenter = shows.touched(event.screen) {
        touched.append((event.contact, presenter))
      }
      guard let index = touched.firstIndex(where: { $0.contact == event.contact }) else { continue }
      let presenter = touched[index].presenter
      if event.phase == .ended || event.phase == .cancelled { touched.remove(at: index) }
      // When a presenter is gone, its controls have been released.
      guard shows.presenters.contains(where: { $0 === presenter }) else { continue }
      deliver(
        event, to: presenter.stage, at: shows.position(ofPointer: event, on: presenter.output))
      for other in shows.followers(of: presenter) { other.stage.mirrorInput(from: presenter.stage) }
    }
  }

  private func deliver(_ event: PointerEvent, to stage: Stage, at point: Point) {
    let time = Double(event.time) / 1_000_000
    switch event.phase {
    case .began: stage.pointerBegan(event.contact, at: point, time: time)
    case .moved: stage.pointerMoved(event.contact, to: point, time: time)
    case .ended:
      if let key = stage.pointerEnded(event.contact, time: time) { shows.onScreenKey(key) }
    case .cancelled: stage.pointerCancelled(event.contact)
    }
  }
}
