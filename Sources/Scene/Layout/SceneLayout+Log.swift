import Geometry
import Layers

extension SceneLayout {
  /// A log with as many rows as its height has space for, and one more.
  func makeLog(_ log: LogDescription, _ inner: LengthContext) -> LogLayer {
    let first = makeText(log.text, inner)
    let rowHeight = max(1, first.fontSize * log.lineHeight)
    let count = min(max(inner.size.height / rowHeight, 1), Double(SceneLimits.logLines))
    let others = (0..<Int(count)).map { _ in makeText(log.text, inner) }
    return LogLayer(rows: [first] + others, rowHeight: rowHeight, isWrapped: log.isWrapped)
  }
}
