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

  /// Lines on standard error that stand by themselves.
  static func explain(_ text: String) {
    StandardStream.error.write(text + "\n")
  }

  static func complain(_ error: ClientError) {
    guard !error.message.isEmpty else { return }
    complain(error.message + (error.hint.map { "\n  try: " + $0 } ?? ""))
  }
}

extension Console {
  /// Writes bytes to standard output, whole.
  static func write(_ bytes: [UInt8]) throws(ClientError) {
    let output = FileDescriptor(owning: 1)
    let failure = output.failureOfWriting(bytes)
    _ = output.take()
    if let failure {
      throw ClientError(.inputOutput, "cannot write to standard output: \(failure.reason)")
    }
  }
}

extension FileDescriptor {
  /// Writes all bytes; an error comes back as a value, so that the descriptor can be given up.
  fileprivate borrowing func failureOfWriting(_ bytes: [UInt8]) -> SystemError? {
    do throws(SystemError) {
      try writeAll(bytes.span)
      return nil
    } catch {
      return error
    }
  }
}
