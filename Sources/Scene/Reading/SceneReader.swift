import Animation
import CodeUnits
import Images
import JSON
import Raster
import Text

/// Reads one scene file: holds the state that the parts of the reader share, and collects
/// diagnostics.
///
/// Reading continues after a mistake, with a default value, so that one run finds several.
final class SceneReader {
  /// The text of the file, and of those that it includes.
  var source: SourceText
  /// The directory of relative file names; nil if a scene may not refer to files.
  let directory: String?
  #if !hasFeature(Embedded)
    /// Records the keys and forms read from the file's values; nil for none.
    var record: ReadingRecord?
  #endif
  let options: ReadingOptions
  /// The files that were left out.
  private(set) var omissions: [SceneDiagnostic] = []
  private(set) var diagnostics: [SceneDiagnostic] = []
  /// The variant that is read, by its place in the file and its line; nil for the scene itself.
  var variant: (place: Range<Int>, line: Int)?
  /// The variant's changes of layers that styles bring, which are made where these layers are read.
  var innerChanges: [InnerLayerChange] = []
  /// The indices of these changes by the last names of their references.
  var innerChangesByLast: [ExactText: [Int]] = [:]
  private(set) var errorCount = 0

  /// Definitions by name, each marked once it is used.
  var variables = Definitions()
  var filling = VariableFilling()
  var colors = Definitions()
  /// The values of those that were worked out; nil for one with a mistake, which is reported.
  var resolvedColors: [ExactText: Color?] = [:]
  var strings = StringTable()
  /// The strings of each locale, in the order of the file.
  var localizations: [Localization] = []
  var stringUse = StringUse()
  var styles = Definitions()
  var progressStyles = Definitions()
  /// The declared progress styles that were read, and the ones being read.
  var readProgressStyles: [ExactText: ProgressStyleDescription] = [:]
  var openProgressStyles: [ExactText] = []
  var defaultDuration = 0.25
  var defaultTiming: TimingDescription = .named(.easeInEaseOut)

  var counts = ReadCounts()
  var opened = OpenedFiles()
  /// Frames of the scene and of variants before this one, as far as no layer of it has them yet.
  /// Each layer has its own, since two of them may be at different pictures.
  var formerFrames: [OpenedFiles.Frames] = []
  var numbering = LayerNumbering()
  /// The places of the arrays of layers being read, from the outside in.
  var openLayers: [Int] = []
  /// The arrangement around the layers being read; nil outside of one.
  var surrounding: SurroundingArrangement?
  var surroundingAxis: ArrangementDescription.Axis? { surrounding?.axis }
  var alignments = AlignmentUse()
  var controlled = ControlledLayers()
  /// The values that states and presses give to other controls, until all controls are read.
  var writtenSettings: [WrittenSettings] = []
  /// True if a control gives pictures to image layers, which may then begin without one.
  var hasImageControls = false
  var missingCharacters: [MissingCharacters] = []
  var missingInPlaces: [FilledPlaces: [Unicode.Scalar]] = [:]
  /// The folder of a packed scene's fonts.
  let fontFolder: String?
  /// The catalog of the scene and its variants.
  var fontCatalog: FontCatalog {
    if let known = opened.fontCatalog { return known }
    let machine = options.fontDirectories.map { FontCatalog(directories: $0) } ?? FontCatalog()
    let catalog = fontFolder.map { FontCatalog(folder: $0, next: machine) } ?? machine
    opened.fontCatalog = catalog
    return catalog
  }

  init(
    source: SourceText, directory: String?, fonts: String? = nil,
    options: ReadingOptions = ReadingOptions()
  ) {
    self.source = source
    fontFolder = fonts
    self.directory = directory
    self.options = options
  }

  /// Reads the same scene as one of its variants has it. Pictures and fonts that were read are used
  /// again, and all of them together have the limits of one scene.
  convenience init(ofVariant other: SceneReader) {
    self.init(
      source: other.source, directory: other.directory, fonts: other.fontFolder,
      options: other.options)
    opened = other.opened
    formerFrames = opened.frameSequences
  }

  /// Adds the diagnostics of a variant's reading. A definition counts as unused only if neither
  /// reading uses it, and an alignment has no effect only if it has none in either.
  func adopt(_ variant: SceneReader) {
    alignments.effective.formUnion(variant.alignments.effective)
    func isEffective(_ own: SceneDiagnostic) -> Bool {
      own.code == .withoutEffect && alignments.effective.contains(own.offset)
    }
    diagnostics.removeAll { own in
      own.code == .unused
        && !variant.diagnostics.contains { $0.code == .unused && $0.offset == own.offset }
        || isEffective(own)
    }
    for diagnostic in variant.diagnostics
    where diagnostic.code != .unused && !isEffective(diagnostic) {
      add(diagnostic)
    }
    for omission in variant.omissions
    where !omissions.contains(where: { $0.offset == omission.offset }) {
      omissions.append(omission)
    }
    missingCharacters += variant.missingCharacters
    opened = variant.opened
  }

  var hasErrors: Bool { errorCount > 0 }
  /// True if enough errors were found. After warnings the scene is still read to its end.
  var isFull: Bool { errorCount >= SceneLimits.diagnostics }

  func error(
    _ code: SceneDiagnostic.Code, at offset: Int, _ message: String, expected: String? = nil,
    hint: String? = nil
  ) {
    add(code, .error, at: offset, message, expected: expected, hint: hint)
  }

  /// Reports a mistake of the caller, which has no place in the file.
  func errorOfScene(
    _ code: SceneDiagnostic.Code, _ message: String, expected: String? = nil, hint: String? = nil
  ) {
    let fault = SceneDiagnostic(
      code: code, severity: .error, file: source.name, offset: 0, line: 0, column: 0,
      message: message, expected: expected, hint: hint)
    if !isFull, !diagnostics.contains(fault) { append(fault) }
  }

  /// Replaces the error of the same kind at this place by one that includes it.
  func replaceError(
    _ code: SceneDiagnostic.Code, at offset: Int, _ message: String, expected: String?
  ) {
    let place = diagnostics.firstIndex {
      $0.offset == offset && $0.code == code && $0.severity == .error
    }
    guard let place else { return error(code, at: offset, message, expected: expected) }
    diagnostics[place] = diagnostic(code, .error, at: offset, message, expected: expected)
  }

  func warn(
    _ code: SceneDiagnostic.Code, at offset: Int, _ message: String, hint: String? = nil
  ) {
    // A mistake may hide the use of a definition.
    if code == .unused, hasErrors { return }
    add(code, .warning, at: offset, message, expected: nil, hint: hint)
  }

  /// Takes a warning back, since a mistake says more.
  func withdrawWarning(_ code: SceneDiagnostic.Code, at offset: Int) {
    diagnostics.removeAll {
      $0.offset == offset && $0.code == code && $0.severity == .warning
    }
  }

  /// Reports a file that cannot be used: an error, unless the reader is lenient.
  func unusable(
    _ code: SceneDiagnostic.Code, at offset: Int, _ message: String, expected: String? = nil
  ) {
    guard options.isLenient else { return error(code, at: offset, message, expected: expected) }
    if omissions.count >= SceneLimits.diagnostics, !hasSpace(for: .warning) { return }
    let omission = diagnostic(code, .warning, at: offset, message, expected: expected)
    if omissions.count < SceneLimits.diagnostics, !omissions.contains(omission) {
      omissions.append(omission)
    }
    add(omission)
  }

  private func add(
    _ code: SceneDiagnostic.Code, _ severity: SceneDiagnostic.Severity, at offset: Int,
    _ message: String, expected: String?, hint: String?
  ) {
    // Finding the line of a place takes a pass through the file, and each of its values may have a
    // warning.
    if isFull || !hasSpace(for: severity) || isKnown(code, severity, at: offset) { return }
    if filling.unfilled.contains(where: { $0.contains(offset) }) { return }
    add(diagnostic(code, severity, at: offset, message, expected: expected, hint: hint))
  }

  /// True if one more is shown: errors come before warnings.
  private func hasSpace(for severity: SceneDiagnostic.Severity) -> Bool {
    severity == .error || diagnostics.count < SceneLimits.diagnostics
  }

  /// True if this was reported before: a mistake in a style that several layers use is reported
  /// once.
  private func isKnown(
    _ code: SceneDiagnostic.Code, _ severity: SceneDiagnostic.Severity, at offset: Int
  ) -> Bool {
    diagnostics.contains { $0.offset == offset && $0.code == code && $0.severity == severity }
  }

  private func add(_ diagnostic: SceneDiagnostic) {
    if isFull || isKnown(diagnostic.code, diagnostic.severity, at: diagnostic.offset) { return }
    append(diagnostic)
  }

  private func append(_ diagnostic: SceneDiagnostic) {
    if diagnostic.severity == .error { errorCount += 1 }
    if diagnostics.count >= SceneLimits.diagnostics {
      // Errors come before warnings.
      guard diagnostic.severity == .error,
        let place = diagnostics.lastIndex(where: { $0.severity == .warning })
      else { return }
      diagnostics.remove(at: place)
    }
    diagnostics.append(diagnostic)
  }

  private func diagnostic(
    _ code: SceneDiagnostic.Code, _ severity: SceneDiagnostic.Severity, at offset: Int,
    _ message: String, expected: String? = nil, hint: String? = nil
  ) -> SceneDiagnostic {
    let place = source.place(of: offset)
    let (line, column) = place.file.location(of: place.offset)
    var message = message
    if let variant, !variant.place.contains(offset) {
      message += ", in the variant of line \(variant.line)"
    }
    return SceneDiagnostic(
      code: code, severity: severity, file: place.file.name, offset: offset, line: line,
      column: column, message: message, expected: expected, hint: hint)
  }

  /// All diagnostics, in the order of the file.
  func sortedDiagnostics() -> [SceneDiagnostic] {
    diagnostics.sorted { $0.offset < $1.offset }
  }

  /// Parses a file's text; nil, with a diagnostic, if it is not JSON.
  /// - Parameter start: of the file in the whole text.
  func parse(_ text: SourceText, at start: Int = 0) -> JSONNode? {
    do throws(JSONError) {
      return try JSONNode(
        parsing: text.bytes, dialect: .relaxed,
        limits: JSONLimits(
          byteCount: SceneLimits.fileSize, depth: SceneLimits.depth * 2 + 16,
          nodeCount: SceneLimits.values, itemCount: SceneLimits.items))
    } catch {
      let code: SceneDiagnostic.Code = error.kind == .limitExceeded ? .limit : .syntax
      let message =
        switch error.kind {
        case .unexpected: "unexpected " + error.found
        case .unexpectedEnd: "the text ends too early"
        case .invalidUTF8: "not UTF-8: " + error.found
        case .controlCharacter: error.found + " cannot stand here"
        case .invalidEscape: "an escape that JSON does not have"
        case .invalidNumber: "not a number that JSON can write"
        case .numberOutOfRange: "a number that is too great"
        case .duplicateKey: "the key " + error.found
        case .limitExceeded: "the scene is too large or too deep"
        }
      let isForeign = [.unexpected, .invalidNumber].contains(error.kind)
      self.error(
        code, at: start + error.offset, message, expected: error.expected,
        hint: isForeign ? SyntaxAdvice.hint(at: error.offset, in: text.bytes) : nil)
      return nil
    }
  }
}

/// The names of a layer and of the layers around it from the top down, without unnamed ones.
struct LayerName {
  var names: [ExactText]
  /// Index in the order of the file, counted through all levels.
  var index: Int
  /// True of a layer that a style brings: one of a component, which may be used more than once.
  var isOfStyle = false

  /// True if layers of these names are around it, from the top down, with others between them or
  /// none.
  func isBelow(_ around: ArraySlice<ExactText>) -> Bool {
    var rest = around
    for name in names.dropLast() where name == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }
}
