import ArgumentParser
import JSON
import Scene

/// The form in which `check` tells what it has found.
enum CheckFormat: String, CaseIterable, ExpressibleByArgument {
  /// For people: each mistake with its line and a caret.
  case text
  /// An object a file.
  case json
  /// One log of SARIF 2.1.0 (OASIS), which editors and code hosts read.
  case sarif

  func print(_ files: [CheckedFile]) {
    switch self {
    case .text:
      for file in files {
        for diagnostic in file.diagnostics { Console.complain(diagnostic, in: file.source) }
      }
    case .json:
      for file in files { Console.print(.object(Self.report(file))) }
    case .sarif: Console.print(.object(Self.log(files)))
    }
  }

  private static func report(_ file: CheckedFile) -> JSONObject {
    var object = JSONObject()
    object["file"] = .string(file.path)
    object["valid"] = .bool(file.isValid)
    object["diagnostics"] = .array(file.diagnostics.map(\.json))
    return object
  }

  // MARK: SARIF

  private static func log(_ files: [CheckedFile]) -> JSONObject {
    let codes = SceneDiagnostic.Code.allCases.map { JSONValue.object(["id": .string($0.name)]) }
    let driver: JSONObject = [
      "name": "firstlight", "version": .string(ClientVersion.text),
      "rules": .array(codes),
    ]
    let results = files.flatMap { file in file.diagnostics.map { result($0, in: file) } }
    let run: JSONObject = [
      // Columns are counted in characters of the file's text.
      "tool": .object(["driver": .object(driver)]), "columnKind": "unicodeCodePoints",
      "results": .array(results),
    ]
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": .array([.object(run)]),
    ]
  }

  private static func result(_ diagnostic: SceneDiagnostic, in file: CheckedFile) -> JSONValue {
    let text = [
      diagnostic.message, diagnostic.expected.map { "expected: " + $0 },
      diagnostic.hint.map { "hint: " + $0 },
    ].compactMap { $0 }.joined(separator: "\n")
    var place = JSONObject()
    place["artifactLocation"] = .object([
      "uri": .string(
        uri(of: diagnostic.file == file.source.name ? file.path : diagnostic.file))
    ])
    // A mistake about the file as a whole has no line.
    if diagnostic.line > 0 {
      place["region"] = .object([
        "startLine": .integer(Int64(diagnostic.line)),
        "startColumn": .integer(Int64(max(diagnostic.column, 1))),
      ])
    }
    return .object([
      "ruleId": .string(diagnostic.code.name),
      "level": diagnostic.severity == .error ? "error" : "warning",
      "message": .object(["text": .string(text)]),
      "locations": .array([.object(["physicalLocation": .object(place)])]),
    ])
  }

  /// A path as a relative or absolute reference (RFC 3986): all but unreserved characters and
  /// slashes as escapes.
  private static func uri(of path: String) -> String {
    var result = path.hasPrefix("/") ? "file://" : ""
    let digits = Array("0123456789ABCDEF")
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += "%" + String(digits[Int(byte >> 4)]) + String(digits[Int(byte & 15)])
      }
    }
    return result
  }
}
