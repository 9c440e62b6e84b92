import CLinux

/// A file of a fixed size whose parts stay readable after the process that wrote them was killed at
/// any moment, without calls that wait for a disk.
///
/// It begins with a page about starts and crashes, `StartRecord`. After that each part has two
/// slots, which are written in turn: a head with a sequence number, a byte count and a checksum
/// over everything, and the bytes. The slot with the higher number is valid if its checksum is
/// right, and otherwise the other one. Numbers are little-endian words of 64 bits. Space that was
/// never written takes none.
public final class StateFile {
  /// A part of the content, which is written by itself.
  public enum Part: Int, Sendable, CaseIterable {
    /// Small, and written often.
    case values
    /// Large, and written rarely.
    case scenes

    /// The most bytes of the part.
    public var capacity: Int { slotSize - StateFile.headSize }

    var slotSize: Int {
      switch self {
      case .values: 1 << 20
      case .scenes: 32 << 20
      }
    }

    /// The offset of its first slot.
    var offset: Int {
      switch self {
      case .values: StateFile.pageSize
      case .scenes: StateFile.pageSize + 2 * Part.values.slotSize
      }
    }
  }

  static let pageSize = 4096
  static let headSize = 24
  /// The end of the record of starts, which follows the signature.
  static let recordEnd = 64
  static let size = pageSize + 2 * (Part.values.slotSize + Part.scenes.slotSize)
  /// "FLSTATE1"
  private static let signature: UInt64 = 0x3145_5441_5453_4C46

  /// Nil for a file in memory.
  public let path: String?
  private let descriptor: FileDescriptor
  /// The valid slot of each part, with its sequence number and its bytes.
  private var current: [Slot]

  private struct Slot {
    var index = 1
    var sequence: UInt64 = 0
    var count = 0
  }

  // MARK: Opening

  /// Makes a file in memory with a sealed size.
  public convenience init(name: String) throws(SystemError) {
    try Self.refuseLargeFiles()
    let file = FileDescriptor(owning: try Syscalls.createMemoryFile(named: name))
    try Syscalls.truncate(file.rawValue, to: Self.size)
    try Syscalls.sealSize(file.rawValue)
    try self.init(file, path: nil)
  }

  /// Opens a kept file, or makes one. Only a plain file of this user that no other user may read or
  /// write is accepted; symbolic links are not followed.
  /// - Throws: EPERM for a file of another user, EEXIST for one with other content, EBUSY for one
  ///   that a living process uses.
  public convenience init(path: String) throws(SystemError) {
    try Self.refuseLargeFiles()
    let file = try Self.opened(path)
    let status = try Syscalls.status(of: file.rawValue, path: path)
    guard status.kind == .regular, status.userIdentifier == ProcessEnvironment.userIdentifier,
      status.mode & 0o077 == 0
    else { throw SystemError(.open, path: path, code: EPERM) }
    guard try Self.isOurs(file, status.size) else {
      throw SystemError(.open, path: path, code: EEXIST)
    }
    guard try Syscalls.lock(file.rawValue) else {
      throw SystemError(.lock, path: path, code: EBUSY)
    }
    if status.size != Self.size {
      // The rest of a damaged one is no state.
      try Syscalls.truncate(file.rawValue, to: 0)
      try Syscalls.truncate(file.rawValue, to: Self.size)
    }
    try self.init(file, path: path)
  }

  /// True for a file that may be cleared since it is not another program's: an empty file, or one
  /// with the size or the beginning of a state. The rest of it may be damaged. A shorter file was
  /// cut while a daemon used it. The daemon has written the record of starts and parts again since,
  /// so the rest of its first page has the remaining bytes of the signature, and zeros.
  private static func isOurs(
    _ file: borrowing FileDescriptor, _ size: Int
  ) throws(SystemError) -> Bool {
    if size == 0 || size == Self.size { return true }
    var head = [UInt8](repeating: 0, count: pageSize)
    try file.seek(to: 0)
    _ = try file.read(into: &head, 0..<pageSize)
    var kept = 0
    while kept < 8, head[kept] == UInt8(truncatingIfNeeded: signature >> UInt64(kept * 8)) {
      kept += 1
    }
    if kept == 8 { return true }
    return size < Self.size && head[kept..<8].allSatisfy { $0 == 0 }
      && head[recordEnd...].allSatisfy { $0 == 0 }
  }

  private static func opened(_ path: String) throws(SystemError) -> FileDescriptor {
    let options: FileDescriptor.OpenOptions = [.read, .write, .noLink, .nonBlocking]
    do throws(SystemError) {
      return try FileDescriptor.open(path, options)
    } catch {
      guard error.isNotFound else { throw error }
    }
    return try FileDescriptor.open(path, options.union(.createNew), mode: 0o600)
  }

  /// Makes writing a file beyond a limit of the process fail, instead of ending the process.
  private static func refuseLargeFiles() throws(SystemError) {
    try Syscalls.ignoreSignal(SIGXFSZ)
  }

  /// Takes over a file that the service manager kept.
  /// - Throws: EINVAL for a descriptor of another kind.
  public convenience init(kept descriptor: consuming FileDescriptor) throws(SystemError) {
    let status = try descriptor.status()
    guard status.kind == .regular, status.size == Self.size else {
      throw SystemError(.open, path: nil, code: EINVAL)
    }
    try self.init(descriptor, path: nil)
  }

  private init(_ descriptor: consuming FileDescriptor, path: String?) throws(SystemError) {
    self.descriptor = descriptor
    self.path = path
    current = Part.allCases.map { _ in Slot() }
    if try word(at: 0) != Self.signature {
      try clear()
    } else {
      for part in Part.allCases { current[part.rawValue] = try newest(part) }
    }
  }

  /// The descriptor's number, for the service manager.
  public var number: Int32 { descriptor.rawValue }

  // MARK: Parts

  /// The last bytes that were written; nil if there are none, or if they are broken.
  public func read(_ part: Part) -> [UInt8]? {
    let slot = current[part.rawValue]
    guard slot.sequence > 0 else { return nil }
    return try? bytes(part, slot.index)?.bytes
  }

  /// Writes a part's bytes, at most `capacity`. The former bytes stay valid until these are
  /// complete.
  public func write(_ part: Part, _ bytes: [UInt8]) throws(SystemError) {
    guard bytes.count <= part.capacity else {
      throw SystemError(.write, path: path, code: EFBIG)
    }
    let former = current[part.rawValue]
    // Only another program writes the highest number. No number is above it, so the former slot has
    // to be erased.
    let isAboveAll = former.sequence == .max
    let slot = Slot(
      index: 1 - former.index, sequence: isAboveAll ? 1 : former.sequence + 1, count: bytes.count)
    var content: [UInt8] = []
    content.reserveCapacity(Self.headSize + bytes.count)
    Self.append(slot.sequence, to: &content)
    Self.append(UInt64(bytes.count), to: &content)
    Self.append(Self.checksum(bytes, slot.sequence), to: &content)
    content += bytes
    try write(content, at: offset(part, slot.index))
    if isAboveAll {
      try write([UInt8](repeating: 0, count: Self.headSize), at: offset(part, former.index))
    }
    current[part.rawValue] = slot
    // The former slot of a large part is released.
    let start = offset(part, former.index)
    if former.count > 1 << 16 {
      try? Syscalls.release(number, start..<start + part.slotSize)
    }
  }

  /// Forgets everything.
  public func clear() throws(SystemError) {
    try? Syscalls.release(number, 0..<Self.size)
    var content: [UInt8] = []
    Self.append(Self.signature, to: &content)
    try write(content + [UInt8](repeating: 0, count: Self.pageSize - 8), at: 0)
    for part in Part.allCases {
      // If space cannot be released, it is enough that the heads have no number.
      for index in 0...1 {
        try write([UInt8](repeating: 0, count: Self.headSize), at: offset(part, index))
      }
      current[part.rawValue] = Slot()
    }
  }

  /// True if another program has cut the file. A file in memory cannot be cut, since its size is
  /// sealed.
  public var isCut: Bool {
    guard path != nil, let status = try? descriptor.status() else { return false }
    return status.size < Self.size
  }

  /// Makes an empty state of a file that was cut.
  public func restore() throws(SystemError) {
    // The file counts as cut until all of it is written.
    try clear()
    try Syscalls.truncate(number, to: Self.size)
  }

  /// Removes the file from its path.
  public func remove() {
    if let path { removeIgnoringErrors(path) }
  }

  private func newest(_ part: Part) throws(SystemError) -> Slot {
    var best = Slot()
    for index in 0...1 {
      guard let found = try bytes(part, index), found.sequence > best.sequence else { continue }
      best = Slot(index: index, sequence: found.sequence, count: found.bytes.count)
    }
    return best
  }

  private func offset(_ part: Part, _ index: Int) -> Int { part.offset + index * part.slotSize }

  private func bytes(
    _ part: Part, _ index: Int
  ) throws(SystemError) -> (sequence: UInt64, bytes: [UInt8])? {
    let start = offset(part, index)
    let (sequence, checksum) = (try word(at: start), try word(at: start + 16))
    let count = try word(at: start + 8)
    guard sequence > 0, count <= UInt64(part.capacity) else { return nil }
    let bytes = try read(Int(count), at: start + Self.headSize)
    guard bytes.count == Int(count), Self.checksum(bytes, sequence) == checksum else { return nil }
    return (sequence, bytes)
  }

  // MARK: Starts

  /// Facts about this start and the ones before.
  public var starts: StartRecord {
    get {
      StartRecord(
        startTime: Int64(bitPattern: (try? word(at: 8)) ?? 0),
        crashTime: Int64(bitPattern: (try? word(at: 16)) ?? 0),
        isRunning: ((try? word(at: 24)) ?? 0) != 0,
        crashCount: Int(min((try? word(at: 32)) ?? 0, 255)),
        names: (try? word(at: 40)) ?? 0,
        isAwaited: ((try? word(at: 48)) ?? 0) != 0,
        isRefused: ((try? word(at: 56)) ?? 0) != 0)
    }
    set {
      var content: [UInt8] = []
      Self.append(UInt64(bitPattern: newValue.startTime), to: &content)
      Self.append(UInt64(bitPattern: newValue.crashTime), to: &content)
      Self.append(newValue.isRunning ? 1 : 0, to: &content)
      Self.append(UInt64(max(0, min(newValue.crashCount, 255))), to: &content)
      Self.append(newValue.names, to: &content)
      Self.append(newValue.isAwaited ? 1 : 0, to: &content)
      Self.append(newValue.isRefused ? 1 : 0, to: &content)
      try? write(content, at: 8)
    }
  }

  /// Notes the time if this process crashes, for whatever reason. To be called once.
  public func noteCrashes() throws(SystemError) {
    try Syscalls.markCrashes(in: number, at: 16)
  }

  // MARK: Bytes

  /// Reads up to a number of bytes, as many as there are.
  private func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let (number, path, place) = (number, path, filled)
      var span = bytes.mutableSpan
      let read = try unsafe span.withUnsafeMutableBytes { buffer throws(SystemError) -> Int in
        try unsafe Syscalls.read(
          number, at: offset + place, into: .init(rebasing: buffer[place...]), path: path)
      }
      if read == 0 { break }
      filled += read
    }
    bytes.removeLast(count - filled)
    return bytes
  }

  private func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let (number, path, place) = (number, path, written)
      let count = try unsafe bytes.span.withUnsafeBytes { buffer throws(SystemError) -> Int in
        try unsafe Syscalls.write(
          number, at: offset + place, .init(rebasing: buffer[place...]), path: path)
      }
      guard count > 0 else { throw SystemError(.write, path: path, code: ENOSPC) }
      written += count
    }
  }

  private func word(at offset: Int) throws(SystemError) -> UInt64 {
    let bytes = try read(8, at: offset)
    var word: UInt64 = 0
    for byte in bytes.reversed() { word = word << 8 | UInt64(byte) }
    return word
  }

  private static func append(_ word: UInt64, to bytes: inout [UInt8]) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }

  /// A checksum to compare texts of two processes by.
  public static func checksum(of text: String) -> UInt64 { checksum(Array(text.utf8), 0) }

  /// A checksum to detect slots that were not completely written: FNV-1a over words.
  private static func checksum(_ bytes: [UInt8], _ sequence: UInt64) -> UInt64 {
    let prime: UInt64 = 0x100_0000_01B3
    var sum = (0xCBF2_9CE4_8422_2325 ^ sequence) &* prime
    sum = (sum ^ UInt64(bytes.count)) &* prime
    let words = bytes.count / 8
    let raw = unsafe bytes.span.bytes
    for index in 0..<words {
      sum =
        unsafe (sum ^ raw.unsafeLoadUnaligned(fromByteOffset: index * 8, as: UInt64.self)) &* prime
      sum ^= sum >> 29
    }
    for byte in bytes[(words * 8)...] { sum = (sum ^ UInt64(byte)) &* prime }
    return sum
  }
}

/// The time of a process's start and of its crash, for the next process.
public struct StartRecord: Equatable, Sendable {
  /// Microseconds of the monotonic clock.
  public var startTime: Int64
  /// 0 for no crash.
  public var crashTime: Int64
  /// True once a picture is on the screen, or is missing for a reason other than the scenes.
  public var isRunning: Bool
  /// Successive crashes, up to 255.
  public var crashCount: Int
  /// A checksum of the names of the scenes that were to be loaded.
  public var names: UInt64
  /// True while other scenes are in play and none of their frames was shown yet.
  public var isAwaited: Bool
  /// True if the scenes have crashed a process before their first frame.
  public var isRefused: Bool

  public init(
    startTime: Int64, crashTime: Int64 = 0, isRunning: Bool = false, crashCount: Int = 0,
    names: UInt64 = 0, isAwaited: Bool = false, isRefused: Bool = false
  ) {
    self.startTime = startTime
    self.crashTime = crashTime
    self.isRunning = isRunning
    self.crashCount = crashCount
    self.names = names
    self.isAwaited = isAwaited
    self.isRefused = isRefused
  }
}
