import Animation
import Geometry
import Text

/// A layer that shows the last lines of a log, each in a row of its own: new ones come in at the
/// bottom and push the others up. Rows are used again, so that a flood of lines changes no more
/// layers than there are rows.
public final class LogLayer: Layer {
  /// From top to bottom: one more than fits, for the line that leaves.
  private var rows: [TextLayer]
  /// Shows only whole rows: as many as fit, above the bottom edge.
  private let window = Layer()
  /// The layer that the rows are in, which moves up.
  private let page = Layer()
  private let rowHeight: Double
  /// True if a line that is too long goes on in the next row.
  private let isWrapped: Bool
  /// The texts of rows for the last of the lines that come next, from the bottom up, and the number
  /// of lines that they hold.
  private var nextTexts: [String] = []
  private var nextCount = 0
  /// The work of a frame in bytes of lines; a byte beyond ASCII counts as four.
  private static let frameWork = 8192
  /// Lines that were set in rows so far: a measure of the work that a flood makes.
  private(set) var wrappedLineCount = 0

  /// - Parameters:
  ///   - rows: at least one.
  ///   - rowHeight: points.
  ///   - isWrapped: true for lines that go on in the next row.
  public init(rows: [TextLayer], rowHeight: Double, isWrapped: Bool = false) {
    self.rows = rows
    self.rowHeight = rowHeight
    self.isWrapped = isWrapped
    super.init()
    window.masksToBounds = true
    addSublayer(window)
    window.addSublayer(page)
    for row in rows {
      // A part of a kerned line may be a hair wider alone than within the line.
      if isWrapped { row.attributes.truncation = .none }
      page.addSublayer(row)
    }
    layoutHandler = { layer in
      guard let log = layer as? LogLayer else { return }
      if let tree = log.tree {
        tree.transact(disableActions: true) { log.place() }
      } else {
        log.place()
      }
    }
  }

  public override var kind: LayerKind { .log }

  /// Brings all rows to their places above the bottom edge.
  private func place() {
    let count = max((bounds.height / rowHeight + 1e-9).rounded(.down), 1)
    let size = Size(width: bounds.width, height: count * rowHeight)
    window.bounds = Rect(origin: .zero, size: size)
    window.position = Point(x: size.width / 2, y: bounds.height - size.height / 2)
    page.bounds = Rect(origin: .zero, size: size)
    page.position = Point(x: size.width / 2, y: size.height / 2)
    for (index, row) in rows.enumerated() {
      row.bounds = Rect(x: 0, y: 0, width: size.width, height: rowHeight)
      row.position = Point(
        x: size.width / 2, y: size.height - (Double(rows.count - index) - 0.5) * rowHeight)
    }
  }

  /// Divides into rows some of the lines that `append` will get, from the bottom up, as many as one
  /// frame's work allows. Lines that no row will show are left out.
  /// - Returns: true if all lines are prepared.
  public func prepare(_ lines: [String]) -> Bool {
    guard isWrapped else { return true }
    var work = 0
    while nextCount < lines.count, nextTexts.count < rows.count {
      if work >= Self.frameWork { return false }
      let line = lines[lines.count - 1 - nextCount]
      let texts = wrapped(line)
      nextTexts += texts.suffix(rows.count - nextTexts.count).reversed()
      nextCount += 1
      let isPlain = line.utf8.allSatisfy { $0 < 0x80 }
      work += line.utf8.count * (isPlain ? 1 : 4)
    }
    return true
  }

  /// Forgets the prepared lines, since other lines come next.
  public func forgetPrepared() {
    nextTexts = []
    nextCount = 0
  }

  private func wrapped(_ line: String) -> [String] {
    wrappedLineCount += 1
    let look = rows[0]
    return ShapedText(
      line, fonts: look.fonts, locale: look.locale,
      hasLigatures: look.attributes.letterSpacing == 0
    ).wrappedLines(look.attributes, width: bounds.width)
  }

  /// The texts of the rows that the last of these lines take.
  private func texts(of lines: [String]) -> ArraySlice<String> {
    guard isWrapped else { return lines.suffix(rows.count) }
    while !prepare(lines) {}
    defer { forgetPrepared() }
    return nextTexts.reversed()[...]
  }

  /// Shows the last of these lines, without motion.
  public func show(_ lines: [String]) {
    forgetPrepared()
    let last = texts(of: lines)
    let empty = rows.count - last.count
    for (index, row) in rows.enumerated() {
      row.setString(index < empty ? "" : last[last.startIndex + index - empty], isLiteral: true)
    }
    page.removeAnimation(forKey: LogLayer.motion)
  }

  /// Adds lines at the bottom, which may be prepared. Of several, the last one comes in by motion.
  /// - Parameter duration: seconds of the motion; 0 for none.
  public func append(_ lines: [String], duration: Double) {
    let new = texts(of: lines)
    guard !new.isEmpty else { return }
    for line in new {
      let row = rows.removeFirst()
      row.setString(line, isLiteral: true)
      rows.append(row)
    }
    place()
    guard duration > 0, let keyPath = AnimationKeyPath(.position, .y) else { return }
    let rest = page.position.y
    let shown = page.presentation()?.position.y ?? rest
    // Only one row lies above the visible ones: the motion may start at most a row's height lower.
    let start = min(max(shown - rest, 0) + Double(new.count) * rowHeight, rowHeight)
    var motion = BasicAnimation(
      keyPath: keyPath, from: .scalar(rest + start), to: .scalar(rest),
      timing: MediaTiming(duration: duration))
    motion.timingFunction = .easeOut
    page.add(.basic(motion), forKey: LogLayer.motion)
  }

  private static var motion: String { "scroll" }
}
