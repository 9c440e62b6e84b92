import Foundation
import System
import TestSupport
import Testing

@Suite struct UntrustedFileTests {
  let directory: TemporaryDirectory
  init() throws { directory = try TemporaryDirectory() }

  private func bytes(_ content: UntrustedFile.Content) -> [UInt8]? {
    if case .bytes(let bytes) = content { bytes } else { nil }
  }

  @Test func `a file on a disk or in memory is read from its beginning, up to a limit`() throws {
    let all = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let path = directory("file")
    try Data(all).write(to: URL(fileURLWithPath: path))
    let plain = { try FileDescriptor.open(path, .read) }
    let inMemory = { try MemoryFile.sealed(name: "file", bytes: all.span) }
    for open in [plain, inMemory] {
      func opened() throws -> ForeignDescriptor {
        let file = try open()
        try file.seek(to: 5000)
        return ForeignDescriptor(owning: file.take(), of: .trusted)
      }
      #expect(bytes(UntrustedFile.content(of: try opened(), limit: 100_000)) == all)
      let large = UntrustedFile.content(of: try opened(), limit: 99_999)
      guard case .tooLarge = large else {
        Issue.record("a limit is exceeded: \(large)")
        continue
      }
    }
  }

  @Test func `a device or a directory is not read`() throws {
    for path in ["/dev/zero", directory.path] {
      let content = UntrustedFile.content(
        of: ForeignDescriptor(owning: try FileDescriptor.open(path, .read).take(), of: .trusted),
        limit: 10)
      guard case .notRegular = content else {
        Issue.record("\(path): \(content)")
        continue
      }
    }
  }
}
