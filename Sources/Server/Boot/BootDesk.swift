import Scene
import Stage
import System
import Wire

/// Carries out the requests of a boot's programs, in every protocol: questions, messages, the
/// machine's current job and its progress, and the screen for another program.
final class BootDesk {
  let prompts: PromptDesk
  private let shows: Shows
  private let outputManager: OutputManager
  private let loads: SceneLoads
  private let log: Log
  private(set) var messages = BootMessages()
  /// Passwords that were typed.
  var cache = CachedAnswers()
  /// The job that the machine is in; nil until a program says so.
  private(set) var mode: BootMode?
  /// The percentage of the job's progress; nil before the first report.
  private(set) var percent: Int?
  /// False if a client has set the text of the job's name itself, since the job or the scene began.
  private var namesJob = true
  /// The scene that was shown before the first scene of a mode.
  private var firstOrigin: SceneOrigin?
  /// True in an initial RAM file system, whose scripts ask on the console where they cannot ask on
  /// the screen.
  var leavesConsoleToAskers = false
  /// True while the console is left to a client that could not ask on the screen.
  private var hasAskerOnConsole = false
  /// Tracks the progress of the boot.
  let tracker: BootTracker
  private var stallNotice = StallNotice()
  /// The time at which the console's text is to be shown; nil for none.
  private var hidingTime: Int64?
  /// Microseconds for which the scene of a shutdown stays after a program hides it: dracut's script
  /// hides it just before it powers the machine off. A shell that the script starts gets the screen
  /// after this time.
  static let hidingDelay: Int64 = 2_000_000
  private var coveredTexts = CoveredTexts()

  init(
    _ prompts: PromptDesk, shows: Shows, outputManager: OutputManager, loads: SceneLoads,
    log: Log
  ) {
    self.prompts = prompts
    self.shows = shows
    self.outputManager = outputManager
    self.loads = loads
    self.log = log
    tracker = BootTracker(shows)
    loads.onShown = { [unowned(unsafe) self] load in unsafe replay(after: load) }
  }

  /// The monotonic clock, in microseconds.
  var now: Int64 { shows.now }

  // MARK: Questions

  /// Asks on the screen.
  /// - Returns: false where there is no keyboard to answer with, or too many questions wait.
  func ask(
    _ question: Question, by asker: Asker, answer: @escaping (PromptAnswer) -> Void
  ) -> Bool {
    endAskerOnConsole()
    prompts.takeKeys()
    guard prompts.takesQuestions, prompts.queue.ask(question, by: asker, answer: answer) else {
      return false
    }
    // The key that hid the scene was pressed before the question.
    showScene()
    return true
  }

  /// Waits for a key while there is no question.
  func watch(
    _ keys: [UInt8], by asker: Asker, answer: @escaping ([UInt8]?) -> Void
  ) -> Bool {
    prompts.takeKeys()
    return prompts.queue.watch(keys, by: asker, answer: answer)
  }

  /// Writes the subject of a question to the log.
  func note(_ subject: [String], of question: Question) {
    guard !subject.isEmpty else { return }
    log.note(
      "process \(question.process) asks about " + subject.joined(separator: ", "))
  }

  // MARK: Questions of the display's own clients

  /// Receive the end of a client's question and a key that it watches, by the connection's number.
  var answerClient: (UInt64, PromptAnswer) -> Void = { _, _ in }
  var tellKey: (UInt64, [UInt8]?) -> Void = { _, _ in }

  func ask(_ question: Question, for client: UInt64) -> Bool {
    ask(question, by: .client(client)) { [unowned(unsafe) self] answer in
      unsafe answerClient(client, answer)
    }
  }

  func watch(_ keys: [UInt8], for client: UInt64) -> Bool {
    watch(keys, by: .client(client)) { [unowned(unsafe) self] key in unsafe tellKey(client, key) }
  }

  // MARK: Messages and progress

  /// - Returns: the number by which the message can be hidden.
  @discardableResult func showMessage(_ text: [UInt8]) -> Int64 {
    endAskerOnConsole()
    let identifier = messages.append(text)
    show(message: messages.newest)
    // A message with the same text as another one has to survive a crash, too.
    shows.noteChange()
    return identifier
  }

  /// Shows that a unit has failed, in the language of the main scene.
  /// - Returns: as `showMessage`.
  func showFailure(of unit: String) -> Int64 {
    showMessage(Array(words.failure(of: unit).utf8))
  }

  /// The daemon's own words, in the language of the main scene.
  var words: BootWords { shows.stage.bootWords }

  /// Adopts the messages of the former process. The newest one, or the notice of a stall, is on the
  /// screen already.
  func restore(_ messages: BootMessages) {
    self.messages = messages
    if let newest = messages.newest { return coveredTexts.adopt(newest, on: shows) }
    if let notice = messages.notice { stallNotice.adopt(notice, on: shows) }
  }

  /// Removes all messages with this text.
  func hideMessages(_ text: [UInt8]) {
    // If no message was removed, the texts of other programs stay.
    if messages.remove(text) { showNewest() }
  }

  func hideMessage(_ identifier: Int64) {
    if messages.remove(identifier) { showNewest() }
  }

  private func showNewest() {
    show(message: messages.newest)
    shows.noteChange()
  }

  /// Takes the name of a unit that has started, or the state of a check of file systems:
  /// `fsckd:1:42.5:text`.
  func noteStatus(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "fsckd" else { return tracker.handle(.unit(text)) }
    tracker.handle(.fileSystemCheck)
    show(message: parts[3].isEmpty ? messages.newest : String(parts[3]))
  }

  /// Sets the percentage of the current job. It never decreases: a program that works in several
  /// parts reports each part from 0, or sends −1 between them.
  func setPercent(_ text: String) {
    guard let number = Int(text) else { return }
    setPercent(number)
  }

  func setPercent(_ number: Int) {
    let value = max(min(max(number, 0), 100), percent ?? 0)
    percent = value
    tracker.yield()
    shows.apply(.setProgress(control: nil, ProgressChange(.value(Double(value) / 100))))
  }

  private func show(message: String?) {
    // The notice goes first. The message would otherwise cover it as if a client had set it, and
    // bring it back afterwards.
    if message != nil { stallNotice.show(nil, on: shows) }
    coveredTexts.show(message, on: shows)
  }

  /// Follows the boot: its progress, and the reason of a stall where no program has a message.
  func update() {
    hideInTime()
    tracker.update(isAsking: !prompts.queue.isEmpty)
    let text = tracker.stallText(namesKey: prompts.showsDetails)
    stallNotice.show(messages.isEmpty ? text : nil, on: shows)
    messages.notice = stallNotice.notice
  }

  // MARK: Modes

  /// Replaces the shown scene by the scene of a job.
  func setMode(_ mode: BootMode) {
    endAskerOnConsole()
    percent = nil
    guard mode != self.mode else { return }
    let former = self.mode
    self.mode = mode
    namesJob = true
    tracker.handle(.mode(mode))
    guard let origin = origin(of: mode, after: former) else { return showTitle() }
    let load = SceneLoad(.origin(origin), on: nil, migrates: true)
    load.isOfMode = true
    do throws(CallError) {
      try loads.add(load)
    } catch {
      log.error("the scene of " + mode.name + " is not loaded: too many wait")
    }
  }

  /// Begins in a mode, whose scene is shown already.
  func begin(_ mode: BootMode) {
    self.mode = mode
    firstOrigin = shows.origin
    tracker.handle(.mode(mode))
    showTitle()
  }

  /// The text control that names the job.
  private static let titleControl = "mode"

  /// Records that a client has set a text.
  /// - Parameter control: nil for the first text control.
  func noteText(of control: String?, on stage: Stage) {
    let name = control ?? stage.controls.first { $0.kind == .text }?.name
    if name == Self.titleControl { namesJob = false }
  }

  /// Shows the name of the job in scenes that have a control for it, each in its own language. To
  /// be called also when a language may have changed.
  func showTitle() {
    guard let mode, namesJob else { return }
    for show in shows.all {
      let title = StageCommand.setText(
        control: Self.titleControl, show.stage.bootWords.title(of: mode))
      shows.apply(title, to: show.views)
    }
    shows.noteChange()
  }

  /// The scene of a mode; nil for the one that is shown.
  private func origin(of mode: BootMode, after former: BootMode?) -> SceneOrigin? {
    if former == nil { firstOrigin = shows.origin }
    for name in mode.scenes {
      if let origin = shows.library.origin(named: name) { return origin }
    }
    return mode == .bootUp && former != nil ? firstOrigin : nil
  }

  /// Passes the newest message, and the progress of a new job, to a scene that was loaded.
  private func replay(after load: SceneLoad) {
    // A scene that begins anew has none of a client's texts.
    if !load.migrates { namesJob = true }
    showTitle()
    if !messages.isEmpty { show(message: messages.newest) }
    guard load.isOfMode else { return }
    // A new job begins at its own progress, and not where the job before it has ended.
    let value = percent.map { Double($0) / 100 } ?? tracker.value ?? 0
    shows.apply(
      .setProgress(
        control: nil, ProgressChange(.value(value), duration: 0, allowsDecrease: true)))
  }

  // MARK: The screen

  /// True if pictures get to a screen, and questions can be answered there.
  private var canAsk: Bool { shows.isThere && prompts.takesAskers }

  /// Answers a client that is about to ask: true if it can ask on the screen.
  ///
  /// A client that cannot ask there may ask on the console, as the scripts of an image do. A
  /// display that appears later would hide that question, and the daemon would take its keys. So
  /// the console keeps the screen and the keys until a client is about to ask again, has something
  /// to show, or enters the root: scripts run one after the other.
  func takesAsker() -> Bool {
    endAskerOnConsole()
    if canAsk { return true }
    if leavesConsoleToAskers, !shows.isThere {
      showConsole()
      hasAskerOnConsole = true
    }
    return false
  }

  /// Takes the console back from the client that could not ask on the screen, and may never have
  /// had a question.
  private func endAskerOnConsole() {
    if hasAskerOnConsole { showScene() }
  }

  /// Called when the root is there and the initial RAM file system ends, together with its scripts.
  func leaveImage() {
    endAskerOnConsole()
    leavesConsoleToAskers = false
  }

  /// True if our console is the visible one, or there is none.
  var hasScreen: Bool { outputManager.isInFront }

  /// Shows the scene if the console's text is shown.
  func showScene() {
    hasAskerOnConsole = false
    hidingTime = nil
    outputManager.showScene(for: shows)
  }

  /// Shows the console's text instead of the scene; while the system ends, in a moment.
  func showConsole() {
    hasAskerOnConsole = false
    guard mode?.endsSystem ?? false else { return outputManager.showConsole(for: shows) }
    hidingTime = hidingTime ?? now + Self.hidingDelay
  }

  /// Shows the console's text if it is time for that.
  private func hideInTime() {
    guard let time = hidingTime, time <= now else { return }
    hidingTime = nil
    outputManager.showConsole(for: shows)
  }

  /// The longest time to wait, in milliseconds; nil for no limit.
  var timeout: Int32? {
    var least = tracker.timeout
    if let time = hidingTime {
      let left = Int32(clamping: max(time - now + 999, 0) / 1000)
      least = min(least ?? left, left)
    }
    return least
  }

  func reloadScene() { loads.reload() }

  /// Leaves the screens, the keyboard and the console to another program.
  func deactivate() {
    cache.removeAll()
    outputManager.deactivate(for: shows)
  }

  func reactivate() { outputManager.reactivate(for: shows) }
}
