import CodeUnits
import Output
import System

/// The device with the screens: opens it, has the loop watch its events, and reports the descriptor
/// with which the next process could continue.
final class OutputDevice {
  typealias Opening = (OutputSpecification) throws(OutputError) -> Backend

  private enum State {
    case open(Backend)
    /// No device could be opened, for the reason that was reported; nil if that was not tried yet.
    case missing(OutputError?)
  }

  private let specification: OutputSpecification
  private let openBackend: Opening
  private let loop: EventLoop
  private let log: Log
  private var state = State.missing(nil)
  /// True if the loop is to watch the events of every device that is opened.
  private var isWatched = false
  /// The backend's count for the descriptor that was reported last.
  private var inheritanceCount = 0
  /// Called with the descriptor with which the next process could continue, when it changes.
  var onInheritance: (Int32?) -> Void = { _ in }

  /// Looks for a display.
  /// - Parameter open: opens the requested output.
  /// - Throws: an error that will not pass by itself, or the lack of a display if one is required.
  init(
    _ specification: OutputSpecification, loop: EventLoop, log: Log, open: @escaping Opening
  ) throws(OutputError) {
    self.specification = specification
    openBackend = open
    self.loop = loop
    self.log = log
    do throws(OutputError) {
      state = .open(try open(specification))
    } catch {
      guard error.mayPass, !specification.requiresDisplay else { throw error }
      reportMissing(error)
    }
  }

  /// Nil while no device is open.
  var backend: Backend? {
    if case .open(let backend) = state { backend } else { nil }
  }

  /// The outputs to draw on; empty without a device.
  var outputs: [Output] { backend?.outputs ?? [] }

  /// The descriptor with which the next process could continue.
  var inheritance: Int32? { backend?.inheritance }

  /// True if another program has a device that is wanted. It may leave the device without an event.
  var isTaken: Bool {
    switch state {
    case .open(let backend): backend.hasTakenDevice
    case .missing(let reason): reason?.isTaken ?? false
    }
  }

  // MARK: Opening and closing

  /// Opens a device in place of none.
  /// - Parameter tries: the number of attempts to open one that another process is about to close.
  /// - Returns: false, after a message, if there is none.
  func open(tries: Int) -> Bool {
    do throws(OutputError) {
      state = .open(try opened(tries: tries))
    } catch {
      reportMissing(error)
      return false
    }
    inheritanceCount = 0
    if let inheritance { onInheritance(inheritance) }
    if isWatched { try? watchEvents() }
    return true
  }

  private func opened(tries: Int) throws(OutputError) -> Backend {
    var left = tries
    while true {
      do throws(OutputError) {
        return try openBackend(specification)
      } catch {
        left -= 1
        guard left > 0, error.isTaken else { throw error }
        waitIdly(milliseconds: 10)
      }
    }
  }

  /// Drops the device, on whose outputs nothing is shown any more: they hold its buffers.
  func drop() {
    guard let backend else { return }
    if isWatched, let descriptor = backend.eventDescriptor {
      try? loop.unwatch(number: descriptor)
    }
    if inheritance != nil { onInheritance(nil) }
    state = .missing(nil)
  }

  private func reportMissing(_ error: OutputError) {
    let reason = error.description
    let former: OutputError? = if case .missing(let former) = state { former } else { nil }
    state = .missing(error)
    if let former, former.description.isIdentical(to: reason) { return }
    log.warning(reason + "; frames are kept in memory until a display comes")
  }

  // MARK: Events

  /// Adds the events of this device, and of each that replaces it, to the loop.
  func watch() throws(SystemError) {
    isWatched = true
    try watchEvents()
  }

  private func watchEvents() throws(SystemError) {
    guard let descriptor = backend?.eventDescriptor else { return }
    try loop.watch(number: descriptor, for: .readable, as: .display)
  }

  /// Handles the events of the display.
  /// - Returns: the reason why the device is lost.
  func handleEvents() -> OutputError? {
    failure { backend throws(OutputError) in try backend.handleEvents() }
  }

  /// Scans the connected displays again.
  /// - Returns: the reason why the device is lost.
  func rescan() -> OutputError? {
    failure { backend throws(OutputError) in try backend.rescan() }
  }

  private func failure(_ body: (Backend) throws(OutputError) -> Void) -> OutputError? {
    guard let backend else { return nil }
    do throws(OutputError) {
      try body(backend)
      return nil
    } catch {
      return error
    }
  }

  /// Reports the descriptor with which the next process could continue, if it has become another.
  func reportInheritance() {
    guard let backend, backend.inheritanceCount != inheritanceCount else { return }
    inheritanceCount = backend.inheritanceCount
    onInheritance(nil)
    if let inheritance { onInheritance(inheritance) }
  }
}
