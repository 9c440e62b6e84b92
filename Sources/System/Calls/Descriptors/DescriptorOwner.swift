/// The user whose process has sent a descriptor.
public struct DescriptorOwner: Equatable, Sendable {
  public let user: UInt32
  /// True for root and the process's own user, whose shares nobody else can take.
  public let isKept: Bool

  public init(user: UInt32, isKept: Bool) { (self.user, self.isKept) = (user, isKept) }

  /// A process that this one trusts, such as the service manager or its own parts. No user has this
  /// identifier (user_namespaces(7)), so that clients of root cannot use up the share.
  public static let trusted = DescriptorOwner(user: .max, isKept: true)
}

/// The numbers of descriptors that wait for their file systems, or hold a thread for that. Each
/// owner has a limit, and so have all owners except the kept ones together.
struct DescriptorShares {
  let perOwner: Int
  let allOthers: Int
  private var counts: [(owner: DescriptorOwner, count: Int)] = []

  init(perOwner: Int, allOthers: Int) { (self.perOwner, self.allOthers) = (perOwner, allOthers) }

  func hasRoom(for owner: DescriptorOwner) -> Bool {
    var ofOwner = 0
    var ofOthers = 0
    for (other, count) in counts {
      if other == owner { ofOwner += count }
      if !other.isKept { ofOthers += count }
    }
    return ofOwner < perOwner && (owner.isKept || ofOthers < allOthers)
  }

  mutating func add(_ owner: DescriptorOwner) {
    if let index = counts.firstIndex(where: { $0.owner == owner }) {
      counts[index].count += 1
    } else {
      counts.append((owner, 1))
    }
  }

  mutating func remove(_ owner: DescriptorOwner) {
    guard let index = counts.firstIndex(where: { $0.owner == owner }) else { return }
    counts[index].count -= 1
    if counts[index].count == 0 { counts.remove(at: index) }
  }
}
