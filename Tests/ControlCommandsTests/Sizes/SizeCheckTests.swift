// Long: a test for each kind of finding, and its counterpart that finds nothing.
import Foundation
import Geometry
import Scene
import Testing

@testable import ControlCommands

/// Layers that cannot be seen well, on a panel of 320 × 240 pixels.
@Suite struct SizeCheckTests {
  private func findings(
    _ layers: String, _ keys: String = "", size: PixelSize = PixelSize(width: 320, height: 240)
  ) throws -> [SizeFinding] {
    let text = "{\(keys)\"layers\":[\(layers)]}"
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
    return SizeCheck(scene, size: size, states: SizeCheck.states(of: scene)).findings
  }

  private func text(_ keys: String) -> String {
    "{\"kind\":\"text\",\"name\":\"title\",\"string\":\"Installing updates\",\(keys)}"
  }

  @Test(arguments: [
    "\"fontSize\":20", "\"fontSize\":200,\"minimumFontSize\":10",
    "\"fontSize\":300,\"hidden\":true", "\"fontSize\":20,\"color\":\"#808080\"",
  ])
  func `a readable text is no finding`(keys: String) throws {
    #expect(try findings(text(keys)).isEmpty)
  }

  @Test func `a variant for outputs without end is not tried`() throws {
    let scene = try SceneLoader.load(
      bytes: Array(
        """
        { "layers": [ { "size": [1, 1] } ],
          "variants": [ { "when": { "minWidth": 30000, "minHeight": 30000 }, "background": "#FF0000" } ] }
        """.utf8), name: "s", directory: nil)
    let report = SizeReport(scene, path: "s")
    #expect(report.panels == PanelSizes.all)
    #expect(report.untried == [PixelSize(width: 30_000, height: 30_000)])
  }

  @Test func `given panels are checked, with the texts that clients set`() throws {
    let text = """
      { "layers": [
          { "name": "line", "kind": "text", "string": "Ready", "fontSize": 30 },
          { "name": "bar", "kind": "progress", "style": "line", "size": [100, 8], "position": ["50%", "90%"] } ],
        "controls": {
          "status": { "kind": "text", "drives": "line" }, "job": { "kind": "progress", "drives": "bar" },
          "outcome": { "kind": "state", "states": {
            "no": {}, "yes": { "changes": [{ "layer": "bar", "key": "opacity", "to": 0 }] } } } },
        "variants": [ { "when": { "minWidth": 5000 }, "background": "#FF0000" } ] }
      """
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
    let panels = [PixelSize(width: 320, height: 240), PixelSize(width: 1920, height: 1080)]
    func report(_ settings: String...) throws -> SizeReport {
      let settings = try settings.map { try ControlAssignment($0) }
      try SizeCheck.tryOut(settings, on: scene, panels: panels)
      return SizeReport(scene, path: "s", panels: panels, settings: settings)
    }
    #expect(try report().panels == panels)
    #expect(try report().findings.isEmpty)
    #expect(try report("job=40%").findings.isEmpty)
    let found = try report("status=The update could not be installed").findings
    #expect(found.map(\.size) == [panels[0]])
    // It is found once, and not in each state.
    #expect(found.first?.findings.map(\.layer) == ["line"])
    #expect(found.first?.findings.first?.state == nil)
    #expect(throws: ClientError.self) { try report("stats=x") }
    #expect(throws: ClientError.self) { try report("job=soon") }
  }

  @Test func `a request is refused that no panel takes`() throws {
    let text = """
      { "layers": [
          { "name": "retry", "size": [50, 20], "backgroundColor": "#FF0000", "hidden": true },
          { "name": "box", "frame": [0, 0, 90, 20], "layers": [{ "name": "entry", "kind": "text", "string": "" }] } ],
        "controls": {
          "retry": { "kind": "button", "layer": "retry", "pressed": { "key": "opacity", "to": 0.5 } },
          "host": { "kind": "field", "layer": "box", "entry": "entry" } },
        "variants": [ { "when": { "minWidth": 800 }, "layers": { "retry": { "hidden": false } } } ] }
      """
    let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
    let (small, large) = (PixelSize(width: 320, height: 240), PixelSize(width: 1920, height: 1080))
    func tryOut(_ setting: String, _ panels: PixelSize...) throws {
      try SizeCheck.tryOut([try ControlAssignment(setting)], on: scene, panels: panels)
    }
    try tryOut("retry=pressed", large)
    try tryOut("retry=pressed", small, large)
    let error = #expect(throws: ClientError.self) { try tryOut("retry=pressed", small) }
    // Controls are set from the beginning.
    #expect(error?.hint == nil)
    try tryOut("host=example.org", small)
    let focus = #expect(throws: ClientError.self) { try tryOut("host=focused", small) }
    #expect(focus?.hint == "fields are tried with the focus by themselves")
  }

  @Test func `fewer states and locales of a large scene are tried`() {
    func trials(_ layers: Int, _ states: Int, _ locales: Int) -> [Int] {
      let trials = SizeReport.trials(layers: layers, panels: 10, states: states, locales: locales)
      return [trials.states, trials.locales]
    }
    #expect(trials(100, 40, 2) == [40, 2])
    #expect(trials(100, 0, 64) == [0, 64])
    #expect(trials(1, 1_000, 1) == [128, 1])
    for (layers, states, locales) in [(1_500, 64, 20), (5_000, 3_000, 1), (10_000, 64, 64)] {
      let tried = trials(layers, states, locales)
      #expect(tried[0] < states && 1...locales ~= tried[1], "\(tried)")
      // Only the minimum, no state and one locale, may exceed the limit.
      let layouts = 10 * tried[1] * SizeCheck.layoutCount(states: tried[0])
      #expect(tried == [0, 1] || layouts * layers <= 300_000)
    }
  }

  @Test func `the report counts the states that it leaves out`() throws {
    func report(_ controls: Int, _ states: Int) throws -> SizeReport {
      let names = (0..<states).map { "\"s\($0)\": {}" }.joined(separator: ", ")
      let all = (0..<controls).map {
        "\"c\($0)\": { \"kind\": \"state\", \"label\": \"C\", \"states\": { \(names) } }"
      }
      let text = "{ \"layers\": [{}], \"controls\": { \(all.joined(separator: ", ")) } }"
      let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
      return SizeReport(scene, path: "s")
    }
    #expect(try report(1, 3).omissions == nil)
    #expect(try report(3, 64).omissions == "128 of 189 states are tried")
  }

  @Test func `a field under the on-screen keyboard is a finding`() throws {
    func findings(_ frame: String, height: Int = 240) throws -> [SizeFinding] {
      let text = """
        { "layers": [
            { "name": "en", "frame": [0, 0, 20, 20] }, { "name": "de", "frame": [20, 0, 20, 20] },
            { "name": "hidden", "frame": [0, 0, 20, 20], "hidden": true },
            { "name": "first", "frame": [40, 0, 50, 20], "layers": [
              { "name": "first text", "kind": "text", "string": "", "frame": [0, 0, 50, 20] } ] },
            { "name": "box", "frame": [\(frame)], "layers": [
              { "name": "text", "kind": "text", "string": "", "frame": [0, 0, 50, 20] } ] } ],
          "controls": {
            "language": { "kind": "choice", "value": "en", "options": {
              "en": { "label": "English", "layer": "en", "focused": { "key": "borderWidth", "to": 2 }, "chosen": { "key": "opacity", "to": 0.9 } },
              "de": { "label": "Deutsch", "layer": "de", "focused": { "key": "borderWidth", "to": 2 }, "chosen": { "key": "opacity", "to": 0.9 } } } },
            "unseen": { "kind": "button", "layer": "hidden", "focused": { "key": "borderWidth", "to": 2 } },
            "small": { "kind": "field", "layer": "first", "entry": "first text" },
            "note": { "kind": "field", "layer": "box", "entry": "text" } } }
        """
      let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
      return KeyboardCheck(scene, size: PixelSize(width: 320, height: height)).findings
    }
    #expect(try findings("0, 200, 300, 40").isEmpty, "the scene moves up")
    let covered = try findings("0, 0, 300, 240")
    #expect(covered.map(\.layer) == ["note"])
    guard case .behindKeyboard(let pixels)? = covered.first?.kind else {
      Issue.record("\(covered)")
      return
    }
    #expect((50..<150).contains(pixels))
    #expect(covered[0].message.hasPrefix("note: the keyboard on the screen covers "))
    #expect(try findings("0, 0, 300, 240", height: 800).isEmpty, "there is room beside it")
  }

  @Test func `a text of the least height that can be read is no finding, whatever is around it`()
    throws
  {
    let layers = """
      { "kind": "column", "padding": "3vmin", "layers": [ { "kind": "row", "gap": "2vmin", "layers": [
        { "size": ["50% - 1vmin", 40] }, { "size": ["50% - 1vmin", 40], "layers": [
          { "kind": "text", "name": "title", "string": "Free", "fontSize": 9, "size": ["100% - 4vmin", 12] } ] } ] } ] }
      """
    #expect(try findings(layers, size: PixelSize(width: 240, height: 240)).isEmpty)
  }

  @Test func `a text that does not fit is a finding`() throws {
    let cut = try findings(text("\"fontSize\":60"))
    #expect(cut.count == 1 && cut[0].layer == "title")
    guard case .cutText(let pixels) = cut[0].kind else {
      Issue.record("\(cut)")
      return
    }
    #expect(pixels > 50)
    #expect(
      try findings(text("\"fontSize\":60,\"minimumFontSize\":55")).map(\.kind) == [.hiddenText])
    // A truncation that leaves most of the text is meant.
    let meant = try findings(text("\"fontSize\":60,\"truncation\":\"end\""))
    #expect(meant.isEmpty, "\(meant)")
    #expect(
      try findings(text("\"fontSize\":120,\"truncation\":\"end\"")).map(\.kind)
        == [.truncatedText])
    // On a larger panel it fits.
    let large = PixelSize(width: 1920, height: 1080)
    #expect(try findings(text("\"fontSize\":60"), size: large).isEmpty)
  }

  @Test func `a text that is too small, also by a scale, is a finding`() throws {
    #expect(try findings(text("\"fontSize\":6")).map(\.kind) == [.smallText(6)])
    let fit = "\"size\":[1280,960],\"fit\":\"contain\","
    #expect(try findings(text("\"fontSize\":32"), fit).map(\.kind) == [.smallText(8)])
    #expect(try findings(text("\"fontSize\":64"), fit).isEmpty)
  }

  @Test func `a text with low contrast to the colour behind it is a finding`() throws {
    func kinds(_ layers: String) throws -> [SizeFinding.Kind] {
      try findings(layers, "\"background\":\"#FFFFFF\",").map(\.kind)
    }
    #expect(try kinds(text("\"fontSize\":20")) == [.lowContrast(1)])
    #expect(try kinds(text("\"fontSize\":20,\"color\":\"#000000\"")).isEmpty)
    let panel = "{\"backgroundColor\":\"#000000\"},"
    #expect(try kinds(panel + text("\"fontSize\":20")).isEmpty)
    let button = "{\"backgroundColor\":\"#000000\",\"cornerRadius\":40},"
    let dark = "\"fontSize\":20,\"color\":\"#303030\""
    #expect(try kinds(button + text(dark + ",\"frame\":[60,60,200,40]")).count == 1)
    // Where a round corner cuts off a text's backdrop, the layer behind it counts.
    let corner = "{\"backgroundColor\":\"#000000\",\"cornerRadius\":120},"
    #expect(try kinds(corner + text(dark)).count == 1)
    // A large text may have less contrast.
    #expect(try kinds(text("\"fontSize\":24,\"color\":\"#808080\"")).isEmpty)
    #expect(try kinds(text("\"fontSize\":20,\"color\":\"#808080\"")).count == 1)
    // Each coloured part of a text is checked in its colour, and the other parts in the text's.
    func parts(_ first: String, _ second: String) -> String {
      "{\"kind\":\"text\",\"fontSize\":20,\"string\":[{\"text\":\"a\",\"color\":\"\(first)\"},\(second)]}"
    }
    #expect(try kinds(parts("#000000", "{\"text\":\"b\",\"color\":\"#404040\"}")).isEmpty)
    #expect(
      try kinds(parts("#000000", "{\"text\":\"b\",\"color\":\"#FFFFFF\"}")) == [.lowContrast(1)])
    #expect(try kinds(parts("#000000", "\"b\"")) == [.lowContrast(1)])
  }

  @Test(arguments: [
    ("", 1), ("\"mask\": { \"frame\": [0, 0, 5, 5], \"backgroundColor\": \"#FFFFFF\" }", 0),
    ("\"rotation\": 45", 1), ("\"translation\": [1, 0]", 1),
  ])
  func `contrast is measured with the visible parts behind a text`(
    keys: String, count: Int
  ) throws {
    let found = try findings(
      """
      { "frame": [0, 0, 320, 240], "backgroundColor": "#FFFFFF"\(keys.isEmpty ? "" : ", " + keys) },
      { "kind": "text", "string": "Text", "fontSize": 20, "color": "#FFFFFF", "frame": [110, 100, 100, 30] }
      """)
    #expect(found.count == count)
  }

  /// From black above to white below, or on the left and on the right.
  @Test(arguments: [
    ("\"start\": [0.5, 0], \"end\": [0.5, 1]", "10, 0", false),
    ("\"start\": [0.5, 0], \"end\": [0.5, 1]", "10, 200", true),
    ("\"start\": [0, 0.5], \"end\": [1, 0.5]", "0, 200", false),
    ("\"start\": [0, 0.5], \"end\": [1, 0.5]", "200, 0", true),
    ("\"style\": \"radial\", \"start\": [0, 0], \"end\": [1, 1]", "0, 0", false),
    ("\"style\": \"radial\", \"start\": [0, 0], \"end\": [1, 1]", "200, 200", true),
  ])
  func `contrast is measured with the part of a gradient behind a text`(
    keys: String, place: String, isFound: Bool
  ) throws {
    func kinds(_ color: String) throws -> [SizeFinding.Kind] {
      try findings(
        """
        { "kind": "gradient", "colors": ["#000000", "\(color)"], \(keys) },
        { "kind": "text", "string": "Text", "fontSize": 20, "color": "#FFFFFF", "frame": [\(place), 100, 30],
          "alignment": "left" }
        """
      ).map(\.kind)
    }
    let found = try kinds("#FFFFFF")
    #expect(found.count == (isFound ? 1 : 0))
    if let kind = found.first, case .lowContrast(let ratio) = kind { #expect(ratio < 4.5) }
    // The backdrop counts, too, where it shines through.
    #expect(try kinds("#FFFFFF 90%").count == (isFound ? 1 : 0))
  }

  @Test func `the placeholder of a field is checked`() throws {
    func findings(_ keys: String, _ text: String = "#FFFFFF", on ground: String) throws
      -> [SizeFinding]
    {
      try self.findings(
        """
        { "name": "box", "frame": [10, 10, 200, 40], "backgroundColor": "\(ground)", "layers": [
          { "name": "entry", "kind": "text", "string": "", "frame": [5, 5, 190, 30], "fontSize": 16,
            "color": "\(text)" } ] }
        """,
        """
        "controls": { "host": { "kind": "field", "layer": "box", "entry": "entry", "placeholder": "host"\(keys) } },
        """)
    }
    let found = try findings(", \"placeholderColor\": \"#303030\"", on: "#000000")
    #expect(found.count == 1)
    #expect(
      found.first?.message.hasPrefix("box/entry: the placeholder (`placeholderColor`) has a ")
        ?? false)
    // The usual colour can be read.
    for (text, ground) in [
      ("#FFFFFF", "#000000"), ("#000000", "#FFFFFF"), ("#FFFFFF", "#262626"),
      ("#20304A", "#FFFFFF"), ("#2E4057", "#FFFFFF 95%"), ("#FFFFFF", "#555555"),
    ] {
      #expect(try findings("", text, on: ground).isEmpty, "\(text) on \(ground)")
    }
  }

  @Test func `layers without space in a row or a column are findings`() throws {
    func column(_ keys: String, _ layers: String) -> String {
      "{\"kind\":\"column\",\"justifyContent\":\"center\",\(keys)\"layers\":[\(layers)]}"
    }
    let disc = "{\"name\":\"disc\",\"size\":[60,100],\"backgroundColor\":\"#FF0000\"}"
    let other = disc.replacing("disc", with: "other")
    #expect(try findings(column("", disc + "," + other)).isEmpty)
    let three = [disc, disc.replacing("disc", with: "middle"), other].joined(separator: ",")
    #expect(
      try findings(column("", three)) == [
        SizeFinding(layer: "[0]/disc", kind: .overflow(30, of: nil)),
        SizeFinding(layer: "[0]/other", kind: .overflow(30, of: nil)),
      ])
    // One that is moved out of its place is meant to be there.
    let moved = disc.replacing("60,100]", with: "60,100],\"translation\":[-30,0]")
    #expect(try findings(column("", moved)).isEmpty)
    let card = "\"name\":\"card\",\"size\":[80,40],\"alignItems\":\"start\","
    let title = text("\"fontSize\":20")
    let found = try findings(column(card + "\"backgroundColor\":\"#000000\",", title))
    #expect(found.count == 1 && found[0].layer == "card/title")
    guard case .overflow(let pixels, of: "card") = found[0].kind else {
      Issue.record("\(found)")
      return
    }
    #expect((60..<160).contains(pixels))
    // A layer that is not seen may be too small for its content.
    #expect(try findings(column(card, title)).isEmpty)
  }

  @Test func `each state is checked`() throws {
    let scene = try SceneLoader.load(
      bytes: Array(
        """
        { "layers": [
            { "name": "line", "kind": "text", "string": "Done", "fontSize": 30 },
            { "name": "cross", "frame": [0, 0, 20, 20], "backgroundColor": "#FF0000" } ],
          "controls": { "outcome": { "kind": "state", "states": {
            "working": {},
            "done": { "changes": [ { "layer": "line", "text": "All done" } ] },
            "failed": { "after": { "duration": 5, "state": "working" }, "changes": [
              { "layer": "cross", "key": "opacity", "to": 0, "duration": 1 },
              { "layer": "line", "text": "The update could not be installed", "follows": true } ] } } } } }
        """.utf8), name: "s", directory: nil)
    let states = SizeCheck.states(of: scene)
    #expect(states.map(\.name) == ["done", "failed"])
    let size = PixelSize(width: 320, height: 240)
    var layouts = 0
    let found = SizeCheck(scene, size: size, states: states) { layouts += 1 }.findings
    #expect(layouts == SizeCheck.layoutCount(states: 2))
    #expect(SizeCheck(scene, size: size, states: [states[0]]).findings.isEmpty)
    #expect(found.count == 1 && found[0].state == "outcome=failed")
    #expect(found.first?.message.hasPrefix("line with outcome=failed: ") ?? false)
    let wide = PixelSize(width: 800, height: 480)
    #expect(SizeCheck(scene, size: wide, states: states).findings.isEmpty)
  }

  @Test func `a state has its own findings alone, late ones too`() throws {
    func found(_ change: String) throws -> [SizeFinding] {
      try findings(
        """
        { "name": "line", "kind": "text", "string": "Done", "fontSize": 30 },
        { "name": "flying", "frame": [400, 0, 20, 20], "backgroundColor": "#FF0000",
          "animations": [{ "key": "position.x", "from": 50, "duration": 2 }] }
        """,
        """
        "controls": { "outcome": { "kind": "state", "states": {
          "working": {}, "done": { "changes": [ \(change) ] } } } },
        """)
    }
    #expect(try found("{ \"layer\": \"line\", \"text\": \"Ended\" }").isEmpty)
    let late = try found(
      "{ \"layer\": \"line\", \"text\": \"The update could not be installed\", \"delay\": 20 }")
    #expect(late.map(\.layer) == ["line"] && late.first?.state == "outcome=done")
  }

  @Test func `overlapping texts and layers outside the screen are findings`() throws {
    let title = text("\"fontSize\":20")
    let twice = title + "," + title.replacing("title", with: "b")
    #expect(
      try findings(twice) == [SizeFinding(layer: "b", kind: .overlap("title"))])
    // A layer between the two hides the other one. Then the covering is reported instead, unless
    // the layer is clear, too small or rounded away.
    func covered(_ keys: String) throws -> [SizeFinding.Kind] {
      let top = title.replacing("title", with: "b")
      return try findings(title + ",{\(keys),\"layers\":[\(top)]}").map(\.kind)
    }
    let gradient = "\"kind\":\"gradient\",\"colors\":[\"#102030\",\"#203040\"]"
    for keys in ["\"backgroundColor\":\"#1C2740\"", gradient] {
      #expect(try covered(keys) == [.covered(by: "[1]")])
      #expect(try covered(keys + ",\"opacity\":0.9").contains(.overlap("title")))
      #expect(try covered(keys + ",\"cornerRadius\":120").contains(.overlap("title")))
      let small = "{\(keys),\"size\":[10,10]}"
      #expect(
        try findings(title + "," + small + "," + title.replacing("title", with: "b"))
          .map(\.kind).contains(.overlap("title")))
    }
    #expect(try covered("\"backgroundColor\":\"#1C274080\"").contains(.overlap("title")))
    let outside = """
      {"name":"bar","backgroundColor":"#FF0000","frame":[400,0,100,10]}
      """
    #expect(try findings(outside) == [SizeFinding(layer: "bar", kind: .outside)])
    #expect(try findings(outside, size: PixelSize(width: 480, height: 800)).isEmpty)
    // A layer beyond the edge of the one that clips it may come into sight.
    let sky = """
      {"masksToBounds":true,"frame":[0,0,320,100],"layers":[{"backgroundColor":"#FF0000","frame":[0,120,10,10]}]}
      """
    #expect(try findings(sky).isEmpty)
    // An edge is not that of the screen.
    let strip = """
      {"masksToBounds":true,"frame":[100,100,60,60],"layers":[{"kind":"row","size":[60,20],"layers":[
        {"size":[90,20],"backgroundColor":"#FF0000"}]}]}
      """
    #expect(try findings(strip).isEmpty)
    // A backdrop may be larger than the area that it covers.
    let ground = """
      {"kind":"overlay","alignItems":"center","justifyItems":"center","layers":[
        {"size":["120%","120%"],"backgroundColor":"#0000FF"}]}
      """
    #expect(try findings(ground).isEmpty)
    // The percents of a ring get their place with the first frame.
    let ring = """
      {"kind":"progress","style":"circle","size":["60vmin","60vmin"],"content":"percentage"}
      """
    #expect(try findings(ring).isEmpty)
  }

  @Test func `a text that a layer around it clips is a finding`() throws {
    func kinds(_ y: Int, _ controls: String = "", size: Int = 20) throws -> [SizeFinding.Kind] {
      let line = text("\"fontSize\":\(size),\"frame\":[0,\(y),300,\(size + 10)]")
      return try findings(
        "{\"name\":\"list\",\"masksToBounds\":true,\"frame\":[0,0,320,100],\"layers\":[\(line)]}",
        controls
      ).map(\.kind)
    }
    #expect(try kinds(20).isEmpty)
    #expect(try kinds(120) == [.clippedText(by: "list")])
    // A control may bring it into sight.
    let drives = """
      "controls": { "page": { "kind": "progress",
        "drives": { "layer": "title", "key": "position.y", "from": 120, "to": 20 } } },
      """
    #expect(try kinds(120, drives).isEmpty)
    guard case .cutText? = try kinds(88).first else {
      Issue.record("no cut")
      return
    }
  }

  @Test func `a cut that is small for its text is no finding`() throws {
    func cut(_ size: Int, _ beyond: Double) throws -> Bool {
      // The font's digits have the same proportions in each size.
      let layers = """
        { "kind": "text", "name": "digits", "string": "88", "fontSize": \(size), "alignment": "left",
          "frame": [\(-Double(size) * 0.05 - beyond), 20, 300, 200] }
        """
      return try !findings(layers, size: PixelSize(width: 800, height: 480)).isEmpty
    }
    // The distance counts from the left edge of the glyphs, whose margin is less than 5 %.
    #expect(try cut(160, 0) == false)
    #expect(try cut(160, 16))
    #expect(try cut(20, 4))
  }

  @Test func `a text that a layer crosses or hides in part is a finding`() throws {
    func kinds(_ first: String, _ last: String = "") throws -> [SizeFinding.Kind] {
      let title = text("\"fontSize\":20,\"frame\":[60,100,200,30],\"color\":\"#FFFFFF\"")
      return try findings([first, title, last].filter { !$0.isEmpty }.joined(separator: ","))
        .map(\.kind)
    }
    func bar(_ frame: String, _ keys: String = "") -> String {
      """
      { "name": "bar", "frame": [\(frame)], "backgroundColor": "#204060"\(keys) }
      """
    }
    let line = """
      { "name": "bar", "kind": "progress", "style": "line", "frame": [0, 105, 120, 20] }
      """
    #expect(try kinds(line) == [.struckText(by: "bar")])
    #expect(try kinds("", line) == [.struckText(by: "bar")])
    let struck = try kinds(bar("0, 113, 120, 3"))
    #expect(struck.contains(.struckText(by: "bar")))
    // Beside the middle of the letters, too.
    #expect(try kinds(bar("0, 116, 120, 1")).contains(.struckText(by: "bar")))
    // An underline, a backdrop, a line beside the text, one that moves away, and a hidden one.
    #expect(try kinds(bar("60, 126, 200, 2")).isEmpty)
    #expect(try kinds(bar("0, 90, 320, 60")).isEmpty)
    #expect(try kinds(line.replacing("120, 20]", with: "60, 20]")).isEmpty)
    let fading =
      ", \"animations\": [{ \"key\": \"opacity\", \"from\": 1, \"to\": 0, \"duration\": 2 }]"
    #expect(try kinds(bar("0, 113, 320, 3", fading)).isEmpty)
    let ground = "{ \"frame\": [0, 80, 320, 80], \"backgroundColor\": \"#000000\" }"
    #expect(try kinds(line + "," + ground).isEmpty)
    // In front, as a whole.
    #expect(try kinds("", bar("160, 0, 160, 240")) == [.coveredText(by: "bar")])
    #expect(
      try kinds("", bar("160, 0, 160, 240", ", \"cornerRadius\": 4")) == [
        .coveredText(by: "bar")
      ])
    #expect(try kinds("", bar("160, 0, 160, 240", ", \"opacity\": 0.5")).isEmpty)
  }

  @Test func `collapsed texts are not seen`() throws {
    let title = text("\"fontSize\":20")
    func found(_ other: String, _ keys: String = "") throws -> [SizeFinding] {
      try findings(
        "{\"kind\":\"overlay\",\"layers\":[\(title),{\"name\":\"b\",\"kind\":\"text\",\"string\":\"Installed\",\(other)}]}",
        keys)
    }
    func state(_ from: Bool) -> String {
      """
      "controls": { "s": { "kind": "state", "states": { "a": {}, "b": { "changes": [
        { "layer": "b", "key": "collapsed", "to": \(!from) } ] } } } },
      """
    }
    let overlap = SizeFinding.Kind.overlap("[0]/title")
    #expect(try found("\"fontSize\":20").map(\.kind) == [overlap])
    #expect(try found("\"fontSize\":20,\"collapsed\":true").isEmpty)
    #expect(try found("\"fontSize\":2,\"color\":\"#000000\",\"collapsed\":true").isEmpty)
    let shown = try found("\"fontSize\":20,\"collapsed\":true", state(true))
    #expect(shown.map(\.kind) == [overlap] && shown.map(\.state) == ["s=b"])
    let hidden = try found("\"fontSize\":20", state(false))
    #expect(hidden.map(\.kind) == [overlap] && hidden.map(\.state) == [nil])
    let variant = """
      "variants": [ { "when": { "maxWidth": 320 }, "layers": { "b": { "collapsed": true } } } ],
      """
    #expect(try found("\"fontSize\":20", variant).isEmpty)
  }

  @Test func `a long text in a field is no finding where it is cut off`() throws {
    func found(_ string: String, _ keys: String, _ placeholder: String) throws -> [SizeFinding.Kind]
    {
      let text = """
        { "layers": [
          { "kind": "row", "frame": [10, 10, 120, 40], "layers": [
            { "name": "box", "size": [100, 30], "backgroundColor": "#000000", "layers": [
              { "name": "entry", "kind": "text", "string": "", "frame": [5, 3, 90, 24],
                "fontSize": 16\(keys) } ] } ] },
          { "name": "unit", "kind": "text", "string": "GB", "fontSize": 16, "frame": [150, 13, 60, 24] } ],
          "controls": { "host": {
            "kind": "field", "layer": "box", "entry": "entry", "placeholder": "\(placeholder)" } } }
        """
      let scene = try SceneLoader.load(bytes: Array(text.utf8), name: "s", directory: nil)
      let settings = string.isEmpty ? [] : [try ControlAssignment("host=" + string)]
      return SizeCheck(
        scene, size: PixelSize(width: 320, height: 240), states: [], settings: settings
      ).findings.map(\.kind)
    }
    let long = "Maximiliana Hohenzollern-Sigmaringen von Altenburg"
    #expect(try found("", "", "name").isEmpty)
    for keys in [
      "", ",\"truncation\":\"end\"", ",\"masksToBounds\":true", ",\"alignment\":\"right\"",
    ] {
      #expect(try found(long, keys, "name").isEmpty, "\(keys)")
    }
    // All of the typed text is equally pale.
    let pale = try found(long, ",\"color\":\"#202020\"", "")
    #expect(pale.count == 1 && pale[0].name == .lowContrast)
    let cut = try found("", "", long)
    #expect(!cut.isEmpty)
  }

  @Test func `a layer behind an open question is no finding`() throws {
    func kinds(_ prompt: String, _ setting: String) throws -> [SizeFinding.Name] {
      let scene = try SceneLoader.load(
        bytes: Array(
          """
          { "background": "#000000", "layers": [
              { "name": "title", "kind": "text", "string": "Welcome", "color": "#FFFFFF", "fontSize": 24, "position": ["50%", "15%"], "size": [200, 34] },
              { "name": "key", "size": [200, 60], "position": ["50%", "80%"], "backgroundColor": "#204060" },
              { "name": "panel", "backgroundColor": "#000000 60%", "layers": [
                { "name": "card", "frame": ["5%", "30%", "90%", "68%"], "backgroundColor": "#101010", "layers": [
                  { "name": "words", "kind": "text", "string": "", "color": "#FFFFFF", "fontSize": 24, "position": ["50%", "20%"], "size": [200, 34] },
                  { "name": "answer", "kind": "text", "string": "", "color": "#FFFFFF", "fontSize": 24, "position": ["50%", "60%"], "size": [200, 34] } ] },
                { "name": "lock", "kind": "text", "string": "CAPS", "color": "#FFFFFF", "fontSize": 24, "position": ["50%", "15%"], "size": [200, 34] } ] } ],
            "controls": { \(prompt)
              "key": { "kind": "button", "layer": "key", "pressed": { "key": "cornerRadius", "to": 9 }, "focused": { "key": "borderWidth", "to": 2 } } } }
          """.utf8), name: "s", directory: nil)
      return SizeCheck(
        scene, size: PixelSize(width: 320, height: 240), states: [],
        settings: [try ControlAssignment(setting)]
      ).findings.map(\.kind.name)
    }
    let prompt =
      #""question": { "kind": "prompt", "panel": "panel", "message": "words", "entry": "answer" },"#
    #expect(try kinds(prompt, "question=PIN=abc").isEmpty)
    // Without a prompt these layers are in the way.
    let found = try kinds("", "key=released")
    #expect(found.contains(.covered))
    #expect(found.contains(.overlap))
  }

  @Test(
    arguments: ["aurora", "boot", "gyroscope", "install", "observatory", "paperplane", "shutdown"])
  func `a bundled scene shows a long message up to an ellipsis`(name: String) throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Scene/Scenes/\(name).jsonc").path
    let scene = try SceneLoader.load(path: path)
    let words = Array(repeating: "linux-image-6.1.0-18-amd64", count: 8).joined(separator: " ")
    let report = SizeReport(
      scene, path: "s", locale: "en", panels: [PixelSize(width: 320, height: 240)],
      settings: [try ControlAssignment("status=" + words)])
    let names = report.findings.flatMap { $0.findings.map { $0.kind.name } }
    #expect(!names.contains(.hiddenText) && !names.contains(.cutText), "\(names)")
  }
}
