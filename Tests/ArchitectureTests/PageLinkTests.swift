import Foundation
import Testing

/// Holds the links of the project's pages against its files and headings.
@Suite struct PageLinkTests {
  /// The pages of the project by their paths, without those of folders that builds make.
  private static func pages() throws -> [String: MarkdownPage] {
    let root = ArchitectureTests.root
    guard
      let walk = FileManager.default.enumerator(
        at: root, includingPropertiesForKeys: [.isDirectoryKey, .isSymbolicLinkKey])
    else { throw CocoaError(.fileReadNoSuchFile) }
    var pages: [String: MarkdownPage] = [:]
    for case let url as URL in walk {
      let values = try url.resourceValues(forKeys: [.isDirectoryKey, .isSymbolicLinkKey])
      let name = url.lastPathComponent
      if values.isDirectory == true {
        if name.hasPrefix(".") && name != ".github" || name == "target" { walk.skipDescendants() }
      } else if url.pathExtension == "md", values.isSymbolicLink != true {
        pages[url.path] = MarkdownPage(try String(contentsOf: url, encoding: .utf8))
      }
    }
    return pages
  }

  /// The reason why a link of a page leads nowhere; nil for one that leads to a file or a heading,
  /// and for an address.
  private static func fault(
    of target: String, on page: String, _ pages: [String: MarkdownPage]
  ) -> String? {
    if target.contains("://") || target.hasPrefix("mailto:") { return nil }
    let parts = target.components(separatedBy: "#")
    let folder = URL(filePath: page).deletingLastPathComponent()
    let file = parts[0].isEmpty ? page : folder.appending(path: parts[0]).standardized.path
    guard FileManager.default.fileExists(atPath: file) else { return "there is no such file" }
    guard parts.count > 1 else { return nil }
    return pages[file]?.anchors.contains(parts[1]) == true ? nil : "there is no such heading"
  }

  @Test func `every link of a page leads to a file or a heading`() throws {
    let pages = try Self.pages()
    let root = ArchitectureTests.root.path + "/"
    #expect(pages[root + "Sources/Scene/README.md"]?.links.isEmpty == false)
    #expect(pages[root + ".github/CONTRIBUTING.md"] != nil)
    for (path, page) in pages.sorted(by: { $0.key < $1.key }) {
      for link in page.links {
        guard let fault = Self.fault(of: link.target, on: path, pages) else { continue }
        Issue.record("\(path.dropFirst(root.count)):\(link.line): \(link.target): \(fault)")
      }
    }
  }

  @Test func `a broken link is reported`() throws {
    let pages = try Self.pages()
    func fault(_ target: String) -> String? {
      Self.fault(of: target, on: ArchitectureTests.root.path + "/README.md", pages)
    }
    #expect(fault("Sources/README.md#rules") == nil)
    #expect(fault("#two-commands") == nil)
    #expect(fault("Sources") == nil)
    #expect(fault("https://example.org/x#y") == nil)
    #expect(fault("Sources/NONE.md") == "there is no such file")
    #expect(fault("Sources/README.md#none") == "there is no such heading")
    #expect(fault("#none") == "there is no such heading")
    #expect(fault("LICENSE#none") == "there is no such heading")
  }

  @Test func `links and headings are found outside of code`() {
    let page = MarkdownPage(
      """
      # The `file`, and more

      A [link](a.md), `[none](b.md) and
      [none](c.md)` and [`code`](d.md#x) ![picture](e.png)

      ## Text
      ```
      # No heading, [no link](f.md)
      ```
      ## Text
      """)
    #expect(page.links.map(\.target) == ["a.md", "d.md#x", "e.png"])
    #expect(page.links.map(\.line) == [3, 4, 4])
    #expect(page.anchors == ["the-file-and-more", "text", "text-1"])
  }
}
