internal import Layers
internal import Scene

/// A control that holds the last lines of a log, which log layers show.
final class LogControl: Control {
  private let layers: [LogLayer]
  /// The newest last.
  private var lines: [String] = []
  /// The number of the last lines that no frame has shown yet.
  private var pendingCount = 0
  /// The lines that the layers prepare, in several frames if they are long.
  private var preparedLines: [String] = []
  /// The number of lines that have arrived since and wait until those are shown.
  private var laterCount = 0
  /// True if the lines of the last frame are removed with the next one.
  private var isEmptied = false

  /// Seconds in which a new line comes in.
  private static var motion: Double { 0.15 }

  init(_ binding: ControlBinding, _ layers: [LogLayer]) {
    self.layers = layers
    super.init(binding)
  }

  override var usualRole: AccessibleRole { .log }

  override var faces: [Layer] { layers.map { $0 as Layer } }

  override var info: ControlInfo {
    ControlInfo(
      name: name, kind: .log, text: lines.last ?? "", label: label, description: lines.last ?? "")
  }

  func append(_ new: [String]) {
    lines += new
    pendingCount += new.count
    if !preparedLines.isEmpty { laterCount += new.count }
    trim()
  }

  func removeAll() {
    isEmptied = isEmptied || pendingCount < lines.count
    lines = []
    pendingCount = 0
    forgetPrepared()
  }

  private func forgetPrepared() {
    preparedLines = []
    laterCount = 0
  }

  private func trim() {
    lines.removeFirst(max(lines.count - LogControlDescription.mostLines, 0))
    pendingCount = min(pendingCount, lines.count)
    laterCount = min(laterCount, lines.count)
  }

  override var hasPending: Bool { (pendingCount > 0 || isEmptied) && !layers.isEmpty }

  /// All lines since the last frame come in together; long ones some frames later.
  override func applyPending(in tree: LayerTree, at time: Double, _ events: inout [StageEvent]) {
    if isEmptied {
      isEmptied = false
      tree.transact(disableActions: true) { for layer in layers { layer.show([]) } }
    }
    guard pendingCount > 0 else { return }
    if preparedLines.isEmpty {
      preparedLines = Array(lines.suffix(pendingCount))
      for layer in layers { layer.forgetPrepared() }
    }
    for layer in layers where !layer.prepare(preparedLines) { return }
    let new = preparedLines
    pendingCount = laterCount
    forgetPrepared()
    tree.transact(disableActions: true) {
      for layer in layers { layer.append(new, duration: Self.motion) }
    }
  }

  // MARK: Continuation

  /// Shows lines in layers that have not been shown yet.
  private func show(_ lines: [String], pending: Int = 0) {
    self.lines = lines
    pendingCount = pending
    forgetPrepared()
    for layer in layers { layer.show(Array(lines.dropLast(pending))) }
  }

  override func migrate(_ former: Control) {
    guard let former = former as? LogControl else { return }
    show(former.lines)
  }

  override func adopt(_ former: Control) {
    guard let former = former as? LogControl else { return }
    show(former.lines, pending: former.pendingCount)
  }

  override var record: ControlRecord {
    var record = super.record
    // Counts from the last line backwards.
    var count = 0
    let kept = lines.reversed().prefix { line in
      count += line.utf8.count + 1
      return count <= LogControlDescription.recordedBytes
    }
    if !kept.isEmpty { record.text = kept.reversed().joined(separator: "\n") }
    return record
  }

  override func restore(_ record: ControlRecord) {
    guard let text = record.text else { return }
    lines = text.logLines
    trim()
    show(lines)
  }
}

extension String {
  /// The last lines, without control sequences of terminals, each cut to the longest that is shown.
  /// The text before them is not read.
  var logLines: [String] {
    utf8.lastLines(LogControlDescription.mostLines).map {
      Substring($0).withoutControlSequences(to: LogControlDescription.lineBytes)
    }
  }
}

extension BidirectionalCollection<UInt8> {
  /// The last lines, at most so many, without their line feeds. The bytes before them are not read.
  func lastLines(_ most: Int) -> [SubSequence] {
    var rest = self[...]
    guard let last = rest.last else { return [] }
    let lineFeed = UInt8(ascii: "\n")
    // The last line may end with a line feed, too.
    if last == lineFeed { rest = rest.dropLast() }
    var lines: [SubSequence] = []
    while lines.count < most {
      let feed = rest.lastIndex(of: lineFeed)
      lines.append(rest[(feed.map { rest.index(after: $0) } ?? rest.startIndex)...])
      guard let feed else { break }
      rest = rest[..<feed]
    }
    return lines.reversed()
  }
}
