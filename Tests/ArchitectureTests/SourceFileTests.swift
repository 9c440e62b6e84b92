import Testing

/// The architecture test is only as good as its reading of the sources.
@Suite struct SourceFileTests {
  @Test(arguments: [
    "import Layers", "  import Layers", "public import Layers", "package import Layers",
    "@testable import Layers", "@testable public import Layers", "@preconcurrency import Layers",
    "@_spi(Private) internal import Layers", "import struct Layers.Layer",
    "import Layers.Submodule",
    "let a = 1; import Layers", "/* why */ import Layers", "import `Layers`",
    "#if true\nimport Layers\n#endif",
  ])
  func `every form of an import is found`(text: String) {
    #expect(SourceFile(path: "a.swift", text: text).imports.map(\.module) == ["Layers"])
  }

  @Test(arguments: [
    "// import Layers", "/// import Layers", "/*\nimport Layers\n*/", "/* /* */\nimport Layers */",
    "let a = \"\"\"\nimport Layers\n\"\"\"", "let a = \"; import Layers\"", "let important = 1",
    "let a = \"\\\"; import Layers\"",
  ])
  func `an import in a comment or text is ignored`(text: String) {
    #expect(SourceFile(path: "a.swift", text: text).imports.isEmpty)
  }

  @Test func `an import has its line`() {
    let source = SourceFile(path: "a.swift", text: "// one\n\nimport A\n/*\n*/ import B\n")
    #expect(source.imports == [.init(module: "A", line: 3), .init(module: "B", line: 5)])
    #expect(source.lines.count == 5)
  }

  @Test func `a stray import is reported with file, line and rule`() {
    let row = ImportTable.Row(target: "Wire", mayImport: ["JSON"])
    let text = "import JSON\n@testable public import Stage\nimport Glibc\n"
    let source = SourceFile(path: "Sources/Wire/a.swift", text: text)
    let strays = ArchitectureTests.strayImports(in: source, of: row)
    #expect(strays.count == 2)
    #expect(
      strays.first == "Sources/Wire/a.swift:2: import Stage: Wire may import only: JSON")
    #expect(strays.last?.hasPrefix("Sources/Wire/a.swift:3: import Glibc: only ") == true)
  }

  @Test func `a header explains a long file`() {
    #expect(SourceFile(path: "a", text: "// Long, since it is a table.\n\n").explainsItsLength)
    #expect(!SourceFile(path: "a", text: "/// A long tale.\nstruct A {}\n").explainsItsLength)
  }

  @Test func `targets and dependencies are read from a manifest`() {
    let manifest = Manifest(
      text: """
        .target(name: "A", dependencies: [
          "B", .product(name: "P", package: "swift-p"),
        ], resources: [.copy("X")]),
        // .target(name: "No"),
        .systemLibrary(name: "C", providers: [.apt(["libc"])]),
        .testTarget(name: "ATests", dependencies: ["A"], path: "Tests/A", exclude: ["B/C"]),
        """)
    #expect(
      manifest.targets == [
        .init(name: "A", isTest: false, dependencies: ["B", "P"], path: "Sources/A"),
        .init(name: "C", isTest: false, dependencies: [], path: "Sources/C"),
        .init(
          name: "ATests", isTest: true, dependencies: ["A"], path: "Tests/A", excluded: ["B/C"]),
      ])
    #expect(manifest.targets.last?.has("Tests/A/B/C/d.swift") == false)
    #expect(manifest.targets.last?.has("Tests/A/B/d.swift") == true)
  }
}
