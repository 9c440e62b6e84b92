import ArgumentParser

/// The formats of output that `feed` reads.
enum FeedFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// Any of the others, detected for each line.
  case auto
  /// `42%` among words or beside a bar, or a number from 0 to 100 alone.
  case percent
  /// `12/160`, `[3/9]`, `12 of 160 MB`, and e2fsck's `pass done total`.
  case count
  case apt
  case git
  case docker
  case curl
  case rsync
  /// An object a line.
  case json
  /// SWUpdate's progress socket, and RAUC on the message bus: no input, but services that come and
  /// go.
  case swupdate, rauc

  var isOfService: Bool { self == .swupdate || self == .rauc }

  /// The names, as they are given to `--format`.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
