/// Something that has to hold and does not, for which a fuzzer looks.
struct Finding: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Ends a target's run with a finding unless something holds.
func require(_ holds: Bool, _ description: @autoclosure () -> String) throws(Finding) {
  guard holds else { throw Finding(description()) }
}
