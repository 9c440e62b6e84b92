@testable import System

/// Archives of tar(1), as they are or with right checksums: members lie within the file, and what
/// a folder lists is there.
enum TarTarget {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    var source = ByteSource(bytes)
    let isRepaired = source.isOnce(in: 2)
    var file = Array(source.rest())
    if isRepaired { repair(&file) }
    let begins: Bool
    let found: Archive.List?
    do throws(SystemError) {
      let memory = try MemoryFile.sealed(name: "fuzz", bytes: file.span)
      let status = try Syscalls.status(of: memory.rawValue, path: "fuzz")
      begins = try Archive.begins(in: memory.rawValue, size: status.size, path: "fuzz")
      found = try LastArchive.shared.list(of: memory.rawValue, status, path: "fuzz")
    } catch {
      throw Finding("a file in memory cannot be read: \(error)")
    }
    guard let list = found else {
      try require(!begins, "an archive has no list")
      return
    }
    for member in list.members {
      try require(
        member.start >= 0 && member.count >= 0 && member.start <= file.count - member.count,
        "\(member.name) lies beyond the file")
      try require(list.member(named: member.name) != nil, "\(member.name) is not found")
    }
    for folder in [""] + list.members.prefix(4).map(\.name) {
      for entry in Archive.entries(of: list, in: folder) {
        try require(
          !entry.name.isEmpty && !entry.name.utf8.contains(UInt8(ascii: "/")),
          "'\(folder)' has an entry '\(entry.name)'")
      }
    }
  }

  /// Stores the sum of each header, as six digits, a NUL and a space.
  private static func repair(_ file: inout [UInt8]) {
    for start in stride(from: 0, to: file.count - Archive.blockSize + 1, by: Archive.blockSize)
    where file[start + 257..<start + 262].elementsEqual("ustar".utf8) {
      file.replaceSubrange(start + 148..<start + 156, with: [UInt8](repeating: 32, count: 8))
      let sum = file[start..<start + Archive.blockSize].reduce(0) { $0 + Int($1) }
      for digit in 0..<6 {
        file[start + 153 - digit] = UInt8(0x30 + (sum >> (3 * digit)) & 7)
      }
      file[start + 154] = 0
    }
  }
}
