import Animation
import Geometry

/// The places of graphs on a page: one above the other by unit, over one axis of time.
struct PlotLayout {
  private let plot: Plot
  private let theme: PlotTheme
  private let width: Double
  private let timeScale: PlotScale
  /// The left edge of the graphs, which leaves space for the longest number.
  private let left: Double
  private var drawing: PlotDrawing
  /// The top of the next part.
  private var y = 0.0
  /// The number of the next line, for its look.
  private var line = 0
  /// The tops and the bottoms of the graphs and ribbons.
  private var panels: [ClosedRange<Double>] = []

  private static let font = 12.0
  private static let row = 18.0
  private static let leastLeft = 56.0
  private static let ribbon = 22.0

  /// Draws graphs.
  /// - Parameter width: in points; on a narrow page the legends stand above the graphs, and not
  ///   beside them.
  static func draw(_ plot: Plot, width: Double, theme: PlotTheme) -> PlotDrawing {
    var layout = PlotLayout(plot, width: width, theme: theme)
    layout.draw()
    return layout.drawing
  }

  private init(_ plot: Plot, width: Double, theme: PlotTheme) {
    self.plot = plot
    self.theme = theme
    self.width = width
    let columns = width > 600 ? 10 : 5
    timeScale = PlotScale(
      plot.span, count: columns, isTight: plot.span.upperBound > plot.span.lowerBound)
    let labels = PlotUnit.allCases.filter { $0 != .color }.flatMap { unit in
      let scale = Self.scale(of: plot.series.filter { $0.unit == unit }, unit)
      return scale.ticks.map { PlotDrawing.width(of: scale.label($0), size: Self.font) }
    }
    left = min(max(Self.leastLeft, (labels.max() ?? 0) + 12), width / 2)
    drawing = PlotDrawing(
      size: Size(width: width, height: 0), title: plot.title, background: theme.background)
  }

  // MARK: Columns

  private var isWide: Bool { width > 600 }
  private var legendWidth: Double { isWide ? 232 : 0 }
  /// The right edge of the graphs.
  private var right: Double { width - 20 - legendWidth }

  private func x(_ seconds: Double) -> Double {
    left + timeScale.fraction(of: seconds) * (right - left)
  }

  // MARK: Parts

  private mutating func draw() {
    if isWide {
      y = 34
      let title = PlotDrawing.shortened(plot.title, width: width - left - 20, size: 17)
      text(title, left, y - 6, theme.ink, size: 17, isBold: true)
      y += 14
    } else {
      y = 8
    }
    let tops = addRequestNames()
    for unit in PlotUnit.allCases {
      let series = plot.series.filter { $0.unit == unit }
      guard !series.isEmpty else { continue }
      if unit == .color { addRibbons(series) } else { addGraph(series, unit) }
    }
    addTimeAxis()
    addRequestLines(from: tops)
    drawing.size.height = y
  }

  private mutating func text(
    _ string: String, _ x: Double, _ y: Double, _ color: ColorComponents,
    _ anchor: PlotDrawing.Anchor = .start, size: Double = font, isBold: Bool = false
  ) {
    drawing.marks.append(
      .text(
        string, at: Point(x: x, y: y), anchor: anchor, size: size, color: color, isBold: isBold))
  }

  private mutating func rule(
    _ from: Point, _ to: Point, _ color: ColorComponents, dashes: [Double] = []
  ) {
    drawing.marks.append(.lines([[from, to]], color: color, width: 1, dashes: dashes))
  }

  // MARK: Graphs

  private mutating func addGraph(_ series: [PlotSeries], _ unit: PlotUnit) {
    text(unit.title, left, y + 8, theme.ink, isBold: true)
    y += 24
    let first = line
    let legendTop = y
    if !isWide { addLegend(series, from: first, at: left, width: right - left) }
    let scale = Self.scale(of: series, unit)
    let height =
      unit == .flag ? 48 : max(isWide ? 170 : 120, isWide ? Double(series.count) * Self.row : 0)
    let top = y
    let bottom = top + height
    for tick in scale.ticks {
      let place = bottom - scale.fraction(of: tick) * height
      rule(Point(x: left, y: place), Point(x: right, y: place), theme.grid)
      let label = unit == .flag ? (tick == 0 ? "off" : "on") : scale.label(tick)
      text(label, left - 8, place, theme.soft, .end)
    }
    addTimeTicks(from: top, to: bottom)
    for (index, one) in series.enumerated() {
      let look = theme.line(first + index)
      let heights = one.numbers.map { $0.map { bottom - scale.fraction(of: $0) * height } }
      let pieces = PlotCurve.pieces(
        plot.times.map { x($0) }, heights, column: 0.5, isStepped: unit == .flag)
      drawing.marks.append(.lines(pieces, color: look.color, width: 2, dashes: look.dashes))
    }
    if isWide {
      y = legendTop
      addLegend(series, from: first, at: right + 20, width: legendWidth)
    }
    line += series.count
    panels.append(top...bottom)
    y = bottom + 22
  }

  /// The numbers from the least to the greatest value. Fractions keep their whole range, 0…1, which
  /// readers know.
  private static func scale(of series: [PlotSeries], _ unit: PlotUnit) -> PlotScale {
    if unit == .flag { return PlotScale(0...1, count: 1, isTight: false) }
    let numbers = series.flatMap { $0.numbers.compactMap { $0 } }
    var low = numbers.min() ?? 0
    var high = numbers.max() ?? 1
    if unit == .fraction { (low, high) = (min(low, 0), max(high, 1)) }
    return PlotScale(low...high, count: 5, isTight: false)
  }

  private mutating func addLegend(
    _ series: [PlotSeries], from first: Int, at x: Double, width: Double
  ) {
    for (index, one) in series.enumerated() {
      let look = theme.line(first + index)
      let middle = y + 6
      drawing.marks.append(
        .lines(
          [[Point(x: x, y: middle), Point(x: x + 18, y: middle)]], color: look.color, width: 3,
          dashes: look.dashes.map { min($0, 5) }))
      let name = PlotDrawing.shortened(one.name, width: width - 26, size: Self.font)
      text(name, x + 26, middle, theme.ink)
      y += Self.row
    }
    y += 4
  }

  // MARK: Colours

  private mutating func addRibbons(_ series: [PlotSeries]) {
    text(PlotUnit.color.title, left, y + 8, theme.ink, isBold: true)
    y += 22
    for one in series {
      if !isWide {
        text(
          PlotDrawing.shortened(one.name, width: right - left, size: Self.font), left, y + 6,
          theme.ink)
        y += Self.row
      }
      addRibbon(one.values)
      panels.append(y...y + Self.ribbon)
      if isWide {
        let name = PlotDrawing.shortened(one.name, width: legendWidth, size: Self.font)
        text(name, right + 20, y + Self.ribbon / 2, theme.ink)
      }
      y += Self.ribbon + 8
    }
    addTimeTicks(from: y - 8, to: y - 4)
    y += 14
  }

  /// Boxes of the colours, each as long as its colour stays, or two points at least. Their edges
  /// are whole pixels, or the background would shine through between them.
  private mutating func addRibbon(_ values: [PlotSeries.Value?]) {
    var start = 0
    while start < values.count {
      let begin = snapped(x(plot.times[start]))
      var end = start + 1
      while end < values.count, values[end] == values[start] || x(plot.times[end]) - begin < 2 {
        end += 1
      }
      let until = end < values.count ? snapped(x(plot.times[end])) : right
      if case .color(let color) = values[start], until > begin {
        let box = Rect(x: begin, y: y, width: until - begin, height: Self.ribbon)
        drawing.marks.append(.box(box, fill: color))
      }
      start = end
    }
    let edge = [
      Point(x: left, y: y), Point(x: right, y: y), Point(x: right, y: y + Self.ribbon),
      Point(x: left, y: y + Self.ribbon), Point(x: left, y: y),
    ]
    drawing.marks.append(.lines([edge], color: theme.grid, width: 1, dashes: []))
  }

  private func snapped(_ place: Double) -> Double { (place * 2).rounded() / 2 }

  // MARK: Time

  private mutating func addTimeTicks(from top: Double, to bottom: Double) {
    let lines = timeScale.ticks.map { [Point(x: x($0), y: top), Point(x: x($0), y: bottom)] }
    drawing.marks.append(.lines(lines, color: theme.grid, width: 1, dashes: []))
  }

  private mutating func addTimeAxis() {
    for tick in timeScale.ticks { text(timeScale.label(tick), x(tick), y - 8, theme.soft, .middle) }
    y += 12
    text("Time in seconds", (left + right) / 2, y, theme.soft, .middle)
    y += 22
  }

  // MARK: Requests

  /// The names of requests, in up to three rows without overlaps; others have a line and no name.
  /// - Returns: the tops of their lines.
  private mutating func addRequestNames() -> [Double] {
    var ends = [Double](repeating: -.infinity, count: 3)
    var tops: [Double?] = []
    for request in plot.requests {
      let place = x(request.time) + 5
      let available = width - 8 - place
      let string = PlotDrawing.shortened(request.text, width: min(available, 240), size: 11)
      let length = PlotDrawing.width(of: string, size: 11)
      let row = length <= available ? ends.firstIndex { $0 < place - 5 } : nil
      tops.append(row.map { y + Double($0) * 15 })
      guard let row else { continue }
      ends[row] = place + length
      text(string, place, y + 6 + Double(row) * 15, theme.soft, size: 11)
    }
    if let last = tops.compactMap({ $0 }).max() { y = last + 23 }
    return tops.map { $0 ?? y }
  }

  /// Lines through the graphs, and from the names to the first.
  private mutating func addRequestLines(from tops: [Double]) {
    var lines: [[Point]] = []
    for (request, top) in zip(plot.requests, tops) {
      let place = x(request.time)
      for (index, panel) in panels.enumerated() {
        if index == 0, top < panel.lowerBound {
          // On a narrow page the legend stands between the names and the graph.
          let end = isWide ? panel.lowerBound : top + 12
          lines.append([Point(x: place, y: top), Point(x: place, y: end)])
        }
        lines.append([
          Point(x: place, y: panel.lowerBound), Point(x: place, y: panel.upperBound),
        ])
      }
    }
    guard !lines.isEmpty else { return }
    drawing.marks.append(.lines(lines, color: theme.soft, width: 1, dashes: [2, 3]))
  }
}
