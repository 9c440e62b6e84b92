import Output
import System

/// The console of the screens: its terminal, its keys, and the place of the scene beside its text.
final class SceneConsole {
  /// The place of the scene on the screens.
  enum Place {
    /// The scene is shown.
    case shown
    /// Another terminal is visible.
    case behind
    /// The console's text was requested by a key: we keep the keyboard, for the key that returns.
    case detail
    /// The console's text was requested by a program: the console has the keyboard.
    case hidden
    /// The screens, the keyboard and the console are left to another program.
    case inactive
    /// They are to be taken back once that program has left them.
    case returning

    /// True if the scene stays away when our terminal becomes visible.
    var isAway: Bool {
      switch self {
      case .shown, .behind: false
      case .detail, .hidden, .inactive, .returning: true
      }
    }
  }

  typealias TerminalOpening = (OutputSpecification) throws(SystemError) -> VirtualTerminal

  private let specification: OutputSpecification
  private let open: TerminalOpening
  private let loop: EventLoop
  private let log: Log
  private var possessedTerminal = Possession<VirtualTerminal>.untried
  private var possessedKeyboard = Possession<ConsoleKeyboard>.untried
  /// True if the console's keys are wanted.
  private(set) var takesKeys = false
  /// True if the kernel's command line keeps the status of units off the console.
  var isQuiet = KernelCommandLine.isQuiet
  /// True while systemd reports on the console because of a key.
  private var reportsStatus = false
  /// The screens are ours only while it is `shown`.
  var place = Place.shown { didSet { if place != .detail { reportStatus(false) } } }

  /// - Parameter open: takes the requested console; tests take another than the machine's.
  init(
    _ specification: OutputSpecification, loop: EventLoop, log: Log, open: @escaping TerminalOpening
  ) {
    self.specification = specification
    self.open = open
    self.loop = loop
    self.log = log
  }

  /// Takes the console that the options name.
  static func openTerminal(
    _ specification: OutputSpecification
  ) throws(SystemError) -> VirtualTerminal {
    if case .number(let number) = specification.terminal {
      return try VirtualTerminal(number: number)
    }
    return try VirtualTerminal()
  }

  // MARK: The place

  /// True if the console's text is shown instead of the scene.
  var isText: Bool { place == .detail || place == .hidden }

  /// True if questions are written on the console's text: a key has hidden the scene, and the
  /// keyboard is ours.
  var asksQuestions: Bool { place == .detail && keyboard != nil }

  /// True if the screens, the keyboard and the console are left to another program.
  var isLent: Bool { place == .inactive || place == .returning }

  /// True if the keyboard is left to another program or to the console.
  var isLeft: Bool { isLent || place == .hidden }

  // MARK: The terminal

  /// Nil if the console is not ours.
  var terminal: VirtualTerminal? { possessedTerminal.owner }

  /// False if another terminal is visible instead of ours.
  var isVisible: Bool { terminal?.isActive ?? true }

  /// True if no console could ever be taken, or none is to be. The keys of one that was lost are
  /// another program's.
  var lacksTerminal: Bool {
    if possessedTerminal.wasHeld || hadTerminalKeys { return false }
    return possessedTerminal.isDenied || !mayHaveTerminal
  }

  private var mayHaveTerminal: Bool {
    specification.isForDisplays && specification.terminal != .none
  }

  /// Keeps the kernel's text off the screen. Without a right to any terminal, as in some services,
  /// the scene continues without a console.
  /// - Returns: false if no attempt was made: the terminal is ours already, or is not to be taken.
  func claimTerminal() -> Bool {
    guard mayHaveTerminal, terminal == nil, !place.isAway else { return false }
    do throws(SystemError) {
      possessedTerminal = .held(try open(specification))
    } catch {
      possessedTerminal.deny()
      log.note("the console is left as it is: " + error.description)
    }
    return true
  }

  /// Takes the terminal back from another program, and with it the right to the screens. A terminal
  /// that cannot be used any more is given up.
  /// - Returns: false while the program manages it; then the place is `returning`.
  func reclaim() -> Bool {
    do throws(SystemError) {
      try terminal?.reclaim()
    } catch {
      guard !error.isBusy else {
        place = .returning
        return false
      }
      possessedTerminal.release()
    }
    place = .behind
    return true
  }

  /// Writes below the console's text.
  func write(_ bytes: [UInt8]) { terminal?.write(bytes) }

  /// Makes systemd report the units that it starts below the console's text, where the kernel's
  /// command line turns that off.
  func reportStatus(_ isReported: Bool) {
    guard isQuiet, isReported != reportsStatus else { return }
    reportsStatus = isReported
    terminal?.setStatus(isReported)
  }

  /// Gives the terminal back, with the picture that is kept on the screen.
  func close(retained picture: RetainedPicture) {
    reportStatus(false)
    terminal?.close(retained: picture, seconds: specification.retainSeconds)
    possessedTerminal.release()
  }

  // MARK: The keyboard

  /// Nil if the console's keys are not ours.
  var keyboard: ConsoleKeyboard? { possessedKeyboard.owner }

  /// True if keys can be read, now or once there is a display.
  var mayHaveKeyboard: Bool { keyboard != nil || takesKeys && couldHaveKeyboard }

  /// True if keys can be read, or could be if they were wanted.
  var couldHaveKeyboard: Bool {
    if keyboard != nil { return true }
    guard !possessedKeyboard.isDenied, !isLeft else { return false }
    return specification.keyboardPath != nil || mayHaveTerminal && !possessedTerminal.isDenied
  }

  /// True if the console, or its keys, could never be taken.
  var lacksKeyboard: Bool {
    !possessedKeyboard.wasHeld && (possessedTerminal.isDenied || possessedKeyboard.isDenied)
  }

  /// True if keys of a terminal, and not of a file, are ours or have been.
  private var hadTerminalKeys: Bool {
    specification.keyboardPath == nil && possessedKeyboard.wasHeld
  }

  /// Takes the keys of the console from now on, or as soon as there is one.
  func wantKeys() {
    guard !takesKeys else { return }
    takesKeys = true
    // A key that stops programs is one like any other.
    try? SignalDescriptor.ignoreTerminalStops()
    claimKeyboard()
  }

  /// Takes the keys, if they are wanted.
  func claimKeyboard() {
    guard takesKeys, keyboard == nil else { return }
    do throws(SystemError) {
      if let path = specification.keyboardPath {
        try take(try ConsoleKeyboard(file: path))
      } else if let terminal {
        try take(try terminal.openKeyboard())
      }
    } catch {
      possessedKeyboard.deny()
      let fault = "keys are left to others: " + error.description
      // A missing file that the settings name was reported at the start.
      if specification.keyboardPath != nil, !error.isNotFound {
        log.warning("--keyboard: " + fault)
      } else {
        log.note(fault)
      }
    }
  }

  /// Reads the keys of a console from now on.
  func take(_ keyboard: ConsoleKeyboard) throws(SystemError) {
    do throws(SystemError) {
      try loop.watch(number: keyboard.descriptor, for: .readable, as: .keyboard)
    } catch {
      keyboard.close()
      throw error
    }
    possessedKeyboard = .held(keyboard)
  }

  /// Gives the keys back.
  func releaseKeyboard() {
    guard let keyboard else { return }
    try? loop.unwatch(number: keyboard.descriptor)
    keyboard.close()
    possessedKeyboard.release()
  }

  /// Called when the console was hung up for another program, which has its keys from now on.
  func loseKeyboard() {
    log.note("another program has taken the console's keys")
    releaseKeyboard()
    possessedKeyboard.deny()
    guard let terminal else { return }
    do throws(SystemError) {
      try terminal.reopen()
    } catch {
      log.note("the console is left as it is: " + error.description)
      possessedTerminal.deny()
    }
  }
}
