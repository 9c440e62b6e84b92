import Foundation
import Testing

/// Holds the sources and the manifest against `ImportTable`.
@Suite struct ArchitectureTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let lengthLimit = 600

  /// All sources, which each test looks at, read once.
  private static let all = Result {
    try ["Sources", "Tests"].flatMap { folder in
      let base = root.appending(path: folder)
      guard let walk = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil)
      else { throw CocoaError(.fileReadNoSuchFile) }
      let files = walk.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      return try files.map { try SourceFile(contentsOf: $0, relativeTo: root) }
        .sorted { $0.path < $1.path }
    }
  }

  static func sources(below folder: String) throws -> [SourceFile] {
    try all.get().filter { $0.path.hasPrefix(folder + "/") }
  }

  static func manifest() throws -> Manifest {
    let url = root.appending(path: "Package.swift")
    return Manifest(text: try String(contentsOf: url, encoding: .utf8))
  }

  @Test func `no source imports what its target may not`() throws {
    var strays: [String] = []
    for row in ImportTable.rows {
      for source in try Self.sources(below: "Sources/\(row.target)") {
        strays += Self.strayImports(in: source, of: row)
      }
    }
    #expect(strays.isEmpty, Comment(rawValue: strays.joined(separator: "\n")))
  }

  /// One line for each import that breaks a rule: file, line and the rule.
  static func strayImports(in source: SourceFile, of row: ImportTable.Row) -> [String] {
    source.imports.compactMap { found in
      let place = "\(source.path):\(found.line): import \(found.module)"
      if ImportTable.hostedModules.contains(found.module),
        !ImportTable.hostedTargets.contains(row.target)
      {
        return "\(place): only \(ImportTable.hostedTargets.sorted().joined(separator: " and ")) "
          + "may import what Embedded Swift lacks; use CMath, CLinux or System"
      }
      if row.mayImport.contains(found.module) { return nil }
      let allowed = row.mayImport.sorted().joined(separator: ", ")
      return "\(place): \(row.target) may import only: \(allowed.isEmpty ? "nothing" : allowed)"
    }
  }

  @Test func `the manifest, the folders and the table name the same targets`() throws {
    let inTable = Set(ImportTable.rows.map(\.target))
    let inManifest = Set(try Self.manifest().targets.filter { !$0.isTest }.map(\.name))
    let sources = Self.root.appending(path: "Sources").path
    let inFolders = Set(try FileManager.default.contentsOfDirectory(atPath: sources))
    #expect(inTable == inManifest)
    #expect(inTable == inFolders.filter { !$0.hasPrefix(".") && $0 != "README.md" })
  }

  @Test func `the manifest declares no dependency that the table lacks`() throws {
    for target in try Self.manifest().targets where !target.isTest {
      let row = try #require(ImportTable.row(of: target.name), "\(target.name) is not in the table")
      let extra = target.dependencies.subtracting(row.mayImport).sorted()
      #expect(extra.isEmpty, "Package.swift: \(target.name) may not depend on \(extra)")
    }
  }

  @Test func `every import is declared in the manifest`() throws {
    for target in try Self.manifest().targets {
      var declared = target.dependencies.union(ImportTable.hostedModules)
      if target.isTest { declared.insert("Testing") }
      for source in try Self.sources(below: target.path) where target.has(source.path) {
        for found in source.imports where !declared.contains(found.module) {
          Issue.record(
            "\(source.path):\(found.line): \(target.name) imports \(found.module) undeclared")
        }
      }
    }
  }

  @Test func `the table's arrows all point one way`() {
    var seen: Set<String> = ["ArgumentParser", "FlyingFox", "FlyingSocks"]
    seen.formUnion(ImportTable.hostedModules)
    for row in ImportTable.rows {
      let turned = row.mayImport.subtracting(seen).sorted()
      #expect(turned.isEmpty, "\(row.target) imports \(turned), which come after it")
      seen.insert(row.target)
    }
  }

  @Test func `a long file says why in its header`() throws {
    for folder in ["Sources", "Tests"] {
      for source in try Self.sources(below: folder) where source.lines.count > Self.lengthLimit {
        #expect(
          source.explainsItsLength,
          "\(source.path): \(source.lines.count) lines; split it, or say in a header why it is long"
        )
      }
    }
  }
}
