import Foundation
import Testing

/// Holds the folders of targets against `FolderTable`.
@Suite struct FolderTests {
  @Test func `a folder's types use only those of the folders before it`() throws {
    for row in FolderTable.rows {
      let sources = try ArchitectureTests.sources(below: "Sources/\(row.target)")
      let strays = Self.strayUses(in: sources, of: row)
      #expect(strays.isEmpty, Comment(rawValue: strays.joined(separator: "\n")))
    }
  }

  @Test func `each source of a listed target lies in a listed folder`() throws {
    for row in FolderTable.rows {
      let sources = try ArchitectureTests.sources(below: "Sources/\(row.target)")
      #expect(!sources.isEmpty)
      for source in sources {
        #expect(Self.level(of: source, in: row) != nil, "\(source.path): no folder of the table")
      }
    }
  }

  @Test func `tests of the rasterizer lie in its folders`() throws {
    let row = try #require(FolderTable.rows.first { $0.target == "Raster" })
    // `Whole` has the tests of all folders together, and `Golden` the expected pictures.
    let others = ["Whole", "Golden"]
    for folder in try Self.folders(in: "Tests/RasterTests") {
      #expect((row.folders + others).contains(folder), "Tests/RasterTests/\(folder)")
    }
  }

  /// Files that tests read lie in `Fixtures`.
  @Test func `golden folders have nothing but what results are compared with`() throws {
    for target in try Self.folders(in: "Tests") where target.hasSuffix("Tests") {
      let golden = ArchitectureTests.root.appending(path: "Tests/\(target)/Golden")
      guard FileManager.default.fileExists(atPath: golden.path) else { continue }
      for file in try FileManager.default.contentsOfDirectory(atPath: golden.path) {
        #expect(file.hasSuffix(".png") || file.hasSuffix(".txt"), "Tests/\(target)/Golden/\(file)")
      }
    }
  }

  /// The names of the folders in a folder of the project.
  private static func folders(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      at: ArchitectureTests.root.appending(path: path),
      includingPropertiesForKeys: [.isDirectoryKey]
    ).filter(\.hasDirectoryPath).map(\.lastPathComponent)
  }

  @Test func `a use of a later folder is found`() {
    let row = FolderTable.Row(target: "T", folders: ["Low", "High"])
    let sources = [
      SourceFile(path: "Sources/T/Low/A.swift", text: "struct A { var b: B }\n"),
      SourceFile(path: "Sources/T/High/B.swift", text: "public struct B { var a: A }  // of A\n"),
      SourceFile(path: "Sources/T/Low/C.swift", text: "struct C {}  // not a B\n"),
    ]
    #expect(
      Self.strayUses(in: sources, of: row) == ["Sources/T/Low/A.swift: uses B, which High has"])
  }

  @Test func `topics may use each other, and no folder before them uses one`() {
    let row = FolderTable.Row(target: "T", folders: ["Low"], topics: ["One", "Two"])
    let sources = [
      SourceFile(path: "Sources/T/Low/A.swift", text: "struct A { var b: B }\n"),
      SourceFile(path: "Sources/T/One/B.swift", text: "struct B { var c: [C] }\n"),
      SourceFile(path: "Sources/T/Two/C.swift", text: "struct C { var a: A, b: B }\n"),
    ]
    #expect(
      Self.strayUses(in: sources, of: row) == ["Sources/T/Low/A.swift: uses B, which a topic has"])
  }

  /// One line for each type of a later folder that a source names.
  static func strayUses(in sources: [SourceFile], of row: FolderTable.Row) -> [String] {
    var levels: [String: Int] = [:]
    for source in sources {
      for type in source.declaredTypes { levels[type] = level(of: source, in: row) }
    }
    var strays: [String] = []
    for source in sources {
      guard let own = level(of: source, in: row) else { continue }
      for word in source.capitalizedWords.sorted() {
        if let used = levels[word], used > own {
          let folder = used < row.folders.count ? row.folders[used] : "a topic"
          strays.append("\(source.path): uses \(word), which \(folder) has")
        }
      }
    }
    return strays
  }

  private static func level(of source: SourceFile, in row: FolderTable.Row) -> Int? {
    let parts = source.path.split(separator: "/")
    guard parts.count > 3 else { return nil }
    let folder = String(parts[2])
    return row.folders.firstIndex(of: folder)
      ?? (row.topics.contains(folder) ? row.folders.count : nil)
  }
}
