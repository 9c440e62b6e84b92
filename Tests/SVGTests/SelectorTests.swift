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
    ("[class='AB' i]", true), ("[class=aB i]", true), ("[class='AB'I]", true),
    ("[class*='b' I]", true), ("[class='AB' s]", false), ("[class='AB']", false),
    ("[class='Ab' s]", true),
  ])
  func `a letter behind a value says if case counts`(selector: String, isChosen: Bool) throws {
    let picture = try DrawnPicture(
      "<style>\(selector) { fill: green }</style><rect class='Ab' width='8' height='8'/>")
    #expect(picture.warnings.isEmpty)
    #expect((picture[4, 4] == green) == isChosen)
  }

  @Test(arguments: [("[class='ÄB' i]", true), ("[class='äb' i]", false)])
  func `the case of letters beyond A to Z always counts`(selector: String, isChosen: Bool) throws {
    let picture = try DrawnPicture(
      "<style>\(selector) { fill: green }</style><rect class='Äb' width='8' height='8'/>")
    #expect((picture[4, 4] == green) == isChosen)
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

  @Test(arguments: [
    "rect::before, circle", "rect:before, circle", "rect::-webkit-scrollbar, circle",
    "a:link circle", "a:any-link > circle", "circle:not(:hover)", ":scope circle",
    "circle:lang(de)", "circle:lang('fr', \"DE-at\")", ":is(::foo, circle)", ":where(a:b, circle)",
  ])
  func `selectors for states, links, languages and parts choose a circle alone`(selector: String)
    throws
  {
    let picture = try DrawnPicture(
      """
      <style>\(selector) { fill: green }</style><rect width='2' height='8' fill='blue' lang='en'/>
      <a href='#x' xml:lang='de-AT'><circle cx='6' cy='4' r='2'/></a>
      """)
    #expect(picture.warnings.isEmpty)
    #expect(picture[6, 4] == green && picture[1, 4] == blue)
  }

  @Test(arguments: ["a:link", ":visited", ":lang(en)", "rect:lang(de-CH)", "rect:disabled"])
  func `a rule for another state or language is not followed`(selector: String) throws {
    let picture = try DrawnPicture(
      """
      <style>\(selector) { fill: red }</style>
      <a xml:lang='de'><rect width='8' height='8' fill='green'/></a>
      """)
    #expect(picture.warnings.isEmpty)
    #expect(picture[4, 4] == green)
  }

  @Test(arguments: ["rect, circle:new", "rect::foo, circle", "rect, , circle", "circle, >rect"])
  func `a wrong selector makes its whole list wrong`(list: String) throws {
    let picture = try DrawnPicture(
      "<style>\(list) { fill: red } rect { stroke: none }</style>"
        + "<rect width='8' height='8' fill='green' stroke='red'/>")
    #expect(picture.warnings.count == 1)
    #expect(picture[4, 4] == green && picture[0, 4] == green)
  }

  @Test(arguments: [
    ("g { fill: blue; & rect { fill: green } }", "r"), ("g { rect { fill: green } }", "r"),
    ("g { > circle { fill: green } }", "c"), ("rect { &:first-child { fill: green } }", "r"),
    ("rect { + circle { fill: green } }", "c"), ("circle { rect + & { fill: green } }", "c"),
    ("g, a { & { rect, circle { fill: green } } fill: blue }", "rc"),
    ("g { g { rect { fill: green } } }", ""), ("rect { circle & { fill: green } }", ""),
    ("rect { stroke: none; circle { } } rect { fill: green }", "r"),
  ])
  func `rules within rules are about the elements of the outer ones`(
    sheet: String, chosen: String
  ) throws {
    let picture = try DrawnPicture(
      "\(style(sheet))<g><rect width='4' height='8'/><circle cx='6' cy='4' r='2'/></g>")
    #expect(picture.warnings.isEmpty)
    #expect((picture[1, 4] == green) == chosen.contains("r"))
    #expect((picture[6, 4] == green) == chosen.contains("c"))
  }

  @Test(arguments: [
    "rect { content: '}'; fill: green }", "@font-face { src: url('a}b') } rect { fill: green }",
    "circle { a: \"{\" } rect { fill: green }", "circle { a: '\n} rect { fill: green }",
    "circle { a: \\} } rect { fill: green }", "rect { content: '/*'; fill: green }",
    "rect { content: '\\'; fill: blue'; fill: green }", "rect { content: '\n; fill: green }",
    "/* ' */ rect { fill: green } /* ' */", "<!-- rect { fill: green } -->",
    "<!-- --> circle { } --> rect { fill: green }",
  ])
  func `quotes and comments open and close no block`(sheet: String) throws {
    let picture = try DrawnPicture(
      "\(style(sheet))<rect width='8' height='8' fill='red'/>")
    #expect(picture[4, 4] == green)
  }

  @Test(arguments: [
    "rect { & { fill: red } fill: green }", "rect { fill: red; & { fill: red } fill: green }",
    "rect { g { } fill: red; & { fill: green } g & { fill: red } }",
    "rect { &, g { fill: red } fill: blue; & { fill: red } fill: green }",
  ])
  func `declarations behind a rule in their block come after it`(sheet: String) throws {
    let picture = try DrawnPicture(
      "\(style(sheet))<rect width='8' height='8' fill='red'/>")
    #expect(picture.warnings.isEmpty)
    #expect(picture[4, 4] == green)
  }

  @Test(arguments: [
    "@media screen { rect { fill: green }", "@media screen { rect { fill: green } ",
    "@media screen { rect { fill: green", "@media print { rect { fill: red }",
    "@media screen {", "@supports (fill: red) {", "@page {",
  ])
  func `a block that the end of its sheet closes is followed`(sheet: String) throws {
    let former = sheet.contains("green") ? "red" : "green"
    let picture = try DrawnPicture(
      "\(style(sheet))<rect width='8' height='8' fill='\(former)'/>")
    #expect(picture[4, 4] == green)
  }

  @Test func `a semicolon in quotes ends no rule with an at sign`() throws {
    let picture = try DrawnPicture(
      style("@namespace x 'a;b{c'; rect { fill: green }")
        + "<rect width='8' height='8' fill='red'/>")
    #expect(picture.warnings.isEmpty)
    #expect(picture[4, 4] == green)
  }

  @Test(arguments: [
    String(repeating: "b { c: d }", count: 1000) + "& { fill: red }",
    String(repeating: "b { } c: d;", count: 1000) + "fill: red",
    String(repeating: "&", count: 100_000) + "{ fill: red }",
  ])
  func `rules within rules add no more than a limit`(block: String) throws {
    let list = "rect" + String(repeating: ",.a-name-of-some-forty-bytes-for-a-long-list", count: 70)
    let picture = try DrawnPicture(
      style("\(list) { \(block) }") + "<rect width='8' height='8' fill='green'/>")
    #expect(!picture.warnings.isEmpty)
    #expect(picture[4, 4] == green)
  }

  @Test func `rules within rules lie in one another up to a limit`() throws {
    let sheet = String(repeating: "g{&,", count: 40) + "rect{fill:red}"
    let picture = try DrawnPicture(
      "\(style(sheet))<g><rect width='8' height='8' fill='green'/></g>")
    #expect(picture[4, 4] == green)
    #expect(!picture.warnings.isEmpty)
  }

  /// A sheet as it stands in a file: `&` alone would be no XML.
  private func style(_ sheet: String) -> String { "<style><![CDATA[\(sheet)]]></style>" }
}
