import ArgumentParser
import Stage

/// A locale from a time on, for `render`: `TAG` or `TAG@TIME`.
struct LocaleChange: Equatable, Sendable {
  /// A language tag; empty for the scene's own locale.
  let tag: String
  let time: TimeSpan

  /// Only a suffix that can be read as a time counts as one: names of the C library may have another.
  init(_ text: String) throws {
    guard let at = text.lastIndex(of: "@"),
      let time = try? TimeSpan(String(text[text.index(after: at)...]))
    else {
      (tag, time) = (try LocaleOptions.tag(text), TimeSpan(microseconds: 0))
      return
    }
    (tag, self.time) = (try LocaleOptions.tag(String(text[..<at])), time)
  }

  func apply(to stage: Stage) throws(ClientError) {
    do throws(ControlError) {
      try stage.setLocale(tag)
    } catch {
      throw ClientError(.refused, "cannot set the locale '\(tag)': \(error.reason)")
    }
  }
}
