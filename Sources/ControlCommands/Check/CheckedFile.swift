import Foundation
import Geometry
import Scene

/// The outcome of reading one scene file.
struct CheckedFile {
  /// The path as given on the command line; words for standard input.
  let path: String
  let diagnostics: [SceneDiagnostic]
  let source: SourceText
  /// Nil for a scene with mistakes.
  let scene: Scene?
  /// Nil for a valid scene.
  let failure: ClientError?
  /// The findings on panels; nil if none were tried.
  private(set) var sizes: SizeReport?
  /// The error of the first request to a control that no panel takes; nil if all are taken.
  private(set) var refusal: ClientError?

  /// - Parameter path: a file, or `-` for standard input, whose pictures are relative to the
  ///   working directory.
  init(_ path: String, variables: [VariableAssignment] = []) throws(ClientError) {
    let isInput = path == "-"
    self.path = isInput ? "standard input" : path
    do throws(SceneError) {
      let scene =
        isInput
        ? try SceneLoader.load(
          bytes: Self.input(), name: self.path, directory: ".", variables: variables,
          options: .named)
        : try SceneLoader.load(path: path, variables: variables, options: .named)
      let faults = scene.checkFrames()
      let warnings = Self.withStyles(scene.warnings, in: scene.source)
      (diagnostics, source) = (warnings + faults, scene.source)
      failure =
        faults.isEmpty
        ? nil : ClientError(.refused, "\(self.path) has pictures that cannot be shown")
      self.scene = faults.isEmpty ? scene : nil
    } catch {
      let mistaken = isInput ? nil : ForeignFile.mistaken(path)
      diagnostics = mistaken == nil ? Self.withStyles(error.diagnostics, in: error.source) : []
      (source, scene) = (error.source, nil)
      failure = mistaken ?? SceneFile.failure(self.path, error)
    }
  }

  var isValid: Bool { failure == nil }

  /// The reader's diagnostics with those of styles that nothing uses, in the order of the file.
  static func withStyles(
    _ diagnostics: [SceneDiagnostic], in source: SourceText
  ) -> [SceneDiagnostic] {
    var all = diagnostics
    for warning in UnusedStyles.warnings(diagnostics, in: source) {
      let place = all.firstIndex { $0.line > 0 && $0.offset > warning.offset }
      all.insert(warning, at: place ?? all.count)
    }
    return all
  }

  /// Lays a valid scene out on panels, or sets `refusal`.
  /// - Parameters:
  ///   - locale: a language tag; empty for all locales of the scene.
  ///   - panels: sizes in pixels; none for the usual ones.
  ///   - settings: of controls, as clients set them.
  ///   - isRound: true if the panels are round.
  mutating func trySizes(
    locale: String, panels: [PixelSize], settings: [ControlAssignment], isRound: Bool
  ) {
    guard let scene else { return }
    if let complaint = SceneLocales.complaint(about: locale, among: scene.locales) {
      Console.complain("\(path): " + complaint)
    }
    do throws(ClientError) {
      try SizeCheck.tryOut(
        settings, on: scene, panels: SizeReport.panels(of: scene, given: panels).tried,
        locale: locale)
    } catch {
      refusal = ClientError(error.status, "\(path): " + error.message, hint: error.hint)
      return
    }
    sizes = SizeReport(
      scene, path: path, locale: locale, panels: panels, settings: settings, isRound: isRound)
  }

  /// Standard input to its end, or one byte more than a scene may have.
  private static func input() -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= SceneLimits.fileSize,
      let part = try? FileHandle.standardInput.read(upToCount: 65_536), !part.isEmpty
    { bytes += part }
    return bytes
  }
}
