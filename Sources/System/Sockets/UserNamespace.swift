/// How users of the machine are seen from the user namespace that the process is in.
///
/// A namespace maps some users to numbers of its own. All others are seen under one number, which a user
/// of that number may have as well: whoever has it could be anybody.
public struct UserNamespace: Sendable, Equatable {
  /// The number that stands for whoever is not mapped.
  public let overflowUser: UInt32
  /// True if every user is mapped, so that each number means one user.
  public let mapsEverybody: Bool

  public init(overflowUser: UInt32, mapsEverybody: Bool) {
    self.overflowUser = overflowUser
    self.mapsEverybody = mapsEverybody
  }

  /// - Parameter map: the lines of `/proc/self/uid_map`: first number inside, first number outside, count.
  public init(overflowUser: UInt32, map: String) {
    var count: UInt64 = 0
    for line in map.utf8.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count == 3, let length = UInt32(String(Substring(words[2]))) else { continue }
      count += UInt64(length)
    }
    // The last number means no user.
    self.init(overflowUser: overflowUser, mapsEverybody: count >= UInt64(UInt32.max))
  }

  /// The one that the process is in; where the kernel does not tell, one that maps nobody for sure.
  public static func current() -> UserNamespace {
    // Hidden by `ProcSubset=pid`; hardly anybody changes it.
    let overflow = contents("/proc/sys/kernel/overflowuid").flatMap { text in
      text.utf8.split(separator: UInt8(ascii: "\n")).first.flatMap { UInt32(String(Substring($0))) }
    }
    return UserNamespace(
      overflowUser: overflow ?? 65_534, map: contents("/proc/self/uid_map") ?? "")
  }

  /// The beginning of a file of procfs, which has no size.
  private static func contents(_ path: String) -> String? {
    let file = try? FileDescriptor.open(path, [.read])
    guard let file else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4096)
    guard let count = try? file.read(into: &bytes, 0..<4096) else { return nil }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
