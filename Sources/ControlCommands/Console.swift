import JSON
import System

/// What people and scripts read: results on standard output, complaints on standard error.
enum Console {
  static func print(_ line: String) {
    StandardStream.output.write(line + "\n")
  }

  /// One JSON value on a line of its own.
  static func print(_ value: JSONValue) {
    print(String(decoding: value.encoded(), as: UTF8.self))
  }

  static func complain(_ message: String) {
    StandardStream.error.write("firstlight: " + message + "\n")
  }

  static func complain(_ error: ClientError) {
    guard !error.message.isEmpty else { return }
    complain(error.message + (error.hint.map { "\n  try: " + $0 } ?? ""))
  }
}
