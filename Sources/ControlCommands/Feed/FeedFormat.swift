import ArgumentParser

/// The outputs that `feed` reads.
enum FeedFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case auto
  case percent
  case apt
  case curl
  case rsync
}
