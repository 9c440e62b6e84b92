import ArgumentParser

/// A progress value on the command line: a number from 0 to 1, or a percentage from 0% to 100%.
struct ProgressValue: Equatable, Sendable {
  /// Between 0 and 1.
  let fraction: Double

  init(_ text: String) throws {
    let isPercent = text.hasSuffix("%")
    guard let number = Double(isPercent ? String(text.dropLast()) : text), !number.isNaN else {
      throw ValidationError("progress '\(text)' is not a number; write 0.42 or 42%")
    }
    let fraction = isPercent ? number / 100 : number
    guard (0...1).contains(fraction) else {
      throw ValidationError(
        "progress \(text) is out of range: it runs from 0 to 1, or from 0% to 100%"
          + (!isPercent && (2...100).contains(number) ? "; did you mean \(text)%?" : ""))
    }
    self.fraction = fraction
  }
}
