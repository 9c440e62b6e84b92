/// Cuts a stream of bytes into messages, each ended by NUL.
///
/// Reads may split and merge messages at will. Every byte is scanned once while a message grows.
/// Received descriptors belong to the message that they were sent with: the kernel ends a read
/// after the bytes that carry descriptors, so it is the last message of the read.
public struct MessageReader: Sendable {
  /// The longest message accepted, without its NUL.
  public static let defaultByteLimit = 1 << 20
  /// The most descriptors that may wait for their message's end. No message needs more than one,
  /// and each counts against the receiver's own limit of open files.
  public static let descriptorLimit = 2

  private let byteLimit: Int
  private var buffer: [UInt8] = []
  /// The start of the first message that was not taken yet.
  private var start = 0
  /// The offset up to which there is no NUL.
  private var scanned = 0
  /// Messages taken so far.
  public private(set) var taken = 0
  private var pendingDescriptors: [(message: Int, count: Int, losses: Int)] = []

  public init(byteLimit: Int = MessageReader.defaultByteLimit) {
    self.byteLimit = byteLimit
  }

  /// True if there are no bytes of an unfinished message.
  public var isEmpty: Bool { start == buffer.count }

  /// Waiting bytes, of complete and of unfinished messages.
  public var byteCount: Int { buffer.count - start }

  /// Frees the memory of a long message, once nothing waits.
  public mutating func releaseStorage() {
    guard isEmpty, buffer.capacity > Self.keptCapacity else { return }
    buffer = []
    start = 0
    scanned = 0
  }

  /// The capacity that is kept for the next messages.
  private static let keptCapacity = 4096

  /// Appends the bytes of one read.
  /// - Parameter lossCount: the least number of descriptors that came with the read and were not
  ///   taken. They count as waiting ones.
  public mutating func append(
    _ bytes: Span<UInt8>, descriptorCount: Int = 0, lossCount: Int = 0
  ) {
    if start > 0 {
      buffer.removeFirst(start)
      scanned -= start
      start = 0
    }
    unsafe bytes.withUnsafeBufferPointer { unsafe buffer.append(contentsOf: $0) }
    guard descriptorCount > 0 || lossCount > 0, let last = buffer.last else { return }
    var ended = 0
    for byte in buffer where byte == 0 { ended += 1 }
    pendingDescriptors.append(
      (
        message: taken + (last == 0 ? ended - 1 : ended), count: descriptorCount,
        losses: lossCount
      ))
  }

  /// True if the next message is complete, or an error.
  public mutating func hasMessage() -> Bool {
    scan()
    return scanned < buffer.count || isOverLimit || hasTooManyDescriptors
  }

  /// Takes the next message as a call, if there is a complete one.
  public mutating func nextCall() throws(ProtocolError) -> Call? {
    guard let range = try nextRange() else { return nil }
    var call = try Call(parsing: buffer.span.extracting(range.bytes))
    call.descriptorCount = range.descriptorCount
    return call
  }

  /// Takes the next message as a reply, if there is a complete one.
  public mutating func nextReply() throws(ProtocolError) -> Reply? {
    guard let range = try nextRange() else { return nil }
    var reply = try Reply(parsing: buffer.span.extracting(range.bytes))
    reply.descriptorCount = range.descriptorCount
    return reply
  }

  /// Throws an error if the next message is complete but not a call, or is malformed. The message
  /// stays the next one.
  public mutating func checkNextCall() throws(ProtocolError) {
    guard let bytes = try completeMessage() else { return }
    _ = try Call(parsing: buffer.span.extracting(bytes))
  }

  /// The bytes of the next message, if it is complete.
  private mutating func completeMessage() throws(ProtocolError) -> Range<Int>? {
    scan()
    guard !isOverLimit else {
      throw ProtocolError("a message has more than \(byteLimit) bytes")
    }
    guard !hasTooManyDescriptors else {
      throw ProtocolError("more than \(Self.descriptorLimit) descriptors wait for their message")
    }
    return scanned < buffer.count ? start..<scanned : nil
  }

  private mutating func nextRange() throws(ProtocolError) -> (
    bytes: Range<Int>, descriptorCount: Int
  )? {
    guard let range = try completeMessage() else { return nil }
    scanned += 1
    start = scanned
    var descriptorCount = 0
    while let first = pendingDescriptors.first, first.message <= taken {
      descriptorCount += first.count
      pendingDescriptors.removeFirst()
    }
    taken += 1
    return (range, descriptorCount)
  }

  /// Moves on to the next NUL, or to the end.
  private mutating func scan() {
    scanned = Self.firstNUL(in: buffer.span, from: scanned)
  }

  private static func firstNUL(in bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != 0 { index &+= 1 }
    return index
  }

  private var isOverLimit: Bool { scanned - start > byteLimit }

  private var hasTooManyDescriptors: Bool {
    var waiting = 0
    for pending in pendingDescriptors { waiting += pending.count + pending.losses }
    return waiting > Self.descriptorLimit
  }
}
