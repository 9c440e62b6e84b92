import System

/// All DRM nodes with monitors: one output for each monitor of each.
///
/// A node that fails is closed as long as others have monitors. A node that has got a monitor is
/// opened by the next scan.
final class DRMDevices: Backend {
  /// A node, by its path, and its monitors.
  typealias Device = (path: String, backend: Backend)

  /// The nodes with monitors that could be opened.
  struct Opened {
    var devices: [Device] = []
    /// True if another program has a node.
    var isAnyTaken = false
  }

  private var devices: [Device] = []
  private let openOthers: ([String]) -> Opened
  /// Readable while there is an event of a device.
  private let events: Events?

  private final class Events {
    let epoll: Epoll
    init() throws(SystemError) { epoll = try Epoll() }
  }

  /// - Parameters:
  ///   - opened: the nodes, each with an output. After a crash, the next process continues with the
  ///     first one.
  ///   - openOthers: opens the nodes with monitors whose paths are not among the given ones.
  init(_ opened: Opened, openOthers: @escaping ([String]) -> Opened) {
    self.openOthers = openOthers
    events = try? Events()
    super.init(name: "drm")
    eventDescriptor = events?.epoll.descriptor.rawValue
    add(opened)
    update()
  }

  private func add(_ more: Opened) {
    hasTakenDevice = more.isAnyTaken
    for device in more.devices {
      if let number = device.backend.eventDescriptor {
        try? events?.epoll.add(number: number, for: .readable, token: 0)
      }
      devices.append(device)
    }
  }

  /// Removes the devices for which a call fails.
  /// - Returns: the last failure.
  private func attempt(_ call: (Backend) throws(OutputError) -> Void) -> OutputError? {
    var failure: OutputError?
    var rest: [Device] = []
    for device in devices {
      do throws(OutputError) {
        try call(device.backend)
        rest.append(device)
      } catch {
        failure = error
        // The service manager may have a copy of the descriptor.
        if let number = device.backend.eventDescriptor {
          try? events?.epoll.remove(number: number)
        }
      }
    }
    if devices.first?.path != rest.first?.path { inheritanceCount += 1 }
    devices = rest
    return failure
  }

  private func update() { outputs = devices.flatMap { $0.backend.outputs } }

  override var inheritance: Int32? { devices.first?.backend.inheritance }

  override var canBeLeft: Bool { devices.allSatisfy { $0.backend.canBeLeft } }

  override func handleEvents() throws(OutputError) {
    for device in devices { try device.backend.handleEvents() }
  }

  override func rescan() throws(OutputError) {
    let failure = attempt { device throws(OutputError) in try device.rescan() }
    // A node without a monitor is closed: another program may want it.
    _ = attempt { device throws(OutputError) in
      if device.outputs.isEmpty { throw .noDisplay([], isTaken: false) }
    }
    add(openOthers(devices.map { $0.path }))
    update()
    if devices.isEmpty, let failure { throw failure }
  }

  override func openTaken() {
    add(openOthers(devices.map { $0.path }))
    update()
  }

  override func dropLost() -> Bool {
    let failure = attempt { device throws(OutputError) in try device.rescan() }
    update()
    return failure != nil && !outputs.isEmpty
  }

  override func close(retaining retention: Retention?) -> RetainedPicture {
    var retained = RetainedPicture.none
    for device in devices {
      let picture = device.backend.close(retaining: retention)
      if picture != .none { retained = picture }
    }
    return retained
  }

  override func leave() { for device in devices { device.backend.leave() } }

  override func suspend() { for device in devices { device.backend.suspend() } }

  /// Leaves out the nodes that another program still has: a later scan brings them.
  override func resume() throws(OutputError) {
    let failure = attempt { device throws(OutputError) in try device.resume() }
    if failure?.isTaken ?? false { hasTakenDevice = true }
    update()
    if devices.isEmpty, let failure { throw failure }
  }
}
