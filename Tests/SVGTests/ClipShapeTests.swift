import Testing

/// The basic shapes of `clip-path`.
struct ClipShapeTests {
  private func clipped(
    _ value: String, _ element: String = "<rect x='2' y='2' width='4' height='4'"
  ) throws -> DrawnPicture {
    try DrawnPicture("\(element) style=\"clip-path: \(value)\"/>")
  }

  @Test(arguments: [
    ("inset(0)", 2..<6, 2..<6), ("inset(1px)", 3..<5, 3..<5), ("inset(25% 0)", 2..<6, 3..<5),
    ("inset(0 1px 2px)", 3..<5, 2..<4), ("inset(0 0 1px 3px)", 5..<6, 2..<5),
    ("inset(-9px)", 2..<6, 2..<6), ("rect(0 2px auto 25%)", 3..<4, 2..<6),
    ("xywh(1px 25% 2px 50%)", 3..<5, 3..<5), ("INSET( 1px ) fill-box", 3..<5, 3..<5),
    ("view-box inset(4px 0 0 4px)", 4..<6, 4..<6),
    ("polygon(0 0, 100% 0, 100% 2px, 0 50%)", 2..<6, 2..<4),
    ("polygon(evenodd, 0 0, 4px 0, 4px 4px, 0 4px, 0 0, 4px 0, 4px 2px, 0 2px)", 2..<6, 4..<6),
    ("path('M0 0h2v2h-2z')", 2..<4, 2..<4),
    ("path(evenodd, 'M0 0h4v4h-4zM0 0h4v2h-4z')", 2..<6, 4..<6),
    ("inset(calc(50% - 1px) 0 0)", 2..<6, 3..<6), ("fill-box", 2..<6, 2..<6),
    ("circle(99px)", 2..<6, 2..<6),
  ])
  func `a shape is measured by the element's box`(
    value: String, columns: Range<Int>, rows: Range<Int>
  ) throws {
    let picture = try clipped(value)
    #expect(picture.painted == DrawnPicture.places(columns, rows))
    #expect(picture.warnings.isEmpty)
  }

  @Test(arguments: ["inset(2px 2px 3px)", "circle(0)", "polygon(0 0)", "xywh(0 0 0 4px)"])
  func `a clip shape without area hides everything`(value: String) throws {
    let picture = try clipped(value)
    #expect(picture.painted.isEmpty)
    #expect(picture.warnings.isEmpty)
  }

  /// Circles and ellipses, tested with a point well inside and a point outside.
  @Test(arguments: [
    ("circle()", Place(3, 3), Place(0, 0)), ("circle(2px at 2px 2px)", Place(1, 2), Place(4, 4)),
    ("circle(2px at right 2px bottom 2px)", Place(6, 5), Place(3, 3)),
    ("circle(25% at left top)", Place(0, 0), Place(2, 2)),
    ("circle(farthest-side at 2px 2px)", Place(6, 3), Place(7, 7)),
    ("ellipse(4px 2px)", Place(3, 3), Place(4, 1)),
    ("ellipse(closest-side farthest-side at 2px 50%)", Place(1, 4), Place(5, 4)),
    ("circle(2px at bottom)", Place(4, 7), Place(4, 3)),
    ("inset(0 round 4px)", Place(4, 1), Place(0, 0)),
    ("inset(0 round 0 0 4px 0)", Place(0, 0), Place(7, 7)),
    ("inset(0 4px 0 0 round 8px / 2px)", Place(0, 3), Place(4, 3)),
  ])
  func `clip shapes may be round or have round corners`(
    value: String, inside: Place, outside: Place
  ) throws {
    let picture = try clipped(value, "<rect width='8' height='8' fill='red'")
    #expect(picture[inside.x, inside.y] == red)
    #expect(picture[outside.x, outside.y] == 0)
    #expect(picture.warnings.isEmpty)
  }

  @Test func `the default reference box includes the stroke`() throws {
    let element = "<rect x='2' y='2' width='4' height='4' stroke='red' stroke-width='2'"
    #expect(try clipped("inset(0)", element).painted == DrawnPicture.places(1..<7, 1..<7))
    #expect(try clipped("inset(0) fill-box", element).painted == DrawnPicture.places(2..<6, 2..<6))
  }

  @Test func `groups and shapes of clips may have a shape`() throws {
    let group = try DrawnPicture(
      "<g style='clip-path: inset(50% 0 0)'><rect width='4' height='8'/><rect x='4' width='4' height='8'/></g>"
    )
    #expect(group.painted == DrawnPicture.places(0..<8, 4..<8))
    let clip = try DrawnPicture(
      """
      <clipPath id='c' style='clip-path: inset(0 4px 0 0)'>
      <rect width='8' height='8' style='clip-path: inset(50% 0 0)'/></clipPath>
      <rect width='8' height='8' clip-path='url(#c)'/>
      """)
    #expect(clip.painted == DrawnPicture.places(0..<4, 4..<8))
  }

  @Test(arguments: [
    "circle(-1px)", "inset()", "inset(1)px", "polygon(1px)", "path('x')", "path(M0 0)", "blob(1px)",
    "circle(1px at)", "circle(1px at top 1px left)", "inset(0 round)", "fill-box stroke-box",
    "circle",
    "ellipse(1px)", "inset(0) inset(0)", "xywh(1px 1px)",
  ])
  func `wrong shapes are named, and cut nothing`(value: String) throws {
    let picture = try clipped(value)
    #expect(picture.painted == DrawnPicture.places(2..<6, 2..<6))
    #expect(picture.warnings.count == 1)
  }
}
