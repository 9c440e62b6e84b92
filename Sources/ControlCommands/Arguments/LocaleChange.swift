import ArgumentParser
import Stage

/// A locale from a time on, for `render`: `TAG` or `TAG@TIME`.
struct LocaleChange: Equatable, Sendable {
  /// A language tag; empty for the scene's own locale.
  let tag: String
  let time: TimeSpan

  /// Locale names of the C library may have a suffix after `@`, too, but never one that begins with
  /// a digit.
  init(_ text: String) throws {
    guard let at = text.lastIndex(of: "@"),
      let first = text[text.index(after: at)...].utf8.first,
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) || first == UInt8(ascii: ".")
    else {
      (tag, time) = (try LocaleOptions.tag(text), TimeSpan(microseconds: 0))
      return
    }
    time = try TimeSpan(String(text[text.index(after: at)...]))
    tag = try LocaleOptions.tag(String(text[..<at]))
    if tag.isEmpty { throw ValidationError("'\(text)' has no locale; write TAG or TAG@TIME") }
  }

  func apply(to stage: Stage) throws(ClientError) {
    do throws(ControlError) {
      try stage.setLocale(tag)
    } catch {
      throw ClientError(.refused, "cannot set the locale '\(tag)': \(error.reason)")
    }
  }
}
