/// An entry of a directory.
public struct DirectoryEntry: Equatable, Sendable {
  /// The kind of the entry; unknown for a link, and if the file system does not report it.
  public enum Kind: Sendable { case unknown, folder, file }

  public var name: String
  public var kind: Kind
}
