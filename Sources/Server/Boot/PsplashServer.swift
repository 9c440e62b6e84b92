import System

/// Serves the FIFO of psplash, which embedded boots write their progress to.
final class PsplashServer {
  private let loop: EventLoop
  private let boot: BootDesk
  private let log: Log
  private var pipe: NamedPipe?
  private let timer: TimerDescriptor
  private var reader = PsplashReader()
  private var buffer = [UInt8](repeating: 0, count: 4096)
  /// The message that is shown; nil for none.
  private var message: Int64?
  /// True if a program has requested the daemon's end, with its picture left on the screen.
  private(set) var wantsQuit = false

  /// The name of its FIFO among the descriptors of a service manager.
  static let descriptorName = "psplash"

  /// Microseconds after which a message counts as whole.
  static let messageTime: Int64 = 1_000_000

  init(
    _ pipe: consuming NamedPipe, loop: EventLoop, boot: BootDesk, log: Log
  ) throws(SystemError) {
    self.loop = loop
    self.boot = boot
    self.log = log
    timer = try TimerDescriptor()
    try loop.watch(timer.descriptor, for: .readable, as: .psplashTimer)
    try loop.watch(pipe.descriptor, for: .readable, as: .psplash)
    self.pipe = consume pipe
  }

  /// Reads the bytes that were written.
  func read() {
    var count: Int?
    switch pipe {
    case .some(let pipe):
      count = (try? pipe.descriptor.read(into: &buffer, 0..<buffer.count)) ?? nil
    case .none: break
    }
    guard let count else { return }
    var messages: [PsplashReader.Message] = []
    let received = buffer
    reader.receive(received.span.extracting(0..<count)) { messages.append($0) }
    for message in messages { handle(message) }
    if reader.isEmpty { try? timer.disarm() } else { try? timer.arm(after: Self.messageTime) }
  }

  /// Takes the message that waits for its end, as a shell's `printf` leaves it.
  func handleTimer() {
    try? timer.disarm()
    if let message = reader.end() { handle(message) }
  }

  private func handle(_ message: PsplashReader.Message) {
    switch message {
    case .progress(let percent): boot.setPercent(Int(percent.magnitude))
    case .message(let text):
      // There is one message, in the place of the one before.
      if let former = self.message { boot.hideMessage(former) }
      self.message = text.isEmpty ? nil : boot.showMessage(text)
    case .quit: wantsQuit = true
    }
  }

  func close() { pipe.take()?.close() }
}
