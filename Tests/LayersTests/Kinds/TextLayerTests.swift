import Animation
import Geometry
import Raster
import Testing
import Text

@testable import Layers

/// The progress, phase and time that text layers show. No font is needed for that.
struct TextLayerTests {
  private func layer(_ string: String) throws -> TextLayer {
    let layer = TextLayer(
      fonts: try FontStack(FontDescriptor(), in: FontCatalog(directories: [])))
    layer.string = string
    return layer
  }

  @Test(arguments: [
    (0, "0%"), (0.33, "33%"), (0.29, "29%"), (0.999, "99%"), (1, "100%"), (1.7, "100%"),
    (-0.2, "0%"), (.nan, "0%"), (0.005, "0%"), (1.0 / 3, "33%"), (0.57, "57%"),
  ])
  func `P9 the percentage is rounded down`(progress: Double, expected: String) throws {
    let layer = try layer("{percent}")
    layer.progress = progress
    #expect(layer.shownString == expected)
  }

  @Test func `placeholders are filled anywhere in a text, and nothing else is`() throws {
    let layer = try layer("{phase}: {percent} ({remaining}) {percent}{x}{percent {}")
    layer.progress = 0.5
    layer.remaining = 200
    // The text that fills a placeholder is not filled again.
    layer.phases = JobPhases([JobPhases.Phase(label: "{percent}", end: 1)])
    #expect(layer.shownString == "{percent}: 50% (3:20) 50%{x}{percent {}")
    for string in ["", "{", "}", "{percent", "{{percent}}", "a{phase}b"] {
      layer.string = string
      #expect(layer.string == string)
    }
    #expect(layer.shownString == "a{percent}b")
    layer.string = "{{percent}}"
    #expect(layer.shownString == "{50%}")
  }

  @Test(arguments: [
    (0.1, 1, 0.6, "a"), (0.3, 1, 0.6, "b"), (0.25, 1, 0.6, "b"), (0.6, 1, 0.6, "b"),
    // The end of a phase, on the way up, there, and on the way down.
    (0.2, 0, 0.25, "a"), (0.25, 0, 0.25, "a"), (0.8, 0, 0.25, "c"), (0.3, 0, 0.25, "b"),
    (0.25, 1, 0.25, "b"), (1, 2, 1, "c"), (0.74, 2, 1, "b"), (1.1, 2, 1, "c"), (-0.1, 0, 0, "a"),
  ])
  func `the phase is the one whose range has the shown progress`(
    progress: Double, current: Int, value: Double, label: String
  ) {
    let phases = JobPhases(
      [("a", 0.25), ("b", 0.75), ("c", 1)].map { JobPhases.Phase(label: $0.0, end: $0.1) },
      current: current, value: value)
    #expect(phases.label(at: progress) == label)
    #expect(JobPhases().label(at: progress).isEmpty)
  }

  @Test func `another text stands there while no value is known`() throws {
    let layer = try layer("{phase}: {percent}, {remaining}")
    #expect(layer.unknownString == nil)
    layer.isIndeterminate = true
    #expect(layer.shownString == ": …, …")
    layer.phases = JobPhases([JobPhases.Phase(label: "Copying", end: 1)])
    layer.unknownString = "{phase} …"
    #expect(layer.shownString == "Copying …")
    layer.isIndeterminate = false
    #expect(layer.shownString == "Copying: 0%, …", "one of both is known")
    layer.isIndeterminate = true
    layer.remaining = 200
    #expect(layer.shownString == "Copying: …, 3:20")
    layer.remaining = nil
    layer.unknownString = ""
    #expect(layer.shownString.isEmpty)
    for string in ["{phase}", "Words", "{percent} {phase}"] {
      layer.string = string
      #expect(layer.shownString.isEmpty == string.contains("percent"))
    }
    layer.string = "{timeLeft}"
    layer.unknownString = "Soon"
    #expect(layer.shownString == "Soon")
    layer.setString("{percent}", isLiteral: true)
    #expect(layer.shownString == "{percent}")
  }

  @Test func `a text whose time is over is hidden at once, or shows the last phase`() throws {
    let root = Layer()
    root.bounds = Rect(x: 0, y: 0, width: 200, height: 100)
    let layers = try [
      ("{phase}, {timeLeft}", "{phase} {percent}"), ("{phase}, {timeLeft}", "Soon"),
      ("{remaining}", "Soon"),
    ].map { string, unknown in
      let layer = try layer(string)
      layer.bounds = root.bounds
      layer.unknownString = unknown
      layer.phases = JobPhases([
        JobPhases.Phase(label: "Copying", end: 0.5), JobPhases.Phase(label: "Checking", end: 1),
      ])
      root.addSublayer(layer)
      return layer
    }
    let tree = LayerTree(root: root)
    tree.advance(to: 0)
    #expect(layers.map(\.shownString) == ["Copying 0%", "Soon", "Soon"])
    // Only the request has changed: the presented progress is still 0.
    for layer in layers { (layer.phases.current, layer.phases.value) = (1, 1) }
    tree.advance(to: 1)
    #expect(layers.map(\.shownString) == ["Copying 0%", "", ""])
    for layer in layers { layer.progress = 1 }
    tree.advance(to: 1)
    tree.advance(to: 3)
    #expect(layers.map(\.shownString) == ["Checking 100%", "", ""])
  }

  @Test func `marks of runs in others' texts and phases are taken out`() throws {
    let layer = try layer("")
    layer.runStyles = [TextLayer.RunStyle(TextStyle(scale: 2), color: nil)]
    // Swift has no escapes for noncharacters.
    let (begin, end) = (
      String(Character(try #require(Unicode.Scalar(0xFDD1 as UInt32)))),
      String(Character(try #require(Unicode.Scalar(0xFDD0 as UInt32))))
    )
    layer.setString("a\(begin)b\(end)", isLiteral: true)
    #expect(layer.string == "ab")
    let own = TextRunMark.marked("{phase}!", style: 1)
    layer.string = own
    layer.phases = JobPhases([JobPhases.Phase(label: "c\(end)d", end: 1)])
    #expect(layer.phases.label == "cd")
    #expect(layer.string == own && layer.string.unicodeScalars.count == 10)
    #expect(layer.shownString == "cd!")
  }

  @Test func `the colour of a part moves by its name, and takes no other room`() throws {
    let layer = try layer(TextRunMark.marked("a", style: 1) + TextRunMark.marked("b", style: 2))
    let (red, blue) = (Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 0, blue: 1))
    layer.runStyles = [
      TextLayer.RunStyle(TextStyle(), color: red, name: "host"),
      TextLayer.RunStyle(TextStyle(), color: nil, name: "plain"),
    ]
    layer.isArranged = true
    let row = Layer()
    row.followsContentSizes = true
    var layouts = 0
    row.layoutHandler = { _ in layouts += 1 }
    row.addSublayer(layer)
    let tree = committedTree(row)
    layouts = 0
    let key = AnimationKeyPath(.textColor("host"))
    let target = AnimatableValue.color(ColorComponents(red: 0, green: 0, blue: 1, alpha: 1))
    #expect(
      layer.value(for: key) == .color(ColorComponents(red: 1, green: 0, blue: 0, alpha: 1)))
    for name in ["plain", "other"] {
      #expect(layer.value(for: AnimationKeyPath(.textColor(name))) == nil)
      #expect(!layer.setValue(target, for: AnimationKeyPath(.textColor(name))))
    }
    #expect(!layer.setValue(.scalar(1), for: key))
    layer.move(key, to: target, duration: 1, timingFunction: .linear)
    tree.advance(to: 0.5)
    tree.advance(to: 1)
    let shown = try #require(layer.presentation()).runStyles[0].color
    #expect(abs(try #require(shown).red - 0.5) < 0.01)
    #expect(layer.runStyles[0].color == blue && layer.runStyles[1].color == nil)
    #expect(layouts == 0)
  }

  @Test func `an ellipsis stands for an unknown value`() throws {
    let layer = try layer("{percent}, {remaining}")
    layer.progress = 0.5
    layer.isIndeterminate = true
    #expect(layer.shownString == "…, …")
    layer.isIndeterminate = false
    layer.remaining = 7
    #expect(layer.shownString == "50%, 0:10")
  }

  @Test func `the time left is written in words, and only where it is known`() throws {
    let layer = try layer("{percent} {timeLeft}")
    layer.locale = "en"
    #expect(layer.shownString == "0%")
    layer.remaining = 200
    #expect(layer.shownString == "0% about 4\u{A0}min left")
    layer.locale = "de"
    layer.remaining = 20
    #expect(layer.shownString == "0\u{A0}% noch weniger als eine Minute")
  }

  @Test(arguments: [
    ("{percent} – {timeLeft}", "0%"), ("{timeLeft} – {percent}", "0%"),
    ("{percent}, {timeLeft}, {phase}", "0%, Copying"), ("{percent} ({timeLeft})", "0%"),
    ("{percent} ({timeLeft}) · {phase}", "0% · Copying"), ("({percent}, {timeLeft}).", "(0%)."),
    ("({timeLeft} | {percent})", "(0%)"), ("{phase}\n{timeLeft} - {percent}", "Copying\n0%"),
    ("{phase} - {timeLeft}\n{percent}", "Copying\n0%"), ("{percent}\n{timeLeft}", "0%\n"),
    // Words stay, and so do spaces that are not beside an empty value.
    (" {percent} – ", " 0% – "), ("Noch {timeLeft}", "Noch"), ("{percent} – {timeLeft}a", "0% – a"),
    ("{timeLeft} – {timeLeft}", ""), ("({timeLeft})", ""), ("{timeLeft}", ""),
    (" – {timeLeft}", ""),
  ])
  func `a separator beside an unknown time goes with it`(string: String, expected: String) throws {
    let layer = try layer(string)
    layer.phases = JobPhases([JobPhases.Phase(label: "Copying", end: 1)])
    #expect(layer.shownString == expected)
    // A value keeps its characters.
    layer.phases = JobPhases([JobPhases.Phase(label: "Copying –", end: 1)])
    #expect(layer.shownString == expected.replacing("Copying", with: "Copying –"))
  }

  @Test func `runs keep their marks where a separator between them goes`() {
    let dash = TextRunMark.marked(" – ", style: 1)
    let end = TextRunMark.marked("", style: 2)
    var text = JoinedText()
    text.append(value: "0%")
    text.append(literal: dash + String(end.unicodeScalars.prefix(1)))
    text.append(value: "")
    text.append(literal: String(end.unicodeScalars.suffix(1)))
    #expect(text.finished() == "0%" + TextRunMark.marked("", style: 1) + end)
  }

  @Test func `languages write percentages and times in their own way`() throws {
    let layer = try layer("{percent} {remaining}")
    layer.progress = 0.33
    layer.remaining = 65
    for (locale, expected) in [
      ("", "33% 1:10"), ("de", "33\u{A0}% 1:10"), ("tr", "%33 1:10"), ("fa", "۳۳٪ ۱:۱۰"),
    ] {
      layer.locale = locale
      #expect(layer.shownString == expected, "\(locale)")
    }
  }

  @Test func `a progress within a percent draws nothing new`() throws {
    let layer = try layer("{percent}")
    layer.bounds = Rect(x: 0, y: 0, width: 100, height: 20)
    let tree = committedTree(layer)
    let count = layer.displayCount
    tree.transact(disableActions: true) { layer.progress = 0.004 }
    tree.advance(to: 0.1)
    #expect(layer.displayCount == count)
    tree.transact(disableActions: true) { layer.progress = 0.014 }
    tree.advance(to: 0.2)
    #expect(layer.displayCount == count + 1)
    #expect(layer.shownString == "1%")
  }

  @Test func `progress animates through the percents`() throws {
    let layer = try layer("{percent}")
    layer.bounds = Rect(x: 0, y: 0, width: 100, height: 20)
    let tree = committedTree(layer)
    layer.add(
      .basic(
        BasicAnimation(
          keyPath: AnimationKeyPath(.progress), from: .scalar(0), to: .scalar(1),
          timing: MediaTiming(duration: 1), timingFunction: .linear)),
      forKey: "p")
    tree.advance(to: 0)
    var seen: [String] = []
    for frame in 0...8 {
      tree.advance(to: Double(frame) / 8)
      seen.append(layer.shownString)
    }
    #expect(
      seen == ["0%", "12%", "25%", "37%", "50%", "62%", "75%", "87%", "0%"])
  }

  @Test func `C9 a percentage fits 1.3 radiuses, and is hidden where 13 points do not`() throws {
    let fonts = try FontStack(FontDescriptor(), in: FontCatalog())
    let needed = ShapedText("100%", fonts: fonts).naturalWidth(size: 1)
    func size(side: Double) throws -> Double {
      let layer = ProgressLayer(style: BasicProgressStyle())
      layer.bounds = Rect(x: 0, y: 0, width: side, height: side + 40)
      layer.content = [PercentageContent(fonts: fonts)]
      layer.progress = 1
      _ = committedTree(layer)
      let text = try #require(layer.content[0].layer as? TextLayer)
      #expect(text.shownString == "100%")
      #expect(text.position == Point(x: side / 2, y: side / 2 + 20))
      #expect(abs(text.bounds.width - 0.65 * side) < 1e-9)
      let layout = TextLayout(
        ShapedText("100%", fonts: fonts), text.attributes, in: text.bounds)
      for line in layout.lines { #expect(line.width <= 0.65 * side + 1e-6) }
      return layout.size
    }
    // The radius in which 13 points are just enough.
    let least = 13 * needed / 1.3
    #expect(try size(side: 2 * least + 0.01) == 13)
    #expect(try size(side: 2 * least - 0.01) == 0)
    #expect(try size(side: 2 * 50 * needed / 1.3 + 0.01) == 50)
    #expect(try size(side: 2_000) == 120)
  }

  @Test func `a percentage is as large with one digit as with three`() throws {
    let fonts = try FontStack(FontDescriptor(), in: FontCatalog())
    let layer = ProgressLayer(style: BasicProgressStyle())
    layer.bounds = Rect(x: 0, y: 0, width: 120, height: 120)
    layer.content = [PercentageContent(fonts: fonts)]
    _ = committedTree(layer)
    let text = try #require(layer.content[0].layer as? TextLayer)
    func size(_ string: String) -> Double {
      TextLayout(ShapedText(string, fonts: fonts), text.attributes, in: text.bounds).size
    }
    #expect(size("5%") == size("100%") && size("5%") > 13)
  }

  @Test func `a percentage goes while the progress is not known`() throws {
    let layer = ProgressLayer(style: BasicProgressStyle())
    layer.bounds = Rect(x: 0, y: 0, width: 100, height: 100)
    let content = PercentageContent(
      fonts: try FontStack(FontDescriptor(), in: FontCatalog(directories: [])), locale: "tr")
    layer.content = [StopContent(), content]
    layer.progress = 0.5
    let tree = committedTree(layer)
    let text = try #require(content.layer as? TextLayer)
    #expect(text.shownString == "%50" && text.opacity == 1)
    layer.setIndeterminate(true, animated: true)
    tree.advance(to: 0.1)
    tree.advance(to: 0.2)
    let presented = try #require(text.presentation())
    #expect(text.opacity == 0 && presented.opacity > 0 && presented.opacity < 1)
    layer.setIndeterminate(false, animated: false)
    tree.advance(to: 0.3)
    #expect(text.presentation()?.opacity == 1)
  }
}
