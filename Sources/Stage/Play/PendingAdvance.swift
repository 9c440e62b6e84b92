/// The part of an advance that is left to do.
enum PendingAdvance {
  /// The layers are sampled at the time of the requests, so that the animations of these begin from
  /// there.
  case approaching(Double, requests: Double)
  /// The requests are committed.
  case committing(Double)
  /// The layers are sampled at a time.
  case sampling(Double)
  /// The layers are sampled again, if controls changed them at the end of their motion.
  case settling
  /// The commands of the changed layers are recorded.
  case recording
}
