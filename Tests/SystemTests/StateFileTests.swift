import Foundation
import System
import TestSupport
import Testing

@Suite struct StateFileTests {
  let directory: TemporaryDirectory
  init() throws { directory = try TemporaryDirectory() }

  private var path: String { directory("state") }

  /// The file's content with a byte changed after it was closed.
  private func damage(at offset: UInt64) throws {
    let handle = try #require(FileHandle(forUpdatingAtPath: path))
    try handle.seek(toOffset: offset)
    let byte = try #require(try handle.read(upToCount: 1)).first ?? 0
    try handle.seek(toOffset: offset)
    try handle.write(contentsOf: Data([byte ^ 0xFF]))
    try handle.close()
  }

  @Test func `a state file reads what was last written to it`() throws {
    do {
      let file = try StateFile(path: path)
      #expect(file.read(.values) == nil && file.read(.scenes) == nil)
      for count in 0..<100 { try file.write(.values, [UInt8](repeating: 1, count: count)) }
      try file.write(.scenes, Array("scene".utf8))
      #expect(file.read(.values)?.count == 99)
    }
    let file = try StateFile(path: path)
    #expect(file.read(.values) == [UInt8](repeating: 1, count: 99))
    #expect(file.read(.scenes) == Array("scene".utf8))
    try file.clear()
    #expect(file.read(.values) == nil)
    #expect(try FileStatus.of(path)?.mode == 0o600)
  }

  /// A slot's head and bytes as the file has them, with a number of the test's own.
  private func slot(_ sequence: UInt64, _ text: String) -> Data {
    let prime: UInt64 = 0x100_0000_01B3
    var sum = (0xCBF2_9CE4_8422_2325 ^ sequence) &* prime
    sum = (sum ^ UInt64(text.utf8.count)) &* prime
    for byte in text.utf8 { sum = (sum ^ UInt64(byte)) &* prime }
    var data = Data()
    for word in [sequence, UInt64(text.utf8.count), sum] {
      for shift in stride(from: 0, to: 64, by: 8) {
        data.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    return data + Data(text.utf8)
  }

  @Test(arguments: [UInt64(5), .max - 1, .max])
  func `a write after a slot of any number is read by the next process`(number: UInt64) throws {
    do { try StateFile(path: path).write(.values, Array("one".utf8)) }
    let handle = try #require(FileHandle(forUpdatingAtPath: path))
    try handle.seek(toOffset: 4096)
    try handle.write(contentsOf: slot(number, "other"))
    try handle.close()
    do {
      let file = try StateFile(path: path)
      #expect(file.read(.values) == Array("other".utf8))
      try file.write(.values, Array("two".utf8))
    }
    let file = try StateFile(path: path)
    #expect(file.read(.values) == Array("two".utf8))
    try file.write(.values, Array("three".utf8))
    #expect(file.read(.values) == Array("three".utf8))
  }

  @Test func `an interrupted write leaves the previous one`() throws {
    do {
      let file = try StateFile(path: path)
      try file.write(.values, Array("one".utf8))
      try file.write(.values, Array("two".utf8))
    }
    // The second write went to the other slot.
    try damage(at: 4096 + (1 << 20) + 24)
    #expect(try StateFile(path: path).read(.values) == Array("one".utf8))
    try damage(at: 4096 + 8)
    #expect(try StateFile(path: path).read(.values) == nil)
  }

  @Test func `a wrong byte in a slot's header drops the slot`() throws {
    for place in 0..<24 {
      try? FileManager.default.removeItem(atPath: path)
      do {
        let file = try StateFile(path: path)
        try file.write(.values, Array("one".utf8))
      }
      try damage(at: UInt64(4096 + place))
      #expect(try StateFile(path: path).read(.values) == nil, "byte \(place)")
    }
  }

  @Test func `a file of another kind, another mode or behind a link is refused`() throws {
    try writeFileAtomically(path: directory("open"), bytes: [], mode: 0o644)
    #expect(throws: SystemError.self) { try StateFile(path: directory("open")) }
    try writeFileAtomically(path: directory("other"), bytes: Array("trunc".utf8), mode: 0o600)
    let error = #expect(throws: SystemError.self) { try StateFile(path: directory("other")) }
    #expect(error?.code == EEXIST)
    try writeFileAtomically(path: directory("mine"), bytes: [], mode: 0o600)
    try FileManager.default.createSymbolicLink(
      atPath: directory("link"), withDestinationPath: directory("mine"))
    #expect(throws: SystemError.self) { try StateFile(path: directory("link")) }
    #expect(unsafe mkfifo(directory("fifo"), 0o600) == 0)
    #expect(throws: SystemError.self) { try StateFile(path: directory("fifo")) }
    #expect(throws: SystemError.self) { try StateFile(path: directory.path) }
    // An empty file of this user, left unfinished, is accepted.
    #expect(try StateFile(path: directory("mine")).read(.values) == nil)
  }

  @Test(arguments: [true, false])
  func `a file of a damaged header or size is written anew`(isSize: Bool) throws {
    try StateFile(path: path).write(.values, [1, 2, 3])
    let file = try FileDescriptor.open(path, [.read, .write])
    if isSize {
      try file.resize(to: 5000)
    } else {
      try file.writeAll(Array("FLSTATX1".utf8).span)
    }
    let mended = try StateFile(path: path)
    #expect(mended.read(.values) == nil)
    try mended.write(.values, [4, 5])
    try mended.write(.scenes, [6])
    #expect(mended.read(.values) == [4, 5] && mended.read(.scenes) == [6])
  }

  /// Truncates the file like another program while this one goes on writing.
  @Test(arguments: [0, 1, 5, 8, 20, 4_096, 1 << 20])
  func `a file that was truncated in use is written anew`(size: Int) throws {
    do {
      let file = try StateFile(path: path)
      try file.write(.values, Array("one".utf8))
      #expect(!file.isCut)
      try FileDescriptor.open(path, [.read, .write]).resize(to: size)
      #expect(file.isCut)
      if size % 2 == 0 {
        try file.write(.values, Array("two".utf8))
        file.starts.isRunning = true
      }
    }
    let next = try StateFile(path: path)
    try next.write(.values, Array("three".utf8))
    #expect(next.read(.values) == Array("three".utf8) && !next.isCut)
  }

  static let others: [[UInt8]] = [
    Array("FL\0TATE1".utf8), Array("\0LSTATE1".utf8), Array("FLSTATX1".utf8),
    [UInt8](repeating: 0, count: 4_095) + [1],
    Array("FLST".utf8) + [UInt8](repeating: 0, count: 60) + [1],
  ]

  @Test(arguments: others)
  func `a file of another program stays as it is`(content: [UInt8]) throws {
    try writeFileAtomically(path: path, bytes: content, mode: 0o600)
    let error = #expect(throws: SystemError.self) { try StateFile(path: path) }
    #expect(error?.code == EEXIST)
    #expect(try readFile(atPath: path, limit: 1 << 20) == content)
  }

  @Test func `a file that was cut is restored by its owner`() throws {
    do {
      let file = try StateFile(path: path)
      try file.write(.scenes, Array("scene".utf8))
      try FileDescriptor.open(path, [.read, .write]).resize(to: 3)
      try file.restore()
      #expect(!file.isCut && file.read(.scenes) == nil)
      try file.write(.values, Array("one".utf8))
    }
    let next = try StateFile(path: path)
    #expect(next.read(.values) == Array("one".utf8) && next.read(.scenes) == nil)
  }

  @Test func `a file that another process holds is refused`() throws {
    let file = try StateFile(path: path)
    let error = #expect(throws: SystemError.self) { try StateFile(path: path) }
    #expect(error?.code == EBUSY)
    file.remove()
    #expect(try FileStatus.of(path) == nil)
  }

  @Test func `a memory file is passed on, and its size is sealed`() throws {
    let file = try StateFile(name: "state")
    try file.write(.values, [1, 2, 3])
    #expect(ftruncate(file.number, 10) != 0)
    let other = try StateFile(kept: FileDescriptor(owning: dup(file.number)))
    #expect(other.read(.values) == [1, 2, 3])
    #expect(throws: SystemError.self) {
      try StateFile(kept: FileDescriptor.open("/dev/null", [.read]))
    }
  }

  @Test func `data beyond the limit are refused, and large data are kept once`() throws {
    let file = try StateFile(path: path)
    let much = [UInt8](repeating: 9, count: 4 << 20)
    #expect(throws: SystemError.self) { try file.write(.values, much) }
    for _ in 0..<4 { try file.write(.scenes, much) }
    var status = stat()
    #expect(unsafe stat(path, &status) == 0)
    #expect(status.st_blocks * 512 < 6 << 20)
    try file.write(.scenes, [])
    #expect(file.read(.scenes) == [])
  }

  @Test func `a record of starts is kept`() throws {
    let record = StartRecord(startTime: 5, crashTime: 7, isRunning: true, crashCount: 2)
    do {
      let file = try StateFile(path: path)
      #expect(file.starts == StartRecord(startTime: 0))
      file.starts = record
    }
    #expect(try StateFile(path: path).starts == record)
  }
}
