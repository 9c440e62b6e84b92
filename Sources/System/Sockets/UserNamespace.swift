/// The numbers of the machine's users in the user namespace of the process.
///
/// A namespace maps some users to numbers of its own. All others appear under one number, which may
/// also be the number of a mapped user: a peer with that number could be anyone.
public struct UserNamespace: Sendable, Equatable {
  /// The number of all users that are not mapped.
  public let overflowUser: UInt32
  /// True if every user is mapped, so that each number stands for one user.
  public let mapsEverybody: Bool

  public init(overflowUser: UInt32, mapsEverybody: Bool) {
    self.overflowUser = overflowUser
    self.mapsEverybody = mapsEverybody
  }

  /// - Parameter map: the lines of `/proc/self/uid_map`: first number inside, first number outside,
  ///   count.
  public init(overflowUser: UInt32, map: String) {
    var count: UInt64 = 0
    for line in map.utf8.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count == 3, let length = UInt32(String(Substring(words[2]))) else { continue }
      count += UInt64(length)
    }
    // The last number stands for no user.
    self.init(overflowUser: overflowUser, mapsEverybody: count >= UInt64(UInt32.max))
  }

  /// The namespace of the process; if the kernel does not report it, one that does not map all
  /// users.
  public static func current() -> UserNamespace {
    // Hidden by the display's unit; it is rarely changed.
    let overflow = KernelText.read("/proc/sys/kernel/overflowuid").flatMap { text in
      text.utf8.split(separator: UInt8(ascii: "\n")).first.flatMap { UInt32(String(Substring($0))) }
    }
    return UserNamespace(
      overflowUser: overflow ?? 65_534, map: KernelText.ofProc("self/uid_map") ?? "")
  }
}
