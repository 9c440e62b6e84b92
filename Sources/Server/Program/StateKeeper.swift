import BootProgress
import Stage
import System

/// Keeps the state for the next start of the daemon, so that the picture continues after a crash or
/// a kill: the scenes and their settings.
///
/// The state is kept in memory that the service manager holds, or without a manager in a file.
/// Changes are written without waiting, at most once in 20 milliseconds, and less often if writing
/// takes long. A daemon that ends in order removes the state, unless a manager ends its start.
/// Scenes with which the daemon has crashed twice, or once before their first frame, are not loaded
/// again: scenes that a client has loaded are replaced by those of the command line.
final class StateKeeper {
  private let file: StateFile
  private let manager: ServiceManager
  private let log: Log
  /// The scenes of the command line.
  private let commandLine: String
  /// Successive crashes before this start.
  private(set) var crashCount = 0
  /// The state of the former process; nil if there is none to continue with.
  private(set) var scenes: SavedScenes?
  private(set) var values: SavedValues?
  /// Asked for the boot that is being tracked.
  var boot: () -> BootState? = { nil }
  /// Asked for the times of former boots.
  var unitTimes: () -> UnitTimes? = { nil }
  /// Asked for the boot's messages.
  var messages: () -> BootMessages = { BootMessages() }
  /// True if scenes other than the shown ones were refused; and true if that was for a crash before
  /// their first frame.
  private var isRefusing = false
  private var hasCrashedUnshown = false
  /// The number of frames when other scenes were put in play; nil once another frame was presented.
  private var awaitedAfter: Int?
  private var startTime: Int64 = 0
  /// The display's revisions that were written last.
  private var writtenRevision = -1
  private var writtenSceneRevision = -1
  private var writtenMainRevision = -1
  private var writtenValues: [UInt8] = []
  /// Microseconds of processor time of the thread.
  var processorTime: () -> Int64 = { (try? threadTime()) ?? 0 }
  /// The time before which nothing is written again.
  private var nextTime = Int64.min / 2
  private var hasFailed = false

  /// The name in the manager's store of descriptors.
  static let stateName = "firstlight-state"
  static let deviceName = "firstlight-display"
  /// True if a descriptor is not one of the manager's sockets.
  static func isKept(_ descriptor: ServiceManager.PassedDescriptor) -> Bool {
    descriptor.name == stateName || descriptor.name == deviceName
  }

  /// Crashes with the same scenes after which they are no longer loaded.
  static let crashLimit = 2
  /// Microseconds between two writes, at least and at most.
  static let interval: Int64 = 20_000
  static let longestPause: Int64 = 100_000
  /// The time of a write is this part of the time until the next one, unless that would be more.
  private static let share: Int64 = 20
  /// A crash later than this, in microseconds after the start, counts as the first one again.
  static let settledTime: Int64 = 60_000_000

  init(_ file: StateFile, manager: ServiceManager, log: Log, commandLine: String) {
    self.file = file
    self.manager = manager
    self.log = log
    self.commandLine = commandLine
  }

  // MARK: Starting

  /// Records this start, and reads the state of the last one.
  func begin(now: Int64) {
    startTime = now
    let former = file.starts
    // After a restart of the machine the clock starts at 0.
    if former.startTime > now {
      try? file.clear()
    } else if former.startTime > 0 {
      crashCount = former.crashCount
      let hasCrashed = former.crashTime > 0
      // Such a crash belongs to a scene that a client has loaded; the scenes of the command line
      // are not to blame.
      let isOfAwaited = hasCrashed && former.isRunning && former.isAwaited
      // Each start reads and draws the same scenes first, so that such a crash would repeat.
      hasCrashedUnshown = former.isRefused || hasCrashed && !former.isRunning
      if hasCrashed && !isOfAwaited || !former.isRunning {
        // The times come from a file: their differences may overflow.
        let isLate =
          former.crashTime > former.startTime
          && former.crashTime.subtractingReportingOverflow(former.startTime).partialValue
            > Self.settledTime
        crashCount = isLate ? 1 : crashCount + 1
      }
      if isOfAwaited { dropAwaited() } else { readFormer() }
      values?.forgetTimes(after: now)
      // Nothing was written of scenes that crashed before they were in play.
      if scenes == nil, former.names != names { forgetFormer() }
    }
    if let scenes, !scenes.count(for: commandLine) {
      log.note("the former values are dropped: this start names other scenes")
      forgetFormer()
    }
    if crashCount >= Self.crashLimit || hasCrashedUnshown {
      isRefusing = true
      scenes = nil
      values = nil
    }
    file.starts = StartRecord(
      startTime: now, crashCount: crashCount, names: names, isRefused: hasCrashedUnshown)
  }

  private var names: UInt64 { StateFile.checksum(of: commandLine) }

  /// Reads the scenes and their values. If the scenes cannot be read, their values are dropped,
  /// too.
  private func readFormer() {
    if let bytes = file.read(.scenes) {
      scenes = SavedScenes(decoding: bytes)
      guard scenes != nil else { return warnOfUnreadable("scenes, and their values,") }
    }
    if let bytes = file.read(.values) {
      values = SavedValues(decoding: bytes)
      if values == nil { warnOfUnreadable("values of the scenes") }
    }
  }

  /// Drops the scenes that were in play when one of them crashed before its first frame. If this
  /// start is killed, the next one drops them, too.
  private func dropAwaited() {
    log.warning(
      "the daemon has crashed before a scene that was loaded was on the screen; the scenes of the "
        + "command line are shown")
    try? file.clear()
  }

  private func warnOfUnreadable(_ part: String) {
    log.warning(
      "the former " + part + " cannot be read and are dropped; they are kept anew from now on")
  }

  /// Distinguishes crashes from kills. To be called once in a process.
  func noteCrashes() { try? file.noteCrashes() }

  private func forgetFormer() {
    scenes = nil
    values = nil
    crashCount = 0
    hasCrashedUnshown = false
    try? file.clear()
  }

  /// The reason why the requested scenes are not loaded; nil if they are.
  var refusal: String? {
    guard isRefusing else { return nil }
    let reason =
      crashCount >= Self.crashLimit
      ? "the daemon has crashed \(crashCount) times in a row; "
      : "the daemon has crashed before the scene was on the screen; "
    return reason
      + "load a scene, or end the daemon with 'firstlight quit' and start it anew"
  }

  /// The delay before this start, in milliseconds: none after a few crashes, and then longer each
  /// time, so that a daemon that always fails leaves the machine time for others.
  var delay: Int {
    let excess = crashCount - Self.crashLimit
    return excess <= 0 ? 0 : min(100 << min(excess - 1, 6), 5000)
  }

  /// Records that there is a picture on the screen, or that there is none for a reason other than
  /// the scenes: from now on the end of the process only counts as a crash if it is one.
  func noteRunning() {
    var starts = file.starts
    starts.isRunning = true
    file.starts = starts
  }

  // MARK: Writing

  /// The longest time, in milliseconds, that the loop may wait until a write is due; nil for no
  /// limit.
  func timeout(for shows: Shows) -> Int32? {
    guard shows.revision != writtenRevision else { return nil }
    return Int32(max(0, min(nextTime - shows.now + 999, Self.longestPause)) / 1000)
  }

  /// Writes the changes, if it is time.
  func write(_ shows: Shows) {
    // The new scene may look the same as the one before, and then there is no further frame.
    if let count = awaitedAfter,
      Self.frameCount(of: shows) != count || shows.presenters.allSatisfy({ !$0.stage.needsFrame })
    {
      awaitedAfter = nil
      file.starts.isAwaited = false
    }
    guard shows.revision != writtenRevision else { return }
    let now = shows.now
    guard now >= nextTime || shows.sceneRevision != writtenSceneRevision else { return }
    if file.isCut, !restore(shows) {
      // The next start would not find values that are written now.
      writtenRevision = shows.revision
      nextTime = now + Self.longestPause
      return
    }
    if shows.sceneRevision != writtenSceneRevision { writeScenes(shows) }
    let start = processorTime()
    let bytes = values(of: shows).encoded()
    if bytes != writtenValues, write(.values, bytes) { writtenValues = bytes }
    writtenRevision = shows.revision
    // Texts of many controls take some milliseconds.
    let pause = max(Self.interval, (processorTime() - start) * Self.share)
    nextTime = now + min(pause, Self.longestPause)
  }

  /// Writes the state again after another program has cut the file.
  /// - Returns: false if that fails; it is tried again with the next change, without a message.
  private func restore(_ shows: Shows) -> Bool {
    if !hasFailed {
      log.warning("the state for a restart was cut by another program, and is written anew")
    }
    do throws(SystemError) {
      try file.restore()
    } catch {
      fail(error)
      return false
    }
    file.starts = StartRecord(
      startTime: startTime, isRunning: true, crashCount: crashCount, names: names,
      isAwaited: awaitedAfter != nil, isRefused: hasCrashedUnshown)
    writtenValues = []
    _ = write(.scenes, scenes(of: shows).encoded())
    return true
  }

  private func writeScenes(_ shows: Shows) {
    let isFirst = writtenSceneRevision < 0
    writtenSceneRevision = shows.sceneRevision
    let hasOtherMain = shows.mainSceneRevision != writtenMainRevision
    writtenMainRevision = shows.mainSceneRevision
    if !isFirst {
      // Crashes of another scene are counted anew. A new scene for a single screen does not bring a
      // refused main scene back.
      if hasOtherMain || !isRefusing {
        isRefusing = false
        hasCrashedUnshown = false
        crashCount = 0
      }
      awaitedAfter = Self.frameCount(of: shows)
      file.starts = StartRecord(
        startTime: startTime, isRunning: true, crashCount: crashCount, names: names,
        isAwaited: true, isRefused: hasCrashedUnshown)
    }
    _ = write(.scenes, self.scenes(of: shows).encoded())
  }

  private static func frameCount(of shows: Shows) -> Int {
    shows.presenters.reduce(0) { $0 &+ $1.frameCount }
  }

  private func scenes(of shows: Shows) -> SavedScenes {
    var scenes = SavedScenes(
      commandLine: commandLine, main: isRefusing ? .builtInBoot : shows.origin)
    if !isRefusing {
      scenes.screens = shows.screens.map {
        SavedScenes.SavedScreen(name: $0.name, origin: $0.origin)
      }
    }
    return scenes
  }

  private func values(of shows: Shows, withTime: Bool = false) -> SavedValues {
    SavedValues(shows, boot: boot(), messages: messages(), withTime: withTime)
  }

  /// - Parameter isLast: false if the caller tries again with less content; the failure is then not
  ///   reported.
  /// - Returns: true if it was written. The first failure is logged.
  private func write(_ part: StateFile.Part, _ bytes: [UInt8], isLast: Bool = true) -> Bool {
    do throws(SystemError) {
      try file.write(part, bytes)
      return true
    } catch {
      guard isLast else { return false }
      fail(error)
      return false
    }
  }

  private func fail(_ error: SystemError) {
    if !hasFailed { log.warning("a restart will not continue the scene: " + error.description) }
    hasFailed = true
  }

  /// Writes the whole state for the daemon that replaces this one.
  /// - Returns: the descriptor's number; nil if it could not be written.
  func handOver(_ shows: Shows) -> Int32? {
    // A reader takes the file for empty if its beginning or its end is missing.
    if file.isCut, !restore(shows) { return nil }
    var scenes = scenes(of: shows)
    scenes.isForSuccessor = true
    var values = values(of: shows, withTime: true)
    // After a crash, the program that keeps the times passes them on again; an image has no such
    // program.
    values.unitTimes = unitTimes()
    guard write(.scenes, scenes.encoded()) else { return nil }
    if !write(.values, values.encoded(), isLast: false) {
      // The times may not fit beside the values of many controls.
      values.unitTimes = nil
      guard write(.values, values.encoded()) else { return nil }
    }
    return file.number
  }

  /// Leaves the state to the daemon that has its descriptor now.
  func leave() { file.remove() }

  /// Ends a start that was not complete when the end was requested. A service manager requests it
  /// when the start takes too long, and starts the daemon again. The new daemon continues with the
  /// state of the former process, but leaves out scenes with which this happens again and again. A
  /// manager that has stopped the service drops the state itself; without a manager, a person has
  /// requested the end.
  func giveUpStart() {
    if manager.notifySocket == nil { forget() }
  }

  /// Removes the state, since the daemon ends in order.
  func forget() {
    try? file.clear()
    file.remove()
    try? manager.notify(.drop(name: Self.stateName))
  }
}

// MARK: Opening

extension StateKeeper {
  /// Opens the state that the manager has kept, or has it keep a new file; without a manager, opens
  /// a file.
  /// - Parameter path: the path of that file; nil for none.
  /// - Returns: nil if nothing can be kept.
  static func open(
    _ manager: ServiceManager, path: String?, log: Log, commandLine: String
  ) -> StateKeeper? {
    do throws(SystemError) {
      guard let file = try file(manager, path: path, log) else { return nil }
      return StateKeeper(file, manager: manager, log: log, commandLine: commandLine)
    } catch {
      log.warning("nothing is kept for a restart: " + error.description)
      return nil
    }
  }

  private static func file(
    _ manager: ServiceManager, path: String?, _ log: Log
  ) throws(SystemError) -> StateFile? {
    for passed in manager.descriptors where passed.name == stateName {
      if let file = try? StateFile(kept: FileDescriptor(owning: passed.number)) { return file }
      log.warning("the state that was kept for a restart is invalid, and is dropped")
      try? manager.notify(.drop(name: stateName))
    }
    guard manager.notifySocket != nil else {
      guard let path else { return nil }
      return try StateFile(path: path)
    }
    let file = try StateFile(name: stateName)
    try manager.keep(stateName, descriptor: file.number)
    return file
  }
}
