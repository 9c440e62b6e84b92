import Scene
import Testing

@testable import ControlCommands
@testable import Stage

@Suite struct GalleryTests {
  @Test func `text is escaped in the page`() {
    #expect(GalleryPage.escaped("<b a=\"1\">&é</b>") == "&lt;b a=&quot;1&quot;&gt;&amp;é&lt;/b&gt;")
  }

  @Test func `the comments at a scene's beginning are its description`() {
    #expect(
      GalleryPage.remark(in: "// A sun that\n//  comes up.\n{ // not this\n}")
        == "A sun that comes up.")
    #expect(GalleryPage.remark(in: "{}") == "")
  }

  @Test func `a page holds every picture, caption and source once`() {
    var page = GalleryPage(title: "A & B", pictureWidth: 100)
    page.append(
      GalleryPage.Exhibit(
        name: "Sun", path: "sun.jsonc", source: "// Up.\n{ \"size\": \"<1\" }",
        pictures: [.init(caption: "at the start", file: [1, 2, 3])]))
    let text = String(decoding: page.finished(), as: UTF8.self)
    #expect(text.contains("<title>A &amp; B</title>"))
    #expect(text.contains("<p>Up.</p>"))
    #expect(text.contains("alt=\"Sun, at the start\" src=\"data:image/png;base64,AQID\""))
    #expect(text.contains("{ &quot;size&quot;: &quot;&lt;1&quot; }"))
    #expect(text.hasSuffix("</html>\n"))
  }

  private func control(_ name: String, _ kind: ControlKind) -> ControlInfo {
    ControlInfo(
      name: name, kind: kind, value: 0, isIndeterminate: false, text: nil, label: nil,
      description: "")
  }

  @Test func `a scene without controls is shown at moments of its own time`() {
    let moments = SceneTour.moments(of: [])
    #expect(moments.map(\.caption) == ["at the start", "35 %", "70 %", "at the end"])
    #expect(moments.allSatisfy { $0.requests.isEmpty })
    #expect(moments.map(\.time.microseconds) == moments.map(\.time.microseconds).sorted())
  }

  @Test func `every control that takes a value is taken to it`() {
    let moments = SceneTour.moments(of: [
      control("boot", .progress), control("status", .text),
    ])
    #expect(moments[1].caption == "not known")
    #expect(moments[1].requests.map(\.value) == ["indeterminate"])
    #expect(moments[2].requests.map(\.control) == ["boot"])
    #expect(moments.map { $0.requests.first?.value } == [nil, "indeterminate", "0.35", "0.7", "1"])
  }
}
