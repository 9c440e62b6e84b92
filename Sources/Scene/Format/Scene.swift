public import Geometry
public import Images
import Layers
import Raster
public import Text

/// A scene: layers, animations and named controls, read from a file and checked, but not yet laid
/// out for an output.
///
/// `README.md` beside this folder's sources describes the format for people who write scenes.
public final class Scene {
  public let name: String
  /// Probable mistakes in a scene that loaded.
  public let warnings: [SceneDiagnostic]
  /// The warnings about files that were left out, where this was allowed.
  public let omissions: [SceneDiagnostic]
  /// The text that the warnings refer to.
  public let source: SourceText
  /// The number of picture files; a file that several layers show counts once.
  public let imageCount: Int
  /// Paths of the scene files, pictures and fonts that the file names, which were opened.
  public let files: [String]
  /// True if a text has letters of Thai, whose lines end by the machine's dictionary.
  public let hasThaiTexts: Bool
  /// The characters of its texts that no font has, for each locale of their own.
  package let missingCharacters: [MissingCharacters]
  /// The fonts of its texts.
  public let fonts: [FontStack]
  /// The folder of a packed scene's fonts; nil for those of the machine.
  let fontFolder: String?
  /// The scene as it is on outputs that no variant is for.
  let description: SceneDescription
  /// The scene as it is on outputs of some sizes; the first that matches counts.
  private let variants: [(condition: VariantCondition, description: SceneDescription)]
  /// True if a scene without a `background` is clear, for pictures that are to lie on another
  /// background, and not black. To be set before it is laid out.
  package var isUsuallyClear = false
  /// Values that were set in place of the scene's own.
  private let variables: [VariableAssignment]
  /// The pictures of each frames layer, and their place in the file.
  private let frames: [OpenedFiles.Frames]

  /// - Parameters:
  ///   - reader: a reader of all of the file, without an error.
  ///   - name: the name of a scene that gives itself none.
  init(
    readBy reader: SceneReader, name: String, _ description: SceneDescription,
    variants: [(condition: VariantCondition, description: SceneDescription)],
    variables: [VariableAssignment]
  ) {
    self.name = description.name ?? name
    self.description = description
    self.variants = variants
    // The usual prompt over the scene gets these values, too, and need not have all the variables.
    self.variables = variables.map {
      VariableAssignment(name: $0.name, value: $0.value, isRequired: false)
    }
    warnings = reader.sortedDiagnostics()
    omissions = reader.omissions
    source = reader.source
    imageCount = reader.opened.pictures.count
    files = reader.opened.paths
    hasThaiTexts = reader.opened.hasThaiTexts
    missingCharacters = reader.missingCharacters
    fonts = Array(reader.opened.fontStacks.values)
    fontFolder = reader.fontFolder
    frames = reader.opened.frameSequences
  }

  /// The number of layers in the file.
  public var layerCount: Int { description.layerCount }

  /// In the order of the file.
  public var controls: [ControlDescription] { description.controls }

  /// The variables whose values may be set.
  public var variableNames: [String] { description.variableNames }

  /// The key of the control that shows questions in layers of the scene; nil if there is none.
  public var promptName: String? { description.prompt?.name }

  /// The scene that is compiled into the program, for use when no other one is given.
  public static var builtInBoot: Scene { builtInBoot(trying: []).scene }

  /// The built-in scene with values of variables, which may name pictures by paths from the root.
  /// - Returns: the scene, and the mistake in the values; with a mistake the scene has none of the
  ///   values.
  public static func builtInBoot(
    trying variables: [VariableAssignment]
  ) -> (scene: Scene, fault: SceneError?) {
    builtIn(PackageResources.boot_jsonc, "boot.jsonc", variables)
  }

  /// The prompt for scenes without one: a scene of its own that is laid over theirs.
  /// - Parameter fonts: the folder of its fonts; nil for those of the machine.
  static func usualPrompt(fonts: String? = nil, variables: [VariableAssignment] = []) -> Scene {
    usualPrompt(trying: variables, fonts: fonts).scene
  }

  /// The usual prompt with values of variables.
  /// - Returns: the scene, and the mistake in the values; with a mistake the scene has none of the
  ///   values.
  public static func usualPrompt(
    trying variables: [VariableAssignment], fonts: String? = nil
  ) -> (scene: Scene, fault: SceneError?) {
    builtIn(PackageResources.prompt_jsonc, "prompt.jsonc", variables, fonts: fonts)
  }

  /// The usual prompt as it comes over this scene, with the fonts of some directories in place of
  /// the machine's; nil if the scene has its own.
  package func usualPrompt(fontDirectories: [String]) -> Scene? {
    guard promptName == nil else { return nil }
    return Self.builtIn(
      PackageResources.prompt_jsonc, "prompt.jsonc", [], fonts: fontFolder,
      fontDirectories: fontDirectories
    ).scene
  }

  /// The texts of the prompt that may come over this scene, in the scene's locales; none if the
  /// scene has its own prompt.
  package var promptTexts: [String] {
    guard promptName == nil else { return [] }
    let strings = Self.usualPrompt(fonts: fontFolder).description.strings
    return locales.flatMap { strings.entries(for: LocaleName($0)).flatMap { $0.strings.values } }
  }

  private static func builtIn(
    _ bytes: [UInt8], _ name: String, _ variables: [VariableAssignment], fonts: String? = nil,
    fontDirectories: [String]? = nil
  ) -> (scene: Scene, fault: SceneError?) {
    var fault: SceneError?
    var options = ReadingOptions(isLenient: true)
    options.fontDirectories = fontDirectories
    for variables in variables.isEmpty ? [[]] : [variables, []] {
      do throws(SceneError) {
        let scene = try SceneLoader.load(
          bytes: bytes, name: name, directory: variables.isEmpty ? nil : "", fonts: fonts,
          variables: variables, options: options)
        return (scene: scene, fault: fault)
      } catch {
        fault = error
      }
    }
    preconditionFailure("a built-in scene does not load")
  }

  /// The fonts of its texts, and of the prompt that may come over it.
  public var allFonts: [FontStack] {
    promptName != nil ? fonts : fonts + Self.usualPrompt(fonts: fontFolder).fonts
  }

  /// Unpacks all pictures of frames layers, which takes about 10 ms for each of 1920 × 1080, and
  /// reports those that cannot be shown. Loading reads only the structure of their files.
  public func checkFrames() -> [SceneDiagnostic] {
    var faults: [SceneDiagnostic] = []
    for frames in frames {
      let (sequence, offset) = (frames.sequence, frames.offset)
      for index in 0..<sequence.times.count where faults.count < SceneLimits.diagnostics {
        guard let message = sequence.fault(of: index) else { continue }
        let place = source.place(of: offset)
        let (line, column) = place.file.location(of: place.offset)
        faults.append(
          SceneDiagnostic(
            code: .image, severity: .error, file: place.file.name, offset: offset,
            line: line, column: column, message: message, expected: nil, hint: nil))
      }
    }
    return faults
  }

  /// The warning about a picture that has turned out to be damaged.
  public func warning(of picture: ScenePicture, _ error: ImageFileError) -> SceneDiagnostic {
    let path = picture.awaitedFile?.path
    let message = path.map { error.description(at: $0) } ?? error.description
    let place = source.place(of: picture.offset)
    let (line, column) = place.file.location(of: place.offset)
    return SceneDiagnostic(
      code: .image, severity: .warning, file: place.file.name, offset: picture.offset, line: line,
      column: column, message: message, expected: nil, hint: nil)
  }

  /// The locales of its named strings, the usual one first; empty for a scene without any.
  public var locales: [String] { description.strings.locales }

  /// True for a language tag, such as `de-AT` or `de_AT.UTF-8`; no scene need have it.
  public static func isLocale(_ text: String) -> Bool { LocaleName.isValid(text) }

  /// Lays the scene out for an output.
  /// - Parameters:
  ///   - size: of the output, in points.
  ///   - scale: pixels of the output in a point.
  ///   - locale: a language tag; the scene is in the nearest locale that it has. Empty for its
  ///     usual one.
  ///   - hasPrompt: true to give a scene without a prompt the usual one, above all its layers.
  public func instantiate(
    size: Size, scale: Double, locale: String = "", hasPrompt: Bool = false
  ) -> SceneInstance {
    let variant = variants.firstIndex { $0.condition.matches(size) }
    let shown = variant.map { variants[$0].description } ?? description
    var layout = SceneLayout(
      output: shown.fit?.size ?? size, layerCount: shown.layerCount,
      strings: description.strings.localization(locale))
    let needsPrompt = hasPrompt && promptName == nil
    let overlay =
      needsPrompt ? Self.usualPrompt(fonts: fontFolder, variables: variables).description : nil
    return layout.instance(
      of: shown, variant: variant, on: size, scale: scale, locale: locale,
      background: shown.background ?? (isUsuallyClear ? .clear : .black), over: overlay)
  }

  #if !hasFeature(Embedded)
    /// The place, in the scene's files, of a layer that is laid out for an output.
    /// - Parameter indices: the layer's place among the sublayers of its superlayer, after the
    ///   places of the layers around it. A layer that none of the files describes counts as the one
    ///   around it.
    package func place(ofLayer indices: [Int], on size: Size) -> ScenePlace? {
      let shown = variants.first { $0.condition.matches(size) }?.description ?? description
      var (layers, offset) = (shown.layers, Int?.none)
      for index in indices {
        guard layers.indices.contains(index) else { break }
        (offset, layers) = (layers[index].offset, layers[index].sublayers)
      }
      guard let offset else { return nil }
      let place = source.place(of: offset)
      let (line, column) = place.file.location(of: place.offset)
      return ScenePlace(file: place.file.name, line: line, column: column)
    }

    /// Sizes of outputs in points, one for each variant that none of the other outputs shows.
    package func outputs(ofVariantsBeside others: [Size]) -> [Size] {
      let coverage = VariantCoverage(variants.map { $0.condition })
      return variants.indices.compactMap { index in
        let isShown = others.contains { size in
          variants.firstIndex { $0.condition.matches(size) } == index
        }
        return isShown ? nil : coverage.example(of: index, near: others.first ?? .zero)
      }
    }
  #endif
}
