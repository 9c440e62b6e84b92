/// Hides the standard library's functions, which are inlined: 200 bytes for a piece of a message.
extension DefaultStringInterpolation {
  @inline(never)
  mutating func appendLiteral(_ literal: String) {
    literal.write(to: &self)
  }

  @inline(never)
  mutating func appendInterpolation(_ text: String) {
    text.write(to: &self)
  }
}
