import Foundation
import Testing

@testable import ControlCommands

struct PreviewPageTests {
  @Test("The page names files that are served, each with its media type")
  func namedFilesAreServed() throws {
    let page = try #require(PreviewPage.file(""))
    let text = String(decoding: page.bytes, as: UTF8.self)
    let names = text.matches(of: /(?:src|href)="([a-z]+\.(?:js|css))"/).map { String($0.1) }
    #expect(names.count > 5)
    for name in names {
      let file = try #require(PreviewPage.file(name), "\(name)")
      #expect(file.type == (name.hasSuffix(".js") ? "text/javascript" : "text/css"))
      #expect(!file.bytes.isEmpty)
    }
    #expect(PreviewPage.file("page.html") == nil)
    #expect(PreviewPage.file("../page.css") == nil)
  }
}
