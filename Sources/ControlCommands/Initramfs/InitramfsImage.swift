import Foundation
import System

/// An initial RAM file system: the files that the kernel unpacks from an image. An image is a row
/// of archives, some of them compressed.
struct InitramfsImage {
  /// By path, without a slash at the beginning; the last entry of those with the same path.
  private(set) var entries: [String: CpioArchive.Entry] = [:]

  /// The largest file that is read, and the most that it may be unpacked to, in bytes.
  static let limit = 1 << 30

  init(path: String) throws(ClientError) {
    let bytes: [UInt8]
    do throws(ReadFileError) {
      bytes = try readFile(atPath: path, limit: Self.limit)
    } catch {
      throw ClientError(.noInput, error.description)
    }
    do throws(ClientError) {
      try self.init(bytes: bytes)
    } catch {
      throw ClientError(error.status, "\(path): \(error.message)", hint: error.hint)
    }
  }

  init(bytes: [UInt8]) throws(ClientError) {
    try add(bytes, mayBeCompressed: true)
    guard !entries.isEmpty else {
      throw ClientError(.noInput, "the image is empty", hint: "make the image anew")
    }
  }

  private mutating func add(_ bytes: [UInt8], mayBeCompressed: Bool) throws(ClientError) {
    // Archives may begin behind zeros.
    var offset = bytes.firstIndex { $0 != 0 } ?? bytes.count
    while offset < bytes.count {
      if CpioArchive.begins(in: bytes, at: offset) {
        let archive = try CpioArchive(bytes, from: offset)
        entries.merge(archive.entries) { _, last in last }
        offset = archive.end
      } else if mayBeCompressed {
        guard let compression = Compression(of: bytes[offset...]) else {
          throw ClientError(
            .noInput, "byte \(offset) begins neither an archive nor a compression that is known",
            hint: "name an image as mkinitramfs, dracut or mkinitcpio write it")
        }
        return try add(try compression.unpack(bytes[offset...]), mayBeCompressed: false)
      } else {
        return
      }
    }
  }

  // MARK: Files

  /// The number of plain files, and of their bytes.
  var size: (files: Int, bytes: Int) {
    entries.values.reduce((0, 0)) { $1.isFile ? ($0.0 + 1, $0.1 + $1.content.count) : $0 }
  }

  /// A file or folder, by links as the kernel follows them.
  subscript(_ path: String) -> CpioArchive.Entry? { resolved(path).flatMap { entries[$0] } }

  /// The most bytes of a path, and links on it, that the kernel follows.
  private static let longestPath = 4095
  private static let mostLinks = 40

  /// The path behind all links; nil where it leads nowhere.
  func resolved(_ path: String) -> String? {
    var rest = path.split(separator: "/")[...]
    var place = ""
    var links = 0
    while let name = rest.popFirst() {
      if name == "." { continue }
      if name == ".." {
        place = place.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(place[..<$0]) } ?? ""
        continue
      }
      let next = place.isEmpty ? String(name) : place + "/" + name
      guard next.utf8.count <= Self.longestPath else { return nil }
      guard let target = entries[next]?.target else {
        place = next
        continue
      }
      links += 1
      guard links <= Self.mostLinks else { return nil }
      if target.hasPrefix("/") { place = "" }
      rest = (target.split(separator: "/") + rest)[...]
    }
    return entries[place] == nil ? nil : place
  }

  /// The path of a program, in the first folder that has it.
  func program(_ name: String) -> String? {
    for folder in ["usr/bin", "bin", "usr/sbin", "sbin", "usr/local/bin", "usr/lib/firstlight"] {
      let path = folder + "/" + name
      if let entry = self[path], entry.isExecutable { return path }
    }
    return nil
  }

  /// The paths of all files below a folder, and of links to files there.
  func files(below folder: String) -> [String] {
    let prefix = folder + "/"
    return entries.keys.filter { $0.hasPrefix(prefix) && self[$0]?.isFile ?? false }.sorted()
  }
}

/// The compression of an archive, and the program that unpacks it.
enum Compression: String, CaseIterable {
  case gzip, xz, zstd, lz4, bzip2, lzop, lzma

  init?(of bytes: ArraySlice<UInt8>) {
    for compression in Self.allCases where bytes.starts(with: compression.signature) {
      self = compression
      return
    }
    return nil
  }

  var signature: [UInt8] {
    switch self {
    case .gzip: [0x1F, 0x8B]
    case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]
    case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
    // As the kernel's own scripts make it.
    case .lz4: [0x02, 0x21, 0x4C, 0x18]
    case .bzip2: [0x42, 0x5A, 0x68]
    case .lzop: [0x89, 0x4C, 0x5A, 0x4F]
    case .lzma: [0x5D, 0, 0]
    }
  }

  private var command: [String] {
    switch self {
    case .lzma: ["xz", "--format=lzma", "-dc"]
    default: [rawValue, "-dc"]
    }
  }

  /// Unpacks bytes by the program for them.
  ///
  /// The program reads a file in memory, and writes into a pipe: so neither side waits for the
  /// other, no disk has to have space, and nothing is left behind however this process ends.
  /// - Parameter limit: the most bytes of the result.
  func unpack(
    _ bytes: ArraySlice<UInt8>, limit: Int = InitramfsImage.limit
  ) throws(ClientError) -> [UInt8] {
    guard let program = Self.find(command[0]) else {
      throw ClientError(
        .noInput,
        "the image is compressed by \(rawValue), and the program \(command[0]) is missing",
        hint: "install \(command[0])")
    }
    let output = Pipe()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = Array(command.dropFirst())
    process.standardInput = try Self.file(with: bytes)
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let result: [UInt8]?
    do {
      try process.run()
      result = try Self.read(output.fileHandleForReading, limit)
    } catch {
      throw ClientError(
        .inputOutput, "the image cannot be unpacked by \(program): \(error.localizedDescription)")
    }
    // A program that has more cannot write it: it ends, also where it ignores signals.
    try? output.fileHandleForReading.close()
    process.waitUntilExit()
    guard let result else {
      throw ClientError(.noInput, "the image has more than \(limit) bytes when it is unpacked")
    }
    // A program that warns of bytes after the end has unpacked everything before them.
    guard process.terminationStatus == 0 || !result.isEmpty else {
      throw ClientError(
        .noInput, "the image is damaged, says \(command[0])", hint: "make the image anew")
    }
    return result
  }

  /// A file in memory, at its beginning.
  private static func file(with bytes: ArraySlice<UInt8>) throws(ClientError) -> FileHandle {
    do throws(SystemError) {
      let file = try MemoryFile.sealed(name: "image", bytes: bytes.span)
      return FileHandle(fileDescriptor: file.take(), closeOnDealloc: true)
    } catch {
      throw ClientError(.inputOutput, "the image cannot be unpacked: \(error.description)")
    }
  }

  /// Reads a pipe to its end.
  /// - Returns: nil for more bytes than the limit.
  private static func read(_ pipe: FileHandle, _ limit: Int) throws -> [UInt8]? {
    var result: [UInt8] = []
    while let part = try pipe.read(upToCount: 1 << 20), !part.isEmpty {
      guard part.count <= limit - result.count else { return nil }
      result += part
    }
    return result
  }

  private static func find(_ name: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
