import ArgumentParser
import Geometry
import JSON
import Scene

/// The format of the findings of `check`.
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
    // Reading stops at this number, and the file may have more mistakes.
    let count = file.diagnostics.count { $0.severity == .error }
    if count >= SceneLimits.diagnostics { object["complete"] = false }
    object["sizes"] = file.sizes.map { .object(report($0)) }
    return object
  }

  /// The panels that were tried, and the parts of the scene that were not.
  private static func coverage(_ sizes: SizeReport) -> JSONObject {
    var object = JSONObject()
    object["panels"] = .array(sizes.panels.map { .string(PanelSizes.name(of: $0)) })
    object["untried"] = .array(sizes.untried.map { .string(PanelSizes.name(of: $0)) })
    object["layouts"] = .integer(Int64(sizes.layoutCount))
    object["omissions"] = sizes.omissions.map { .string($0) }
    object["hint"] = sizes.advice.map { .string($0) }
    return object
  }

  private static func report(_ sizes: SizeReport) -> JSONObject {
    var object = coverage(sizes)
    object["findings"] = .array(
      sizes.all.map { found in
        var object = JSONObject()
        object["kind"] = .string(found.finding.kind.name.rawValue)
        object["message"] = .string(found.finding.fault())
        object["file"] = .string(found.place?.file ?? sizes.path)
        object["line"] = found.place.map { .integer(Int64($0.line)) }
        object["column"] = found.place.map { .integer(Int64($0.column)) }
        for (key, value) in circumstances(found) { object[key] = value }
        object["pixels"] = found.finding.kind.pixels.map { .number($0) }
        object["contrast"] = found.finding.kind.contrast.map { .number($0) }
        object["other"] = found.finding.kind.other.map { .string($0) }
        return .object(object)
      })
    return object
  }

  /// The layer or the field, and the panel, the locale and the state in which it was found.
  private static func circumstances(
    _ found: SizeReport.Found
  ) -> [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = [
      ("layer", .string(found.finding.layer)), ("panel", .string(PanelSizes.name(of: found.size))),
      ("width", .integer(Int64(found.size.width))), ("height", .integer(Int64(found.size.height))),
    ]
    if let locale = found.locale { members.append(("locale", .string(locale))) }
    if let state = found.finding.state { members.append(("state", .string(state))) }
    return members
  }

  // MARK: SARIF

  private static func log(_ files: [CheckedFile]) -> JSONObject {
    let names =
      SceneDiagnostic.Code.allCases.map(\.name) + SizeFinding.Name.allCases.map(\.rawValue)
    let codes = names.map { JSONValue.object(["id": .string($0)]) }
    let driver: JSONObject = [
      "name": "firstlight", "version": .string(ClientVersion.text),
      "rules": .array(codes),
    ]
    let results = files.flatMap { file in
      file.diagnostics.map { result($0, in: file) }
        + (file.sizes?.all.map { result($0, in: file) } ?? [])
    }
    let coverages = files.compactMap { file -> JSONValue? in
      guard let sizes = file.sizes else { return nil }
      var object = coverage(sizes)
      object["file"] = .string(file.path)
      return .object(object)
    }
    var run: JSONObject = [
      // Columns are counted in characters of the file's text.
      "tool": .object(["driver": .object(driver)]), "columnKind": "unicodeCodePoints",
      "results": .array(results),
    ]
    if !coverages.isEmpty { run["properties"] = .object(["sizes": .array(coverages)]) }
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
    return .object([
      "ruleId": .string(diagnostic.code.name),
      "level": diagnostic.severity == .error ? "error" : "warning",
      "message": .object(["text": .string(text)]),
      // A mistake about the file as a whole has no line.
      "locations": location(
        in: file, diagnostic.file,
        diagnostic.line > 0 ? (diagnostic.line, max(diagnostic.column, 1)) : nil),
    ])
  }

  private static func result(_ found: SizeReport.Found, in file: CheckedFile) -> JSONValue {
    var properties = JSONObject()
    for (key, value) in circumstances(found) { properties[key] = value }
    return .object([
      "ruleId": .string(found.finding.kind.name.rawValue), "level": "warning",
      "message": .object(["text": .string(found.panel + ": " + found.finding.message)]),
      "locations": location(
        in: file, found.place?.file ?? file.source.name,
        found.place.map { ($0.line, $0.column) }),
      "properties": .object(properties),
    ])
  }

  /// - Parameters:
  ///   - name: a file of the scene.
  ///   - place: line and column; nil for the file as a whole.
  private static func location(
    in file: CheckedFile, _ name: String, _ place: (line: Int, column: Int)?
  ) -> JSONValue {
    var object = JSONObject()
    object["artifactLocation"] = .object([
      "uri": .string(uri(of: name == file.source.name ? file.path : name))
    ])
    if let place {
      object["region"] = .object([
        "startLine": .integer(Int64(place.line)), "startColumn": .integer(Int64(place.column)),
      ])
    }
    return .array([.object(["physicalLocation": .object(object)])])
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
