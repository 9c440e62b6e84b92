import Testing

@testable import ControlCommands

/// The time that `import` takes for parts of SVG files that become pictures.
@Suite struct SVGImportTests {
  /// A file of parts behind a mask by light, each with groups of two squares.
  private func scene(
    parts: Int, groups: Int, side: Int, budget: DrawingBudget = DrawingBudget()
  ) throws -> ImportedScene {
    let group = #"<g opacity="0.5"><path d="M0 0H9V9H0"/><path d="M0 0H9V9H0"/></g>"#
    let part = #"<g mask="url(#m)">"# + String(repeating: group, count: groups) + "</g>"
    let text =
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(side)" height="\#(side)""#
      + #" viewBox="0 0 9 9"><mask id="m"><rect width="9" height="9" fill="white"/></mask>"#
      + String(repeating: part, count: parts) + "</svg>"
    let picture = try #require(try VectorPicture.open(Array(text.utf8), "a.svg")).picture
    return try SVGImport(picture, "a.svg", budget: budget).scene
  }

  @Test(.timeLimit(.minutes(1)))
  func `a picture that would take too long to draw is refused before that`() throws {
    #expect(try scene(parts: 1, groups: 4000, side: 20).files.count == 1)
    let fault = #expect(throws: ClientError.self) {
      try scene(parts: 1, groups: 20_000, side: 1000)
    }
    #expect(fault?.message.hasPrefix("a.svg: ") == true)
    #expect(fault?.message.contains("would take more than about ten seconds") == true)
  }

  @Test func `pictures share one budget`() throws {
    let work = 3_000_000
    #expect(
      try scene(parts: 2, groups: 1, side: 40, budget: DrawingBudget(work: work)).files.count == 2)
    #expect(throws: ClientError.self) {
      try scene(parts: 40, groups: 1, side: 40, budget: DrawingBudget(work: work))
    }
    #expect(try scene(parts: 40, groups: 1, side: 40).files.count == 40)
  }

  @Test(arguments: [("sRGB", 0), ("linearRGB", 1)])
  func `a gradient of more colours than a scene may have becomes a picture`(
    interpolation: String, pictureCount: Int
  ) throws {
    let text =
      #"<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">"#
      + #"<linearGradient id="g" color-interpolation="\#(interpolation)">"#
      + #"<stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>"#
      + #"<rect width="20" height="20" fill="url(#g)"/></svg>"#
    let picture = try #require(try VectorPicture.open(Array(text.utf8), "a.svg")).picture
    #expect(try SVGImport(picture, "a.svg").scene.files.count == pictureCount)
  }
}
