import CLinux
import CodeUnits

/// An archive of tar(1) in the form "ustar", whose files are read in place as if it were a folder:
/// a path may lead through it, as in `boot.scene/pictures/logo.png`.
///
/// Links are skipped, and so are files whose names are continued by other means than the format's
/// prefix.
enum Archive {
  /// A file in an archive.
  struct Member {
    var name: String
    var start: Int
    var count: Int
  }

  static let blockSize = 512
  /// Headers that are read at most.
  static let longestList = 4096

  /// The files of an archive.
  struct List {
    /// In the archive's order.
    var members: [Member] = []
    /// The places of files among the members; of several members with the same name the last
    /// counts.
    private var places: [ExactText: Int] = [:]

    mutating func append(_ member: Member) {
      places[ExactText(member.name)] = members.count
      members.append(member)
    }

    func member(named name: String) -> Member? { places[ExactText(name)].map { members[$0] } }
  }

  /// True if the file begins with a header of an archive.
  static func begins(
    in descriptor: Int32, size: Int, path: String
  ) throws(SystemError) -> Bool {
    guard size >= blockSize else { return false }
    let header = Header(try block(of: descriptor, at: 0, path: path))
    return header.map { $0.count <= size - blockSize } ?? false
  }

  /// Reads the list of an archive, header by header; nil for a file that is not an archive.
  fileprivate static func readList(
    of descriptor: Int32, size: Int, path: String
  ) throws(SystemError) -> List? {
    var list = List()
    var offset = 0
    for _ in 0..<longestList {
      guard offset <= size - blockSize else { break }
      let block = try block(of: descriptor, at: offset, path: path)
      guard let member = Header(block) else { break }
      let start = offset + blockSize
      // The last members of a file that was cut short lack their ends.
      guard member.count <= size - start else { break }
      if member.isFile {
        list.append(Member(name: member.name, start: start, count: member.count))
      }
      offset = start + (member.count + blockSize - 1) / blockSize * blockSize
    }
    return offset == 0 ? nil : list
  }

  /// The archive that a path leads through, and the rest of the path; nil if the path leads through
  /// no archive.
  static func split(_ path: String) -> (archive: String, name: String)? {
    let slash = UInt8(ascii: "/")
    var end = path.utf8.endIndex
    while let place = path.utf8[..<end].lastIndex(of: slash), place > path.utf8.startIndex {
      let archive = String(path[..<place])
      let kind = (try? FileStatus.of(archive))?.kind
      if kind == .regular {
        return (archive, String(path[path.utf8.index(after: place)...]))
      }
      if kind != nil { return nil }
      end = place
    }
    return nil
  }

  /// The entries of a folder of an archive, or of its top for an empty name.
  static func entries(of list: List, in folder: String) -> [DirectoryEntry] {
    var entries: [DirectoryEntry] = []
    var known: Set<ExactText> = []
    let prefix = folder.isEmpty ? "" : folder + "/"
    for member in list.members where member.name.utf8.starts(with: prefix.utf8) {
      let rest = member.name.utf8.dropFirst(prefix.utf8.count)
      let slash = rest.firstIndex(of: UInt8(ascii: "/"))
      let name = slash.map { String(member.name[rest.startIndex..<$0]) } ?? String(rest) ?? ""
      guard !name.isEmpty, known.insert(ExactText(name)).inserted else { continue }
      entries.append(DirectoryEntry(name: name, kind: slash == nil ? .file : .folder))
    }
    return entries
  }

  /// Reads a block.
  private static func block(
    of descriptor: Int32, at offset: Int, path: String
  ) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: blockSize)
    var span = bytes.mutableSpan
    let count = try unsafe span.withUnsafeMutableBytes { buffer throws(SystemError) -> Int in
      try unsafe Syscalls.read(
        descriptor, at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[0...]),
        path: path)
    }
    return count == blockSize ? bytes : []
  }
}

/// The list of the archive that was read last. It is kept, so that many files of one archive are
/// opened in a time that grows with their number alone.
final class LastArchive: @unchecked Sendable {
  static let shared = LastArchive()
  private let lock = Lock()
  // The lock guards this.
  private var last: (status: FileStatus, list: Archive.List)?

  /// The files of an open archive, read again for another archive and after a change; nil for a
  /// file that is not an archive.
  func list(
    of descriptor: Int32, _ status: FileStatus, path: String
  ) throws(SystemError) -> Archive.List? {
    let known: Archive.List? = lock.hold {
      guard let last, last.status.isSameContent(as: status) else { return nil }
      return last.list
    }
    if let known { return known }
    // Without the lock, since a disk may be slow.
    let list = try Archive.readList(of: descriptor, size: status.size, path: path)
    if let list { lock.hold { last = (status, list) } }
    return list
  }
}

/// A member's header.
private struct Header {
  var name: String
  var count: Int
  var isFile: Bool

  /// - Returns: nil for a block that is not a header.
  init?(_ block: [UInt8]) {
    guard block.count == Archive.blockSize, block[257..<262].elementsEqual("ustar".utf8),
      let count = Self.octal(block[124..<136]), let sum = Self.octal(block[148..<156])
    else { return nil }
    var found = 0
    // The sum counts its own field as spaces.
    for (index, byte) in block.enumerated() { found += 148..<156 ~= index ? 32 : Int(byte) }
    guard found == sum else { return nil }
    let prefix = Self.text(block[345..<500])
    let last = Self.text(block[0..<100])
    var name = prefix.isEmpty ? last : prefix + "/" + last
    if name.utf8.starts(with: "./".utf8) { name = String(name.dropFirst(2)) }
    self.name = name
    self.count = count
    isFile = block[156] == 0 || block[156] == UInt8(ascii: "0")
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The number of octal digits that follow spaces, up to a NUL, a space or the field's end.
  private static func octal(_ bytes: ArraySlice<UInt8>) -> Int? {
    let digits = bytes.drop { $0 == 0x20 }.prefix { $0 != 0x20 && $0 != 0 }
    guard !digits.isEmpty else { return nil }
    var value = 0
    for byte in digits {
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 8)
      guard 0x30...0x37 ~= byte, !isTooLarge else { return nil }
      value = product | Int(byte & 7)
    }
    return value
  }
}

/// True if an archive stands at a path, whose files can be read by paths that lead through it.
public func isArchive(_ path: String) -> Bool {
  guard let file = try? PlainFile(path: path, limit: .max) else { return false }
  return (try? Archive.begins(in: file.descriptor.rawValue, size: file.count, path: path)) ?? false
}
