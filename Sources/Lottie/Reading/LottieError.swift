public import JSON

/// The reason for which a file is not read at all.
public enum LottieError: Error, Equatable {
  case json(JSONError)
  /// The text looks like an animation, but exceeds one of `LottieFile.limits`.
  case limitExceeded(JSONError)
  /// The text is JSON, but lacks one of fr, ip, op and layers.
  case otherContent
  /// The text is JSON and no animation.
  case notAnimation(String)
  /// A value that was given for a slot, with the reason against it.
  case slot(String)
}
