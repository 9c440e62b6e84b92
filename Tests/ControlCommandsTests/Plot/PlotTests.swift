import Animation
import ArgumentParser
import Foundation
import Geometry
import Images
import Raster
import Testing

@testable import ControlCommands

@Suite struct PlotTests {
  /// A key path whose values are points.
  private static let position = AnimationKeyPath(.zPosition)

  /// Graphs of numbers, one a second.
  private static func plot(_ values: [Double?], name: String = "box.position.x") -> Plot {
    var plot = Plot(title: "box")
    for (time, value) in values.enumerated() {
      let sample = Plot.Sample(
        name: name, keyPath: position, value: value.map { .scalar($0) })
      plot.append(Double(time), [sample])
    }
    return plot
  }

  @Test func `a column that is named twice has one value per time`() {
    var plot = Plot(title: "box")
    for time in 0..<3 {
      let sample = Plot.Sample(
        name: "box.position.x", keyPath: Self.position, value: .scalar(Double(time)))
      plot.append(Double(time), [sample, sample])
    }
    #expect(plot.series.map { $0.values.count } == [3])
  }

  private static func texts(_ drawing: PlotDrawing) -> [String] {
    drawing.marks.compactMap {
      if case .text(let text, _, _, _, _, _) = $0 { text } else { nil }
    }
  }

  @Test(arguments: [
    (0.0, 100.0, ["0", "20", "40", "60", "80", "100"]),
    (-0.3, 0.3, ["\u{2212}0.4", "\u{2212}0.2", "0", "0.2", "0.4"]),
    (0.0, 0.004, ["0", "0.001", "0.002", "0.003", "0.004"]),
    (7.0, 7.0, ["6.0", "6.5", "7.0", "7.5", "8.0"]),
    (1e9, 5e9, ["1000000000", "2000000000", "3000000000", "4000000000", "5000000000"]),
  ])
  func `an axis has round steps`(low: Double, high: Double, labels: [String]) {
    let scale = PlotScale(low...high, count: 5, isTight: false)
    #expect(scale.ticks.map { scale.label($0) } == labels)
    #expect(scale.range.lowerBound <= low && scale.range.upperBound >= high)
  }

  @Test func `ticks of a tight axis stay within it`() {
    let scale = PlotScale(0.25...3.9, count: 10, isTight: true)
    #expect(
      scale.ticks.map { scale.label($0) } == ["0.5", "1.0", "1.5", "2.0", "2.5", "3.0", "3.5"])
    #expect(scale.fraction(of: 0.25) == 0)
    #expect(scale.fraction(of: 3.9) == 1)
  }

  @Test func `values become lines with a name and a unit`() {
    var plot = Plot(title: "all")
    var path = Path()
    path.addRect(Rect(x: 1, y: 2, width: 3, height: 4))
    let red = ColorComponents(red: 1, green: 0, blue: 0, alpha: 1)
    let values: [(String, AnimatableValue)] = [
      ("transform.rotation", .scalar(.pi)), ("hidden", .flag(true)), ("fillColor", .color(red)),
      ("locations", .scalars([0, 0.5])), ("path", .path(path)), ("opacity", .scalar(0.25)),
    ]
    plot.append(
      0,
      values.map {
        Plot.Sample(name: "a." + $0.0, keyPath: AnimationKeyPath($0.0)!, value: $0.1)
      })
    let units = plot.series.map { "\($0.name) \($0.unit)" }
    #expect(
      units == [
        "a.transform.rotation degrees", "a.hidden flag", "a.fillColor color",
        "a.locations[0] fraction", "a.locations[1] fraction", "a.path.x points",
        "a.path.y points", "a.path.width points", "a.path.height points", "a.opacity fraction",
      ])
    #expect(plot.series[0].numbers == [180])
    #expect(plot.series[8].numbers == [4])
    #expect(plot.series[2].values == [.color(red)])
  }

  @Test func `a missing value leaves a gap`() {
    let plot = Self.plot([nil, 1, 2, nil, 3])
    #expect(plot.series.map { $0.numbers } == [[nil, 1, 2, nil, 3]])
    let pieces = PlotCurve.pieces(
      [0, 10, 20, 30, 40], plot.series[0].numbers, column: 0.5, isStepped: false)
    #expect(
      pieces == [
        [Point(x: 10, y: 1), Point(x: 20, y: 2)], [Point(x: 39, y: 3), Point(x: 41, y: 3)],
      ])
  }

  @Test func `a line keeps the extremes of each column of pixels`() {
    let count = 10_000
    var heights: [Double?] = (0..<count).map { $0.isMultiple(of: 2) ? 0 : 1 }
    heights[4_321] = 50
    let pieces = PlotCurve.pieces(
      (0..<count).map { Double($0) / 100 }, heights, column: 0.5, isStepped: false)
    #expect(pieces.count == 1)
    #expect(pieces[0].count <= 200 * 4)
    #expect(pieces[0].contains { $0.y == 50 })
    #expect(zip(pieces[0], pieces[0].dropFirst()).allSatisfy { $0.x <= $1.x })
  }

  @Test func `flags go up and down by steps`() {
    let pieces = PlotCurve.pieces([0, 1, 2], [0, 1, 1], column: 0, isStepped: true)
    #expect(
      pieces == [[Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 1, y: 1), Point(x: 2, y: 1)]])
  }

  @Test func `a drawing names lines, unit, times and requests`() {
    var plot = Self.plot([0, 10, 20])
    plot.add([
      ControlAssignment(control: "job", value: "50%", time: TimeSpan(microseconds: 1_000_000)),
      ControlAssignment(control: "job", value: "90%", time: TimeSpan(microseconds: 9_000_000)),
    ])
    for width in [960.0, 320] {
      let drawing = PlotLayout.draw(plot, width: width, theme: .light)
      let texts = Self.texts(drawing)
      for text in ["box.position.x", "Points", "Time in seconds", "job = 50%", "20", "1.0"] {
        #expect(texts.contains(text), "\(text) at \(width)")
      }
      #expect(!texts.contains("job = 90%"))
      #expect(drawing.size.width == width && drawing.size.height > 150)
    }
  }

  @Test func `all marks lie on the page`() {
    var plot = Self.plot(
      [-5, 1e6, nil, 3],
      name: "a very long path/of many layers/whose name does not fit.position.x")
    plot.add([
      ControlAssignment(
        control: "text", value: String(repeating: "long ", count: 40),
        time: TimeSpan(microseconds: 3_000_000))
    ])
    for width in [960.0, 320, 160] {
      let drawing = PlotLayout.draw(plot, width: width, theme: .dark)
      for mark in drawing.marks {
        switch mark {
        case .box(let box, _):
          #expect(box.maxX <= width && box.maxY <= drawing.size.height)
        case .lines(let lines, _, _, _):
          #expect(
            lines.joined().allSatisfy { 0...width ~= $0.x && 0...drawing.size.height ~= $0.y })
        case .text(let text, let place, let anchor, let size, _, _):
          let length = PlotDrawing.width(of: text, size: size)
          let start =
            switch anchor {
            case .start: place.x
            case .middle: place.x - length / 2
            case .end: place.x - length
            }
          #expect(start >= -2 && start + length <= width + 2, "\(text) at \(width)")
        }
      }
    }
  }

  @Test func `no more lines are drawn than there are distinct looks`() {
    var plot = Plot(title: "many")
    plot.append(
      0,
      [
        Plot.Sample(
          name: "a.locations", keyPath: AnimationKeyPath("locations")!,
          value: .scalars(Array(repeating: 0, count: 25)))
      ])
    #expect(plot.isCut)
    #expect(plot.series.count == Plot.mostSeries)
    let looks = (0..<Plot.mostSeries).map { PlotTheme.light.line($0) }
    for (index, look) in looks.enumerated() {
      #expect(!looks[..<index].contains { $0.color == look.color && $0.dashes == look.dashes })
    }
  }

  @Test func `lines and texts are seen on their background`() {
    for theme in [PlotTheme.light, .dark] {
      for color in theme.lines { #expect(contrast(color, theme.background) >= 3) }
      for color in [theme.ink, theme.soft] { #expect(contrast(color, theme.background) >= 4.5) }
    }
  }

  private func contrast(_ a: ColorComponents, _ b: ColorComponents) -> Double {
    func luminance(_ color: ColorComponents) -> Double {
      func linear(_ level: Double) -> Double {
        level <= 0.04 ? level / 12.92 : pow((level + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }
    let (high, low) = (max(luminance(a), luminance(b)), min(luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)
  }

  @Test func `names are escaped in SVG and shown in full`() throws {
    let plot = Self.plot([0, 1], name: "<a & \"b\">{percent}")
    let drawing = PlotLayout.draw(plot, width: 640, theme: .light)
    let svg = PlotSVG.write(drawing)
    #expect(svg.contains("&lt;a &amp; &quot;b&quot;&gt;{percent}"))
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
    let picture = try ImageDecoder.decode(PlotScene.draw(drawing, scale: 1))
    #expect(picture.size == PixelSize(width: 640, height: Int(drawing.size.height.rounded(.up))))
    #expect(picture.premultipliedPixels.contains(0xFFC2_410C))
  }

  @Test(arguments: ["a", "a.gif", "a.png.", "svg"])
  func `a file with another ending is refused`(path: String) {
    #expect(throws: ValidationError.self) { try PlotFile(path) }
  }
}
