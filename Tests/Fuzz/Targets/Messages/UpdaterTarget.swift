@testable import ControlCommands

/// Bytes of SWUpdate's progress socket, and messages that are nearly right, in parts of any size:
/// values stay in their range, and the parts make no difference.
enum UpdaterTarget {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    var source = ByteSource(bytes)
    let size = source.choice(4096) + 1
    let isMade = source.isOnce(in: 2)
    let stream = isMade ? messages(&source) : Array(source.rest())
    let parts = stride(from: 0, to: stream.count, by: size).map {
      stream[$0..<min($0 + size, stream.count)]
    }
    let whole = try updates([stream[...]])
    try require(try updates(parts) == whole, "a stream in parts says something else")
  }

  private static func updates(_ parts: [ArraySlice<UInt8>]) throws(Finding) -> [FeedUpdate] {
    var feed = SWUpdateFeed(weights: PhaseWeights(), path: "/", environment: { _ in nil })
    var reply = feed.connected()
    var updates: [FeedUpdate] = []
    var makesSense = true
    // A message that stands alone is known by the silence behind it.
    for (part, isQuiet) in parts.map({ ($0, false) }) + [([], true)] where makesSense {
      makesSense = feed.receive(part, isQuiet: isQuiet, reply: &reply, updates: &updates)
    }
    try require(reply.isEmpty, "SWUpdate is sent something")
    for update in updates {
      if case .fraction(let value)? = update.progress {
        try require(value >= 0 && value <= 1, "progress of \(value)")
      }
    }
    return updates
  }

  private static func messages(_ source: inout ByteSource) -> [UInt8] {
    let version = source.bits(4)
    let isPacked = source.isOnce(in: 2)
    let (length, steps) = isPacked ? (2408, 20) : (2416, 24)
    var stream = word(version) + Array("ACK\0".utf8)
    for _ in 0..<source.choice(4) + 1 {
      var message = [UInt8](repeating: 0, count: length)
      func set(_ place: Int, _ bytes: [UInt8]) {
        message.replaceSubrange(place..<place + bytes.count, with: bytes)
      }
      set(0, word(source.isOnce(in: 32) ? source.bits(4) : version))
      for place in [4, 8, steps, steps + 4, steps + 8] { set(place, word(number(&source))) }
      set(steps + 12, Array(source.take(source.choice(32))))
      set(steps + 336, word(number(&source)))
      set(steps + 340, Array(source.take(source.choice(32))))
      stream += message
    }
    if source.isOnce(in: 4) { stream.removeLast(source.choice(stream.count)) }
    return stream
  }

  private static func number(_ source: inout ByteSource) -> UInt64 {
    source.isOnce(in: 4) ? source.bits(4) : UInt64(source.choice(12))
  }

  private static func word(_ value: UInt64) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }
}
