import Stage
import System

/// Keeps what is shown for the next start of the daemon, so that the picture goes on after a crash or a
/// kill: which scenes, and what they were set to.
///
/// It is kept in memory that the service manager holds, or without a manager in a file. Changes are
/// written once in 20 milliseconds at the most, without waiting. A daemon that ends in order forgets it
/// all. Scenes with which it has crashed twice are not loaded again by themselves.
final class StateKeeper {
  private let file: StateFile
  private let manager: ServiceManager
  private let log: Log
  /// The scenes of the command line.
  private let commandLine: String
  /// Crashes that followed each other, before this start.
  private(set) var crashCount = 0
  /// The state of the process before this one; nil where there is none to go on with.
  private(set) var scenes: SavedScenes?
  private(set) var values: SavedValues?
  /// True if other scenes were refused than those that are shown.
  private var isRefusing = false
  private var startTime: Int64 = 0
  /// The display's revisions that are written, and when the last was.
  private var writtenRevision = -1
  private var writtenSceneRevision = -1
  private var writtenValues: [UInt8] = []
  private var writeTime = Int64.min / 2
  private var hasFailed = false

  /// Names in the manager's store of descriptors.
  static let stateName = "firstlight-state"
  static let deviceName = "firstlight-display"
  /// True if a descriptor is none of the sockets that the manager passes.
  static func isKept(_ descriptor: ServiceManager.PassedDescriptor) -> Bool {
    descriptor.name == stateName || descriptor.name == deviceName
  }

  /// Crashes with the same scenes after which they are not loaded any more.
  static let crashLimit = 2
  /// Microseconds between two writes.
  static let interval: Int64 = 20_000
  /// A crash later than that, in microseconds after the start, is the first one again.
  static let settledTime: Int64 = 60_000_000

  init(_ file: StateFile, manager: ServiceManager, log: Log, commandLine: String) {
    self.file = file
    self.manager = manager
    self.log = log
    self.commandLine = commandLine
  }

  // MARK: Starting

  /// Takes note of this start, and reads what the last one has left.
  func begin(now: Int64) {
    startTime = now
    let former = file.starts
    // A machine that was started anew counts from 0.
    if former.startTime > now {
      try? file.clear()
    } else if former.startTime > 0 {
      crashCount = former.crashCount
      if former.crashTime > 0 || !former.isRunning {
        // Times from a file: no difference of theirs is trusted to fit.
        let isLate =
          former.crashTime > former.startTime
          && former.crashTime.subtractingReportingOverflow(former.startTime).partialValue
            > Self.settledTime
        crashCount = isLate ? 1 : crashCount + 1
      }
      scenes = file.read(.scenes).flatMap { SavedScenes(decoding: $0) }
      values = file.read(.values).flatMap { SavedValues(decoding: $0) }
    }
    if let scenes, scenes.commandLine != commandLine { forgetFormer() }
    if crashCount >= Self.crashLimit {
      isRefusing = true
      scenes = nil
      values = nil
    }
    file.starts = StartRecord(startTime: now, crashCount: crashCount)
  }

  /// Has crashes told from kills. To be called once in a process.
  func noteCrashes() { try? file.noteCrashes() }

  private func forgetFormer() {
    scenes = nil
    values = nil
    crashCount = 0
    try? file.clear()
  }

  /// Why the scenes that were asked for are not to be loaded; nil where they are.
  var refusal: String? {
    guard isRefusing else { return nil }
    return "the daemon has crashed \(crashCount) times in a row; "
      + "load a scene, or end the daemon with 'firstlight quit' and start it anew"
  }

  /// How long to wait before this start, in milliseconds: not at all after a few crashes, and then
  /// longer each time, so that a daemon that cannot live leaves the machine time for others.
  var delay: Int {
    let excess = crashCount - Self.crashLimit
    return excess <= 0 ? 0 : min(100 << min(excess - 1, 6), 5000)
  }

  /// Takes note that there is a picture on the screen, or that there is none for another reason than
  /// the scenes: what ends the process now is a crash only if it says so.
  func noteRunning() {
    var starts = file.starts
    starts.isRunning = true
    file.starts = starts
  }

  // MARK: Writing

  /// How long the loop may wait until something is to be written, in milliseconds; nil for ever.
  func patience(for display: Display) -> Int32? {
    guard display.revision != writtenRevision else { return nil }
    let rest = writeTime + Self.interval - display.now
    return Int32(max(0, min(rest + 999, Self.interval)) / 1000)
  }

  /// Writes what has changed, if it is time.
  func write(_ display: Display) {
    guard display.revision != writtenRevision else { return }
    let now = display.now
    guard now - writeTime >= Self.interval || display.sceneRevision != writtenSceneRevision else {
      return
    }
    writeTime = now
    if display.sceneRevision != writtenSceneRevision { writeScenes(display) }
    let bytes = SavedValues(display).encoded()
    if bytes != writtenValues, write(.values, bytes) { writtenValues = bytes }
    writtenRevision = display.revision
  }

  private func writeScenes(_ display: Display) {
    let isFirst = writtenSceneRevision < 0
    writtenSceneRevision = display.sceneRevision
    if !isFirst, crashCount > 0 || isRefusing {
      // Another scene has its own count.
      isRefusing = false
      crashCount = 0
      file.starts = StartRecord(startTime: startTime, isRunning: true)
    }
    var scenes = SavedScenes(
      commandLine: commandLine, main: isRefusing ? .builtInBoot : display.origin)
    if !isRefusing {
      scenes.screens = display.screens.map {
        SavedScenes.SavedScreen(name: $0.name, origin: $0.origin)
      }
    }
    _ = write(.scenes, scenes.encoded())
  }

  /// - Returns: whether it is written. The first failure is told.
  private func write(_ part: StateFile.Part, _ bytes: [UInt8]) -> Bool {
    do throws(SystemError) {
      try file.write(part, bytes)
      return true
    } catch {
      if !hasFailed { log.warning("a restart will not go on from here: " + error.description) }
      hasFailed = true
      return false
    }
  }

  /// Forgets everything, since the daemon ends in order.
  func forget() {
    try? file.clear()
    file.remove()
    try? manager.notify(.drop(name: Self.stateName))
  }
}

// MARK: Opening

extension StateKeeper {
  /// Opens what the manager has kept, or has it keep a new file; without a manager, opens a file.
  /// - Parameter path: of that file; nil for none.
  /// - Returns: nil where nothing can be kept.
  static func open(
    _ manager: ServiceManager, path: String?, log: Log, commandLine: String
  ) -> StateKeeper? {
    do throws(SystemError) {
      guard let file = try file(manager, path: path) else { return nil }
      return StateKeeper(file, manager: manager, log: log, commandLine: commandLine)
    } catch {
      log.warning("nothing is kept for a restart: " + error.description)
      return nil
    }
  }

  private static func file(
    _ manager: ServiceManager, path: String?
  ) throws(SystemError) -> StateFile? {
    guard manager.notifySocket != nil else {
      guard let path else { return nil }
      return try StateFile(path: path)
    }
    for passed in manager.descriptors where passed.name == stateName {
      if let file = try? StateFile(kept: FileDescriptor(owning: passed.number)) { return file }
      try? manager.notify(.drop(name: stateName))
    }
    let file = try StateFile(name: stateName)
    try manager.keep(stateName, descriptor: file.number)
    return file
  }
}
