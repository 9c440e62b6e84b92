/// The version that `firstlight --version` prints.
enum ClientVersion {
  static let text = "0.1.0"
}
