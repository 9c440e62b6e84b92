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

  /// The name of the FIFO among the descriptors that a service manager passes.
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
    var news = News()
    let received = buffer
    reader.receive(received.span.extracting(0..<count)) { news.add($0) }
    tell(news)
    if reader.isEmpty { try? timer.disarm() } else { try? timer.arm(after: Self.messageTime) }
  }

  /// Takes the message that waits for its end, as a shell's `printf` leaves it.
  func handleTimer() {
    try? timer.disarm()
    guard let message = reader.end() else { return }
    var news = News()
    news.add(message)
    tell(news)
  }

  /// The outcome of the messages of one read: some hundreds may arrive at once.
  private struct News {
    var percent: Int?
    var message: [UInt8]?
    var isEnd = false

    mutating func add(_ message: PsplashReader.Message) {
      switch message {
      // Progress never goes back.
      case .progress(let number): percent = max(percent ?? 0, Int(number.magnitude))
      case .message(let text): self.message = text
      case .quit: isEnd = true
      }
    }
  }

  private func tell(_ news: News) {
    if let percent = news.percent { boot.setPercent(percent) }
    if let text = news.message {
      // Only one message is shown at a time.
      if let former = message { boot.hideMessage(former) }
      message = text.isEmpty ? nil : boot.showMessage(text)
    }
    if news.isEnd { wantsQuit = true }
  }

  func close() { pipe.take()?.close() }
}
