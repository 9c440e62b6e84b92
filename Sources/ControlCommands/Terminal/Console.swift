import Foundation
import JSON
import System

/// The output for people and scripts: results on standard output, complaints on standard error. Any
/// text stays on its line and cannot control the terminal.
enum Console {
  /// Prints a line. Where that fails the program ends, since nothing that it prints is of use then;
  /// a reader that has left is ignored.
  static func print(_ line: String) {
    guard let failure = failureOfWriting(Array((line.printable + "\n").utf8)),
      !failure.isDisconnection
    else { return }
    let error = explanation(of: failure)
    complain(error)
    exit(error.status.rawValue)
  }

  /// One JSON value on a line of its own, with escapes for characters that cannot be printed.
  static func print(_ value: JSONValue) {
    print(printable(value))
  }

  static func complain(_ message: String) {
    explain("firstlight: " + message.printable)
  }

  /// Prints lines without the program's name on standard error.
  static func explain(_ text: String) {
    StandardStream.error.write(text.printableLines + "\n")
  }

  static func complain(_ error: ClientError) {
    guard !error.message.isEmpty else { return }
    explain(
      "firstlight: " + error.message.printable
        + (error.hint.map { "\n  try: " + $0.printable } ?? ""))
  }

  /// The value's text. JSON itself does not escape all characters that terminals interpret as
  /// commands.
  static func printable(_ value: JSONValue) -> String {
    var result = ""
    for scalar in String(decoding: value.encoded(), as: UTF8.self).unicodeScalars {
      if scalar.isUnprintable {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Console {
  /// Writes bytes to standard output, whole.
  static func write(_ bytes: [UInt8]) throws(ClientError) {
    if let failure = failureOfWriting(bytes) { throw explanation(of: failure) }
  }

  private static func failureOfWriting(_ bytes: [UInt8]) -> SystemError? {
    let output = FileDescriptor(owning: 1)
    let failure = output.failureOfWriting(bytes)
    _ = output.take()
    return failure
  }

  private static func explanation(of failure: SystemError) -> ClientError {
    ClientError(.inputOutput, "cannot write to standard output: \(failure.reason)")
  }
}

extension FileDescriptor {
  /// Writes all bytes; an error is returned as a value, so that the descriptor can be released.
  fileprivate borrowing func failureOfWriting(_ bytes: [UInt8]) -> SystemError? {
    do throws(SystemError) {
      try writeAll(bytes.span)
      return nil
    } catch {
      return error
    }
  }
}
