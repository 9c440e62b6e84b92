import Foundation
import JSON
import System

/// The output for people and scripts: results on standard output, complaints on standard error. Any
/// text stays on its line and cannot control the terminal.
enum Console {
  /// The most bytes of a complaint, and of a suggestion, before it is shortened: texts of services
  /// and other programs stand in them.
  private static let longestComplaint = 2000
  /// The characters that are kept of the end of a longer text, where the reason often is.
  private static let endLength = 300

  /// A text from anywhere, made safe for such a line.
  static func shown(_ text: String) -> String {
    guard text.utf8.count > longestComplaint else { return text.printable }
    let end = String(text.unicodeScalars.suffix(endLength))
    return (text.prefix(utf8Count: longestComplaint) + end).printable
  }

  /// Prints a line. If that fails the program ends, since all further output would be lost, too; a
  /// reader that has closed the pipe is no error.
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
    explain("firstlight: " + shown(message))
  }

  /// Prints lines without the program's name on standard error.
  static func explain(_ text: String) {
    StandardStream.error.write(text.printableLines + "\n")
  }

  static func complain(_ error: ClientError) {
    guard !error.message.isEmpty else { return }
    explain(
      "firstlight: " + shown(error.message)
        + (error.hint.map { "\n  try: " + shown($0) } ?? ""))
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
