import System

/// Passwords that were typed, for programs that ask for the same one a moment later.
struct CachedAnswers {
  private var answers: [(secret: SecretBytes, time: Int64)] = []
  static let limit = 8
  /// Microseconds: as long as systemd keeps them in the kernel's keyring.
  static let lifetime: Int64 = 150_000_000

  mutating func add(_ secret: SecretBytes, at time: Int64) {
    guard secret.count > 0, !answers.contains(where: { $0.secret.isEqual(to: secret) }),
      let copy = try? SecretBytes()
    else { return }
    secret.withBytes { bytes in for index in bytes.indices { copy.append(bytes[index]) } }
    if answers.count == Self.limit { answers.removeFirst() }
    answers.append((copy, time))
  }

  mutating func removeAll() { answers = [] }

  /// The time at which the first one expires; nil without one.
  var nextExpiry: Int64? { answers.first.map { $0.time + Self.lifetime } }

  /// Removes the expired answers.
  mutating func expire(at time: Int64) { answers.removeAll { time - $0.time >= Self.lifetime } }

  /// The answer to a client, or the bytes for no answer. It is wiped with its last owner.
  func reply(at time: Int64) -> SecretBytes? {
    guard let reply = try? SecretBytes() else { return nil }
    var size = 0
    let fresh = answers.filter {
      guard time - $0.time < Self.lifetime,
        size + $0.secret.count + 6 <= SecretBytes.capacity
      else { return false }
      size += $0.secret.count + 1
      return true
    }
    guard !fresh.isEmpty else { return nil }
    let count = fresh.reduce(0) { $0 + $1.secret.count + 1 }
    reply.append(0x09)
    reply.append(littleEndian: UInt32(count))
    for answer in fresh {
      answer.secret.withBytes { bytes in
        for index in bytes.indices { reply.append(bytes[index]) }
      }
      reply.append(0)
    }
    return reply
  }
}

extension SecretBytes {
  func isEqual(to other: SecretBytes) -> Bool {
    guard count == other.count else { return false }
    return (0..<count).allSatisfy { self[$0] == other[$0] }
  }

  func append(littleEndian number: UInt32) {
    for shift in [0, 8, 16, 24] as [UInt32] { append(UInt8(truncatingIfNeeded: number >> shift)) }
  }
}
