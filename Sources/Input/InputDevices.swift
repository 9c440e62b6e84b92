import CLinux
public import Geometry
public import System

/// The devices with which people point at the output, and their keys, read from the kernel without
/// a library.
///
/// The devices are those of the kernel's evdev interface, `/dev/input/event*`. libinput is not
/// used: it needs libudev, which has no static library, and touches and buttons are already in the
/// form that is needed here. Its knowledge of touchpads and of quirks of single devices is missing
/// here.
///
/// - Touch screens, pens, tablets, mice, keyboards and buttons are recognized by their
///   capabilities; other devices are closed again.
/// - Devices that come and go are noticed by the kernel's messages.
/// - A device is read and not grabbed: other programs read it, too. While a question is shown, keys
///   can be kept from them; such a grab also takes the keys that are for the kernel, such as SysRq.
/// - Keys are given as a terminal would: UTF-8, control characters and escape sequences.
/// - A FIFO given by its path carries the records of a touch screen of protocol B: the machine's
///   `struct input_event`, `ABS_MT_SLOT` 0 to 9, `ABS_MT_TRACKING_ID`, and `ABS_MT_POSITION_X` and
///   `_Y` from 0 to 65,535 over the output, and keys. When its writer closes it, its fingers are
///   cancelled.
/// - A mouse begins in the middle and moves a point a step; no pointer is drawn.
/// - Without an interest, as at first, no device is open, and the records of a FIFO are skipped.
public final class InputDevices {
  private let selection: InputSelection
  private let screens: [InputScreen]
  private let calls: InputCalls
  private let warn: (String) -> Void
  private var epoll: Epoll
  /// Reports devices that come, while they are read. Nil also if the kernel does not report them,
  /// as in a container.
  private var listener: UeventListener?
  private var ready: [EpollEvent] = []
  /// Reports when a refused device may have become accessible: udev sets its owner a little later
  /// than the kernel reports it.
  private var modes: PathWatch?
  private var devices: [InputDevice] = []
  private var nextDevice: UInt64 = 0
  private var nextContact: UInt64 = 1
  private var events: [PointerEvent] = []
  private let keymap: Keymap
  private let typed: SecretBytes
  private var deadKey = DeadKey()
  /// True while letters are typed as capitals.
  public private(set) var hasCapsLock = false
  /// Called with each key, whose bytes are wiped afterwards, and with true if a held key is
  /// repeated.
  public var onKey: (SecretBytes, Bool) -> Void = { _, _ in }
  // The subjects of complaints so far: paths, or "" for all devices that were not named.
  private var complaints: [String] = []
  /// The output's size in points, which is the number of steps of a mouse across it. Applies to
  /// devices that are opened later.
  public var extent = Size(width: 1280, height: 720)

  /// The most devices that are read.
  static var limit: Int { 32 }

  private static var listenerToken: UInt64 { .max }
  private static var modesToken: UInt64 { .max - 1 }

  /// - Parameters:
  ///   - screens: the screens that devices belong to.
  ///   - warn: called with a line for people about devices that cannot be read.
  public convenience init(
    _ selection: InputSelection, screens: [InputScreen] = [], keymap: Keymap = Keymap(),
    warn: @escaping (String) -> Void
  ) throws(SystemError) {
    try self.init(selection, screens: screens, keymap: keymap, InputCalls(), warn: warn)
  }

  init(
    _ selection: InputSelection, screens: [InputScreen] = [], keymap: Keymap = Keymap(),
    _ calls: InputCalls, warn: @escaping (String) -> Void
  ) throws(SystemError) {
    self.keymap = keymap
    typed = try SecretBytes(capacity: 16)
    self.selection = selection
    self.screens = screens
    self.calls = calls
    self.warn = warn
    epoll = try Epoll()
  }

  /// Lends a descriptor that is readable while a device has records.
  public func withDescriptor<Failure: Error>(
    _ body: (borrowing FileDescriptor) throws(Failure) -> Void
  ) throws(Failure) {
    try body(epoll.descriptor)
  }

  /// The parts of devices that are of use; none if another program has the output, or nothing takes
  /// touches and keys. Contacts are cancelled when touches are of no use any more.
  public var interest: InputInterest = [] {
    didSet {
      guard interest != oldValue else { return }
      forgetAccent()
      for device in devices {
        if !interest.contains(.pointers) { device.cancelAll(into: &events) }
      }
      devices.removeAll { !$0.isStream && !$0.serves(interest) }
      if interest.isEmpty {
        listener = nil
        modes = nil
      } else {
        if oldValue.isEmpty { listen() }
        scan()
      }
    }
  }

  /// True if a device with the keys of a keyboard is read.
  public var hasKeyboard: Bool {
    interest.contains(.consoleKeys) && devices.contains { $0.serves(.consoleKeys) }
  }

  /// True to keep keys from other programs while a question is shown.
  public var grabsKeys = false {
    didSet {
      guard grabsKeys != oldValue else { return }
      forgetAccent()
      for device in devices { device.wantsGrab = grabsKeys }
    }
  }

  /// Drops an accent that waits for its letter: it belongs to the former target of typing.
  public func forgetAccent() { deadKey.end() }

  // MARK: Added and removed devices

  /// Starts to listen for devices before scanning for them, so that none is missed in between.
  private func listen() {
    guard selection != .none, let listener = try? calls.listen(),
      (try? epoll.add(listener.descriptor, for: .readable, token: Self.listenerToken)) != nil
    else { return }
    self.listener = consume listener
  }

  /// Handles a device that comes or goes; devices of other kinds are ignored.
  private func handle(_ change: DeviceChange) {
    guard case .event(let event) = change else { return scan() }
    guard event.subsystem == "input", let name = event.deviceName else { return }
    let path = "/dev/" + name
    // A former device with the same path is another device.
    for device in devices where device.path == path { close(device) }
    guard event.action == "add" else { return }
    if selection == .auto { open(path, isNew: true) } else { scan() }
  }

  /// Watches for access to refused devices.
  private func watchModes() {
    guard modes == nil, let watch = try? calls.watchModes(),
      (try? epoll.add(watch.descriptor, for: .readable, token: Self.modesToken)) != nil
    else { return }
    modes = consume watch
  }

  /// Opens the devices that are not open yet.
  private func scan() {
    switch selection {
    case .none: break
    case .paths(let paths):
      for path in paths { open(path) }
    case .auto:
      do throws(SystemError) {
        for name in try calls.names() { open(InputCalls.directory + "/" + name) }
      } catch {
        complain(of: InputCalls.directory, error)
      }
    }
  }

  /// - Parameter isNew: true for a device whose owner may not be set yet.
  private func open(_ path: String, isNew: Bool = false) {
    let prefix = InputCalls.directory + "/event"
    guard selection != .auto || path.utf8.starts(with: prefix.utf8),
      devices.count < Self.limit, !devices.contains(where: { $0.path == path })
    else { return }
    do throws(SystemError) {
      let descriptor = try calls.open(path)
      let file = try calls.kind(of: descriptor)
      let kind: InputKind? =
        switch file {
        case .pipe: .stream
        case .characterDevice: try InputKind(of: descriptor.rawValue, calls)
        default: nil
        }
      let parts = try self.parts(of: descriptor.rawValue, file, kind)
      guard !parts.isEmpty else {
        // Most devices are of no use.
        if selection == .auto { return }
        let fault =
          file == .characterDevice ? " has neither pointer nor keys" : " is " + file.description
        return complain(
          of: path,
          "'" + path + "'" + fault + "; name a touch screen, a tablet, a mouse or a keyboard below "
            + InputCalls.directory + ", or a FIFO")
      }
      guard file == .pipe || !parts.isDisjoint(with: interest) else { return }
      let screen = screen(ofDevice: path, descriptor.rawValue)
      let device = try InputDevice(
        descriptor, path: path, number: nextDevice, kind: kind, parts: parts,
        isStream: file == .pipe, screen: screen, extent: extent, calls)
      try device.watch(with: epoll)
      device.wantsGrab = grabsKeys
      nextDevice += 1
      devices.append(device)
    } catch {
      if error.code == EACCES { watchModes() }
      if !isNew || error.code != EACCES { complain(of: path, error) }
    }
  }

  /// The parts of a device, or of a FIFO.
  private func parts(
    of device: Int32, _ file: FileKind, _ kind: InputKind?
  ) throws(SystemError) -> InputInterest {
    if file == .pipe { return [.pointers, .consoleKeys, .panelKeys] }
    guard file == .characterDevice else { return [] }
    let keys = keymap.parts(of: try calls.set(.codes(type: .key), of: device))
    return kind == nil ? keys : keys.union(.pointers)
  }

  /// The screen that a device was assigned to, by its path or else its name.
  private func screen(ofDevice path: String, _ descriptor: Int32) -> String? {
    guard !screens.isEmpty else { return nil }
    if let item = screens.first(where: { $0.device == path }) { return item.screen }
    guard let name = try? calls.name(of: descriptor) else { return nil }
    return screens.first { $0.device == name }?.screen
  }

  private func close(_ device: InputDevice) {
    device.cancelAll(into: &events)
    devices.removeAll { $0 === device }
  }

  /// Warns once about a path that was named, or about all others.
  private func complain(of path: String, _ line: String) {
    let key = selection == .auto ? "" : path
    guard !complaints.contains(key) else { return }
    complaints.append(key)
    warn(line)
  }

  private func complain(of path: String, _ error: SystemError) {
    var error = error
    error.path = error.path ?? path
    // A device that vanishes before it is opened is only reported if it was named.
    if selection == .auto, error.isNotFound || error.code == ENODEV { return }
    complain(
      of: path,
      error.description + (error.code == EACCES ? "; the group 'input' usually may" : ""))
  }

  // MARK: Reading

  /// Reads the waiting records of the devices.
  public func read() {
    do throws(SystemError) {
      try epoll.wait(into: &ready, milliseconds: 0)
    } catch {
      return complain(of: "", error)
    }
    for event in ready {
      if event.token == Self.listenerToken {
        for _ in 0..<UeventListener.batch {
          guard let change = try? listener?.next() else { break }
          handle(change)
        }
      }
      if event.token == Self.modesToken, (try? modes?.drain()) == true { scan() }
      guard let device = devices.first(where: { $0.number == event.token }) else { continue }
      switch read(device) {
      case .none: break
      case .gone: close(device)
      case .closed:
        close(device)
        // The old one stays open until then, so that a FIFO always has a reader.
        withExtendedLifetime(device) { open(device.path) }
      }
    }
  }

  private func read(_ device: InputDevice) -> InputDevice.End {
    // A modifier key also changes the meaning of keys on another keyboard.
    var others: KeyModifiers = []
    for other in devices where other !== device { others.formUnion(other.modifiers) }
    let shared = others
    let handleKey = { [self] (press: KeyPress) in
      var press = press
      press.modifiers.formUnion(shared)
      handle(press)
    }
    if interest.contains(.pointers) {
      return device.read(next: &nextContact, into: &events, onKey: handleKey)
    }
    var passed: [PointerEvent] = []
    defer { device.cancelAll(into: &passed) }
    return device.read(next: &nextContact, into: &passed, onKey: handleKey)
  }

  private func handle(_ press: KeyPress) {
    guard interest.contains(Keymap.part(of: press.code)) else { return }
    if press.code == firstlight_KEY_CAPSLOCK, !press.isRepeated { hasCapsLock.toggle() }
    keymap.write(press, hasCapsLock: hasCapsLock, after: &deadKey, to: typed)
    if typed.count > 0 { onKey(typed, press.isRepeated) }
    typed.removeAll()
  }

  /// The events since the last call, in order for each device.
  public func takeEvents() -> [PointerEvent] {
    guard !events.isEmpty else { return [] }
    let taken = events
    events.removeAll(keepingCapacity: true)
    return taken
  }
}
