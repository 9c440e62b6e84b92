/// A remaining time, as clocks show it: `0:45`, `3:20`, `1:05:00`, in a language's digits.
public struct RemainingTimeFormat: Sendable, Equatable {
  private let digits: LocaleDigits

  /// - Parameter locale: a BCP 47 tag such as `de` or `hi-u-nu-deva`.
  public init(locale: String) {
    digits = LocaleDigits(LocaleTag(locale))
  }

  /// Seconds, rounded up to 5 below a minute, to 10 below ten minutes, and otherwise to a minute:
  /// an estimate is not more exact than that. At most a hundred hours.
  public func text(_ seconds: Double) -> String {
    let step: Double =
      switch seconds {
      case ..<60: 5
      case ..<600: 10
      default: 60
      }
    let bounded = seconds.isNaN ? 0 : min(max(seconds, 0), 360_000)
    let whole = Int((bounded / step).rounded(.up) * step)
    let (hours, minutes) = (whole / 3_600, whole / 60 % 60)
    let end = ":" + digits.text(whole % 60, minimumCount: 2)
    guard hours > 0 else { return digits.text(minutes) + end }
    return digits.text(hours) + ":" + digits.text(minutes, minimumCount: 2) + end
  }
}
