/// The numbers of users and groups, as the machine's files have them.
enum Accounts {
  static let users = "/etc/passwd"
  static let groups = "/etc/group"

  /// The number of a user by the text of a passwd(5), or of a group by that of a group(5).
  static func number(of name: String, in list: [UInt8]) -> UInt32? {
    for line in list.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard fields.count >= 3, fields[0].elementsEqual(name.utf8) else { continue }
      return UInt32(String(decoding: fields[2], as: UTF8.self))
    }
    return nil
  }
}
