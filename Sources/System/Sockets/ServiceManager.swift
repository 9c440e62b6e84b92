import CLinux

/// The interface to systemd's service manager: its environment variables and its notifications.
///
/// sd_notify(3), sd_listen_fds(3) and sd_watchdog_enabled(3), without libsystemd.
public struct ServiceManager: Sendable, Equatable {
  /// A socket that the manager passed, or a descriptor that it kept for the service.
  public struct PassedDescriptor: Sendable, Equatable {
    /// The descriptor's number, open, and the receiver's to close.
    public let number: Int32
    /// `FileDescriptorName=` of its unit or `FDNAME=` of a kept descriptor, "unknown" without one.
    public let name: String

    public init(number: Int32, name: String) {
      self.number = number
      self.name = name
    }
  }

  /// The address for notifications: a path, or an abstract name with a leading NUL; nil without a
  /// manager.
  public let notifySocket: String?
  /// In the order of the units' sockets, and then the kept ones.
  public let descriptors: [PassedDescriptor]
  /// The number of descriptors that were announced and are not open.
  public private(set) var missingCount = 0
  /// Microseconds within which the manager waits for each sign of life; nil for no watchdog.
  public let watchdogInterval: Int64?

  /// Reads the variables. Variables for another process, and invalid ones, count as not set.
  /// - Parameter value: looks up a variable.
  public init(
    processIdentifier: Int32, value: (String) -> String?
  ) {
    switch value("NOTIFY_SOCKET") {
    case let address? where address.utf8.first == UInt8(ascii: "@") && address.utf8.count > 1:
      notifySocket = "\0" + String(address.dropFirst())
    case let address? where address.utf8.first == UInt8(ascii: "/"): notifySocket = address
    default: notifySocket = nil
    }

    func isForUs(_ variable: String) -> Bool? {
      value(variable).map { Int32($0) == processIdentifier }
    }
    var interval = value("WATCHDOG_USEC").flatMap { Int64($0) }
    if let microseconds = interval, microseconds <= 0 || isForUs("WATCHDOG_PID") == false {
      interval = nil
    }
    watchdogInterval = interval

    var passed: [PassedDescriptor] = []
    if isForUs("LISTEN_PID") == true, let count = value("LISTEN_FDS").flatMap({ Int32($0) }),
      count > 0, count <= 1024
    {
      let names = value("LISTEN_FDNAMES")?.split(
        separator: ":", omittingEmptySubsequences: false)
      for index in 0..<Int(count) {
        let name = names.flatMap { index < $0.count ? String($0[index]) : nil }
        passed.append(PassedDescriptor(number: 3 + Int32(index), name: name ?? "unknown"))
      }
    }
    descriptors = passed
  }

  private init(_ manager: ServiceManager, _ descriptors: [PassedDescriptor]) {
    notifySocket = manager.notifySocket
    watchdogInterval = manager.watchdogInterval
    missingCount = manager.missingCount
    self.descriptors = descriptors
  }

  /// The manager as if it had passed some more descriptors.
  public func adding(_ more: [PassedDescriptor]) -> ServiceManager {
    ServiceManager(self, descriptors + more)
  }

  /// The manager of this process. The passed descriptors will not be inherited by children; those
  /// that are not open are left out.
  public static func current() -> ServiceManager {
    let manager = ServiceManager(
      processIdentifier: ProcessEnvironment.processIdentifier,
      value: ProcessEnvironment.value(of:))
    let present = manager.descriptors.filter {
      (try? Syscalls.setCloseOnExec($0.number)) != nil
    }
    var checked = ServiceManager(manager, present)
    checked.missingCount = manager.descriptors.count - present.count
    return checked
  }

  /// A notification of the service.
  public enum Notice: Sendable, Equatable {
    case ready
    /// The monotonic clock in microseconds.
    case reloading(at: Int64)
    case stopping
    /// A sign of life.
    case watchdog
    /// One line for people.
    case status(String)
    /// The descriptor that is passed along is to be kept under a name over a restart. The manager
    /// keeps it even if the descriptor reports an error or its end.
    case keep(name: String)
    /// The descriptor that was kept under a name is no longer needed.
    case drop(name: String)

    /// The assignment in the message.
    public var text: String {
      switch self {
      case .ready: "READY=1"
      case .reloading(let time): "RELOADING=1\nMONOTONIC_USEC=\(time)"
      case .stopping: "STOPPING=1"
      case .watchdog: "WATCHDOG=1"
      case .keep(let name): "FDSTORE=1\nFDNAME=" + name + "\nFDPOLL=0"
      case .drop(let name): "FDSTOREREMOVE=1\nFDNAME=" + name
      case .status(let line):
        // A line break would begin another assignment.
        "STATUS=" + line.printable
      }
    }
  }

  /// Notifies the manager, if there is one. Its queue may be full for a tenth of a second: then
  /// EAGAIN.
  public func notify(_ notices: Notice...) throws(SystemError) {
    try send(notices, [])
  }

  /// Gives the manager a descriptor to keep over a restart of the service, if there is a manager
  /// and the unit allows it (`FileDescriptorStoreMax=`).
  /// - Parameters:
  ///   - name: without colons and control characters.
  ///   - number: the descriptor, which the caller keeps.
  public func keep(_ name: String, descriptor number: Int32) throws(SystemError) {
    try send([.keep(name: name)], [number])
  }

  /// Microseconds of waiting for a manager whose queue is full.
  private static let longestWait: Int64 = 100_000

  private func send(_ notices: [Notice], _ descriptors: [Int32]) throws(SystemError) {
    guard let notifySocket else { return }
    var text = ""
    for notice in notices {
      if !text.isEmpty { text += "\n" }
      text += notice.text
    }
    let socket = FileDescriptor(owning: try Syscalls.createDatagramSocket())
    let number = socket.rawValue
    let bytes = [UInt8](text.utf8)
    let end = try Syscalls.monotonicMicroseconds() + Self.longestWait
    while true {
      let sent = try unsafe bytes.span.withUnsafeBytes { buffer throws(SystemError) -> Int? in
        try unsafe Syscalls.send(number, buffer, descriptors: descriptors, to: notifySocket)
      }
      if sent != nil { return }
      // The kernel's own limit would begin anew after each signal of the watchdog.
      guard try Syscalls.monotonicMicroseconds() < end else {
        throw SystemError(.send, path: notifySocket, code: EAGAIN)
      }
      waitIdly(milliseconds: 1)
    }
  }
}
