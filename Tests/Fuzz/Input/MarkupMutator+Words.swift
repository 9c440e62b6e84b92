/// Words of SVG and of its style sheets, with numbers of all sizes.
extension MarkupMutator {
  static let numbers = [
    "0", "1", "-1", ".5", "2", "10", "50%", "-50%", "1e3", "32768", "1e6", "1e9", "1e18", "1e19",
    "1e38", "1e300", "-1e300", "1e-9", "1e-300", "3em", "2ex", "1in", "4vw", "1e9%",
    "calc(1px + 2%)", "min(1px,2em)", "nan", "90deg",
  ]

  static let words =
    numbers + [
      "none", "inherit", "initial", "auto", "url(#a)", "#a", "#b", "url(#b) red", "red", "#0f08",
      "currentColor", "context-fill", "context-stroke", "hsl(1e9 50% 50%)", "lab(50% 1e9 -1e9)",
      "color-mix(in oklch, red 200%, blue)", "0 0 40 30", "M0 0L9 9A3 3 0 1 1 30 20Z",
      "0 0 1e9 1e-9", "rotate(45) scale(1e9)", "matrix(0 0 0 0 0 0)", "1 2 3 1e300", "a", "a b",
      "M1e300 0h1e300z", "var(--x)", "",
    ]

  static let elements = lines(
    #"""
    <g id="a"><use href="#b"/></g>
    <use href="#a" x="3"/>
    <rect id="b" width="9" height="7"/>
    <svg id="b" width="50%" viewBox="0 0 9 9"><circle r="4"/></svg>
    <symbol id="a" viewBox="0 0 4 4"><path d="M0 0h3v3z"/></symbol>
    <pattern id="a" width=".1" height="3"><rect width="2" height="2" fill="url(#b)"/></pattern>
    <linearGradient id="a" href="#b"><stop/><stop offset="1" stop-color="red"/></linearGradient>
    <radialGradient id="b" fr=".2" fx=".9"><stop/><stop offset="1"/></radialGradient>
    <clipPath id="a"><use href="#b"/><text y="9">ab</text></clipPath>
    <mask id="b" width="1" height="1"><rect width="20" height="20" fill="#888"/></mask>
    <marker id="a" orient="auto" refX="2" markerWidth="4"><path d="M0 0h4v4z"/></marker>
    <filter id="a"><feGaussianBlur stdDeviation="2"/><feOffset dx="1" in2="x"/></filter>
    <filter id="b"><feImage href="#a"/><feTile/><feMorphology radius="3"/></filter>
    <filter id="a"><feTurbulence baseFrequency=".1"/><feDisplacementMap in2="SourceAlpha"/></filter>
    <text x="2 4 6" y="9">ab <tspan dy="3">c</tspan><textPath href="#b">de</textPath></text>
    <polyline points="0 0 9 9 18 0" marker-mid="url(#a)" stroke="red"/>
    <path d="M1 1C9 9 20-9 30 20S3 3 3 9q3 3 5 5t1 1a1 2 30 0 1 4 4z" stroke="url(#b)"/>
    <ellipse cx="9" cy="9" rx="5" ry="auto"/>
    <line x2="30" y2="20" stroke="#00f"/>
    <switch><g systemLanguage="en"/><g/></switch>
    <a><tspan>b</tspan></a>
    <image href="data:,"/>
    <image href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/>" width="9"/>
    <foreignObject/>
    <title>a</title>
    """#)

  /// Names with values beside them, and names of numbers.
  static let attributes: [(String, [String])] =
    lines(
      """
      fill url(#a) | none | red | context-stroke | rgb(300% 0 0/.5)
      stroke url(#b) | blue | context-fill
      stroke-linejoin miter | miter-clip | round | bevel | arcs
      stroke-linecap round | square
      stroke-dasharray 1 | 1 2 3 | 0 | 1e-9 1 | 1e300 | 50%
      vector-effect non-scaling-stroke
      marker url(#a)
      clip-path url(#a) | circle(9px) | inset(1px round 3px) | polygon(0 0,9px 0,5px 1e9px)
      mask url(#b)
      filter url(#a) | url(#b) blur(2px) | drop-shadow(1px 1e9px 3px) | hue-rotate(1e300deg)
      mix-blend-mode multiply | luminosity | color-dodge
      isolation isolate
      transform rotate(30) | scale(0 1) | skewX(90) | scale(1e300) | matrix(1 0 0 1e-300 0 0)
      transform-origin center | 1e300 0 | 50% 50%
      transform-box fill-box | stroke-box | view-box
      translate 1e300px 1px | 5%
      rotate 10 | 1 2 3 | 1e300 | 3turn
      viewBox 0 0 9 9 | 0 0 1e-9 1e9 | -1e300 0 1e300 1 | 0 0 0 0
      preserveAspectRatio none | xMinYMax slice | defer xMidYMid meet
      overflow visible | hidden
      display none | contents | inline
      visibility hidden | visible
      font bold 9px/2 serif | 1e9px a
      writing-mode vertical-rl | tb | sideways-lr
      text-anchor middle | end
      dominant-baseline hanging | central
      baseline-shift super | 50% | 1e300
      direction rtl
      unicode-bidi bidi-override
      text-decoration underline wavy red
      text-shadow 1px 1px 2px red
      white-space pre | pre-line
      patternUnits userSpaceOnUse
      patternContentUnits objectBoundingBox
      gradientUnits userSpaceOnUse
      spreadMethod reflect | repeat
      clipPathUnits objectBoundingBox
      maskUnits userSpaceOnUse
      maskContentUnits objectBoundingBox
      markerUnits userSpaceOnUse
      orient auto-start-reverse | 1e300 | 3grad
      filterUnits userSpaceOnUse
      primitiveUnits objectBoundingBox
      in SourceAlpha | a | FillPaint | BackgroundImage
      in2 SourceGraphic | a
      result a
      kernelMatrix 1 2 3 4 5 6 7 8 9 | 1e300
      edgeMode wrap | none
      values 1 | 1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0 | 1e300
      type saturate | matrix | gamma | turbulence
      tableValues 0 1 | 1e300 |
      class a | a b
      id a | b
      href #a | #b | #
      --x 1 | var(--x) | var(--y,red)
      --y var(--x)
      systemLanguage de
      xml:space preserve
      paint-order stroke | markers fill
      image-rendering pixelated
      shape-rendering crispEdges
      d path('M0 0h9v9z')
      """
    ).map { line in
      let name = line.prefix { $0 != " " }
      return (String(name), choices(line.dropFirst(name.count + 1)))
    }
    + lines(
      """
      stroke-width stroke-dashoffset stroke-miterlimit pathLength opacity width height x y r rx
      font-size letter-spacing word-spacing textLength startOffset stdDeviation order radius
      baseFrequency numOctaves seed scale divisor targetX surfaceScale specularExponent dx
      refX markerWidth offset
      """
    ).flatMap { $0.split(separator: " ").map { (String($0), numbers) } }

  static let selectors = lines(
    """
    * | g | #a | .a | g>* | g rect | *+* | *~* | :root | :empty | :not(g) | :is(#a,.b) | :where(g) *
    :has(#a) | :has(>*) | :has(+*~*) | :not(:has(*)) | :nth-child(2n+1)
    :nth-last-of-type(-n+1000000) | [id] | [id=a] | [class~="a"] | [x|='1']
    svg :first-child:last-child | @media (min-width:1px){* | @supports (fill:red){* | * * * * *
    """
  ).flatMap { choices($0[...]) }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { String($0) }
  }

  private static func choices(_ text: Substring) -> [String] {
    text.split(separator: " | ").map { String($0) }
  }
}
