public import JSON

/// Why a file is not read at all.
public enum LottieError: Error, Equatable {
  case json(JSONError)
  /// The text is JSON and no animation.
  case notAnimation(String)
}
