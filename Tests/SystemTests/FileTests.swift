import Foundation
import System
import TestSupport
import Testing

@Suite struct FileTests {
  let directory: TemporaryDirectory
  init() throws { directory = try TemporaryDirectory() }

  @Test func `a file reads back as it was written`() throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try writeFileAtomically(path: directory("a"), bytes: bytes)
    #expect(try readFile(atPath: directory("a"), limit: 100_000) == bytes)
    #expect(try FileStatus.of(directory("a"))?.size == 100_000)
  }

  @Test func `a file over the limit is refused before it is read`() throws {
    try writeFileAtomically(path: directory("a"), bytes: [UInt8](repeating: 0, count: 11))
    #expect(throws: ReadFileError.tooLarge(path: directory("a"), size: 11, limit: 10)) {
      try readFile(atPath: directory("a"), limit: 10)
    }
  }

  @Test func `the kernel's command line is read despite its reported size`() {
    #expect(KernelText.read("/proc/cmdline")?.isEmpty == false)
    #expect(KernelText.read("/proc/nothing") == nil && KernelText.read("/proc") == nil)
  }

  @Test func `a hidden file of proc is read beside the socket, unless it is empty`() throws {
    try writeFileAtomically(path: directory("hidden"), bytes: Array("a=1".utf8))
    try writeFileAtomically(path: directory("left"), bytes: [])
    let folder = directory("") + "/"
    #expect(KernelText.ofProc("hidden", folder: folder) == "a=1")
    #expect(KernelText.ofProc("self/hidden", folder: folder) == "a=1")
    #expect(KernelText.ofProc("left", folder: folder) == nil)
    #expect(KernelText.ofProc("nothing", folder: folder) == nil)
    // The kernel's own file counts first.
    try writeFileAtomically(path: directory("cmdline"), bytes: Array("a=1".utf8))
    #expect(KernelText.ofProc("cmdline", folder: folder) == KernelText.read("/proc/cmdline"))
  }

  @Test(arguments: [0, 1, 4095, 4096, 4097, 9000, 65_535, 65_536, 65_537, 100_000])
  func `a text of the kernel is read to its end, or to the limit`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 23) }
    try writeFileAtomically(path: directory("a"), bytes: bytes)
    let text = try #require(KernelText.read(directory("a")))
    #expect(Array(text.utf8) == Array(bytes.prefix(1 << 16)))
  }

  @Test func `a huge sparse file costs nothing`() throws {
    try writeFileAtomically(path: directory("huge"), bytes: [])
    let handle = try #require(FileHandle(forWritingAtPath: directory("huge")))
    try handle.truncate(atOffset: 1 << 40)
    #expect(throws: ReadFileError.tooLarge(path: directory("huge"), size: 1 << 40, limit: 10)) {
      try readFile(atPath: directory("huge"), limit: 10)
    }
  }

  @Test func `a directory, a FIFO and a device are refused without waiting`() throws {
    #expect(throws: ReadFileError.notAFile(path: directory.path, kind: .directory)) {
      try readFile(atPath: directory.path, limit: 10)
    }
    #expect(unsafe mkfifo(directory("fifo"), 0o600) == 0)
    #expect(throws: ReadFileError.notAFile(path: directory("fifo"), kind: .pipe)) {
      try readFile(atPath: directory("fifo"), limit: 10)
    }
    #expect(throws: ReadFileError.notAFile(path: "/dev/zero", kind: .characterDevice)) {
      try readFile(atPath: "/dev/zero", limit: 10)
    }
  }

  @Test func `a part of a file ends where the file does`() throws {
    try writeFileAtomically(path: directory("a"), bytes: Array(0..<10))
    let file = try PlainFile(path: directory("a"), limit: 10)
    #expect(file.count == 10)
    #expect(try file.bytes(at: 3, count: 4) == [3, 4, 5, 6])
    #expect(try file.bytes(at: 8, count: 100) == [8, 9])
    #expect(try file.bytes(at: 11, count: 1) == [])
    let fault = SystemFault(.read, code: EIO)
    #expect(throws: ReadFileError.system(SystemError(.read, path: directory("a"), code: EIO))) {
      try fault.inject { try file.bytes(at: 0, count: 1) }
    }
  }

  @Test func `a directory lists the kinds of its entries`() throws {
    try createDirectory(directory("x"))
    try writeFileAtomically(path: directory("a"), bytes: [])
    try FileManager.default.createSymbolicLink(
      atPath: directory("link"), withDestinationPath: directory("x"))
    var entries = try listEntries(directory.path)
    entries.sort { $0.name < $1.name }
    #expect(entries.map { $0.name } == ["a", "link", "x"])
    // A file system need not report the kind of a file.
    #expect(entries[0].kind != .folder && entries[2].kind != .file)
    #expect(entries[1].kind == .unknown)
    #expect(try listDirectory(directory.path) == ["a", "link", "x"])
  }

  @Test(arguments: [
    ("none", "its directory is there, the file is not"),
    ("no/such/none", "there is no directory 'no'"),
    ("none/", "its directory is there, the file is not"),
  ])
  func `the error of a missing file names the missing part of its path`(
    name: String, reason: String
  ) {
    let path = directory(name)
    let error = #expect(throws: ReadFileError.self) { try readFile(atPath: path, limit: 10) }
    let hint = reason.replacing("'no'", with: "'\(directory("no"))'")
    #expect(
      error?.description == "cannot open '\(path)': No such file or directory "
        + "(ENOENT); check the path: \(hint)")
  }

  @Test(arguments: [
    SystemFault(.write, code: ENOSPC), SystemFault(.write, code: ENOSPC, after: 1),
    SystemFault(.close, code: EIO), SystemFault(.rename, code: EACCES),
    SystemFault(.open, code: EMFILE),
  ])
  func `a failed write leaves the old file and nothing beside it`(fault: SystemFault) throws {
    try writeFileAtomically(path: directory("a"), bytes: [1, 2, 3])
    // Two writes: the first is cut short by the fault's turn, not by the kernel.
    let skipsAll = fault.call == .write && fault.after > 0
    if skipsAll {
      try fault.inject { try writeFileAtomically(path: directory("a"), bytes: [4]) }
    } else {
      #expect(throws: SystemError(fault.call, path: directory("a"), code: fault.code)) {
        try fault.inject { try writeFileAtomically(path: directory("a"), bytes: [4]) }
      }
    }
    #expect(try readFile(atPath: directory("a"), limit: 10) == (skipsAll ? [4] : [1, 2, 3]))
    #expect(try directory.names() == ["a"])
  }

  @Test func `an interrupted call is made again`() throws {
    try SystemFault(.write, code: EINTR, count: 3).inject {
      try writeFileAtomically(path: directory("a"), bytes: [1])
    }
    #expect(try readFile(atPath: directory("a"), limit: 10) == [1])
  }

  @Test func `an injected fault stays on its thread`() throws {
    let path = directory("a")
    SystemFault(.open, code: EMFILE).inject {
      let thread = Thread { try? writeFileAtomically(path: path, bytes: [1]) }
      thread.start()
      while !thread.isFinished { usleep(100) }
    }
    #expect(try readFile(atPath: path, limit: 10) == [1])
  }

  @Test func `the temporary file of a killed process is replaced`() throws {
    let leftover = directory(".a.\(ProcessEnvironment.threadIdentifier).tmp")
    try Data([9]).write(to: URL(fileURLWithPath: leftover))
    try writeFileAtomically(path: directory("a"), bytes: [1])
    #expect(try directory.names() == ["a"])
  }

  @Test func `directories are made along the way`() throws {
    try createDirectory(directory("x/y//z/"))
    #expect(try FileStatus.of(directory("x/y/z"))?.kind == .directory)
    try createDirectory(directory("x/y/z"))
    try writeFileAtomically(path: directory("file"), bytes: [1])
    #expect(throws: SystemError(.makeDirectory, path: directory("file"), code: ENOTDIR)) {
      try createDirectory(directory("file/below"))
    }
  }

  @Test(arguments: [
    ("a", "."), ("a/b", "a"), ("/a", "/"), ("/", "/"), ("/a/b/", "/a"), ("a//b", "a"), ("", "."),
    ("//a", "/"),
  ])
  func `the parent of a path is found`(path: String, parent: String) {
    #expect(parentDirectory(of: path) == parent)
  }

  @Test func `a sealed memory file is rewound and cannot be changed`() throws {
    let bytes: [UInt8] = [1, 2, 3]
    let file = try MemoryFile.sealed(name: "test", bytes: bytes.span)
    var buffer = [UInt8](repeating: 0, count: 8)
    #expect(try file.read(into: &buffer, 0..<8) == 3)
    #expect(buffer[..<3] == [1, 2, 3])
    #expect(unsafe write(file.rawValue, "x", 1) == -1)
    #expect(errno == EPERM)
    #expect(ftruncate(file.rawValue, 1) == -1)
  }

  @Test func `a descriptor is closed when its value goes, unless it was taken`() throws {
    var number: Int32 = -1
    do {
      let file = try FileDescriptor.open("/dev/null", .read)
      number = file.rawValue
      #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
    }
    let taken = try FileDescriptor.open("/dev/null", .read).take()
    #expect(fcntl(taken, F_GETFD) >= 0)
    close(taken)
  }
}
