/// A cpio archive of the kind "newc", as the kernel unpacks it into its first file system.
struct CpioArchive {
  /// A file, a folder or a link, with its bytes.
  struct Entry {
    /// Kind and permissions, as stat(2) has them.
    var mode: UInt32
    var content: ArraySlice<UInt8>
    /// The file, if it has several names.
    fileprivate var inode: Inode?

    var isLink: Bool { mode & 0o170000 == 0o120000 }
    var isFile: Bool { mode & 0o170000 == 0o100000 }
    var isFolder: Bool { mode & 0o170000 == 0o040000 }
    var isExecutable: Bool { isFile && mode & 0o111 != 0 }
    /// The path that a link leads to, of the length that the kernel allows.
    var target: String? {
      isLink && content.count < 4096 ? String(decoding: content, as: UTF8.self) : nil
    }
  }

  /// A file of the file system that the archive was made from.
  fileprivate struct Inode: Hashable {
    var number: UInt32
    var device: [UInt32]
  }

  /// By path, without a slash at the beginning.
  private(set) var entries: [String: Entry] = [:]
  /// The offset of the first byte behind the archive.
  private(set) var end: Int

  private static let headerSize = 110
  /// Bytes of a path with its NUL, which the kernel allows (PATH_MAX).
  private static let longestName = 4096

  /// True if an archive begins at a place.
  static func begins(in bytes: [UInt8], at offset: Int) -> Bool {
    let rest = bytes[min(offset, bytes.count)...]
    return rest.starts(with: "070701".utf8) || rest.starts(with: "070702".utf8)
  }

  /// Reads an archive up to its end mark, and the zeros behind that.
  /// - Throws: `noInput` for an archive that is cut short, and for other bytes.
  init(_ bytes: [UInt8], from start: Int) throws(ClientError) {
    var offset = start
    // Of the names of one file, one alone has the bytes.
    var shared: [Inode: ArraySlice<UInt8>] = [:]
    end = start
    while true {
      guard Self.begins(in: bytes, at: offset), offset + Self.headerSize <= bytes.count,
        let number = Self.field(0, of: bytes, at: offset),
        let mode = Self.field(1, of: bytes, at: offset),
        let nameCount = Self.field(4, of: bytes, at: offset),
        let size = Self.field(6, of: bytes, at: offset),
        let major = Self.field(7, of: bytes, at: offset),
        let minor = Self.field(8, of: bytes, at: offset),
        let nameSize = Self.field(11, of: bytes, at: offset), nameSize > 0
      else { throw Self.broken(offset) }
      let nameStart = offset + Self.headerSize
      let contentStart = start + Self.padded(nameStart + Int(nameSize) - start)
      let contentEnd = contentStart + Int(size)
      guard contentEnd <= bytes.count else { throw Self.broken(offset) }
      let nameEnd = nameStart + min(Int(nameSize) - 1, Self.longestName)
      let name = String(decoding: bytes[nameStart..<nameEnd], as: UTF8.self)
      offset = start + Self.padded(contentEnd - start)
      if name == "TRAILER!!!" { break }
      // The kernel leaves such a file out.
      guard nameSize <= Self.longestName else { continue }
      var entry = Entry(mode: mode, content: bytes[contentStart..<contentEnd])
      if entry.isFile, nameCount > 1 {
        let inode = Inode(number: number, device: [major, minor])
        entry.inode = inode
        if size > 0 { shared[inode] = entry.content }
      }
      entries[Self.plain(name)] = entry
    }
    if !shared.isEmpty {
      entries = entries.mapValues { entry in
        guard entry.content.isEmpty, let content = entry.inode.flatMap({ shared[$0] }) else {
          return entry
        }
        return Entry(mode: entry.mode, content: content)
      }
    }
    end = bytes[min(offset, bytes.count)...].firstIndex { $0 != 0 } ?? bytes.count
  }

  private static func broken(_ offset: Int) -> ClientError {
    ClientError(
      .noInput, "the archive is damaged or cut short at byte \(offset)",
      hint: "make the image anew")
  }

  private static func field(_ index: Int, of bytes: [UInt8], at offset: Int) -> UInt32? {
    let start = offset + 6 + 8 * index
    var value: UInt32 = 0
    for byte in bytes[start..<start + 8] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  private static func padded(_ count: Int) -> Int { (count + 3) & ~3 }

  /// A path without empty components and `.`.
  private static func plain(_ path: String) -> String {
    path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }
}
