import Testing

/// Selectors of style sheets for the content of an element and for the elements after it.
@Suite struct SelectorTests {
  @Test(arguments: [
    ("g:has(rect)", "abc"), (".a:has(> rect), .b:has(> rect)", "b"),
    ("g:has(> g rect)", "a"), ("g:has(+ g)", "ab"),
    ("g:has(+ .c)", "b"), ("g:has(~ .c > rect)", "ab"), (".a:not(:has(g)), .b:not(:has(g))", "b"),
    ("g:has(circle, > g)", "a"), (":has(.c) > .b", "b"), ("g:has(:not(g))", "abc"),
    ("g:has(*):has(g)", "a"), ("g:has(svg rect)", ""),
  ])
  func `the selector has() asks for elements within or behind`(selector: String, chosen: String)
    throws
  {
    let picture = try DrawnPicture(
      """
      <style>\(selector) { color: green }</style>
      <g class='a'><g><rect width='2' height='8' fill='currentColor'/></g></g>
      <g class='b'><rect x='2' width='2' height='8' fill='currentColor'/></g>
      <g class='c'><rect x='4' width='2' height='8' fill='currentColor'/></g>
      """)
    #expect(picture.warnings.isEmpty)
    for (name, x) in ["a": 1, "b": 3, "c": 5] {
      #expect((picture[x, 4] == green) == chosen.contains(name), "\(selector) and \(name)")
    }
  }

  @Test func `the selector has() weighs as much as its strongest argument`() throws {
    let picture = try DrawnPicture(
      """
      <style>g:has(#a) { color: green } .g { color: red }</style>
      <g class='g'><rect id='a' width='8' height='8' fill='currentColor'/></g>
      """)
    #expect(picture[4, 4] == green)
  }

  @Test(arguments: [
    ("[x='2']", true), ("[class=a]", true), ("[class=-a]", true), ("[x=2]", false),
    ("[x=-2]", false), ("[class=a b]", false), ("[x=]", false),
  ])
  func `a value without quotes has to be a name`(selector: String, isRead: Bool) throws {
    let picture = try DrawnPicture(
      "<style>\(selector) { fill: green }</style><rect x='2' class='a' width='4' height='8'/>")
    #expect(picture.warnings.isEmpty == isRead)
    #expect((picture[4, 4] == green) == (isRead && selector != "[class=-a]"))
  }
}
