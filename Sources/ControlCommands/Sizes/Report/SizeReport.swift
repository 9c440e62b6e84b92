import Geometry
import Scene
import System

/// One scene on all panels.
struct SizeReport {
  /// The time of the pictures in microseconds: layers that fade in are visible by then.
  private static let moment: Int64 = 2_000_000

  let path: String
  /// The given panels, or panels of usual sizes and one for each variant of the scene that none of
  /// them shows.
  let panels: [PixelSize]
  /// Panels of variants that are left out, since they have more pixels than a picture may have.
  let untried: [PixelSize]
  /// The numbers of states and of locales that are tried, and of all.
  let states: (tried: Int, all: Int)
  let locales: (tried: Int, all: Int)
  private let scene: Scene
  /// The locale of the pictures; empty for the scene's own.
  private let locale: String
  private let settings: [ControlAssignment]
  /// True if only the largest circle in the middle of each panel is seen.
  let isRound: Bool
  /// By panel and locale, without those that show everything; without a locale if the scene has one
  /// alone.
  let findings: [(size: PixelSize, locale: String?, findings: [SizeFinding])]

  /// The panels on which the content is lost, with the pixels that it takes there.
  let lost: [(size: PixelSize, content: Size)]

  /// The names of all layers.
  let names: LayerNames

  /// The places in the files of the layers and fields that were found.
  private let places: [String: ScenePlace]

  /// The work of a report: a layout of a layer takes about a tenth of a millisecond.
  private static let mostWork = 300_000
  private static let mostStates = 128

  /// - Parameters:
  ///   - locale: a language tag; empty for all locales of the scene.
  ///   - panels: empty for those of usual sizes.
  ///   - settings: requests to controls, of `SizeCheck.tryOut(_:on:panels:locale:)`.
  init(
    _ scene: Scene, path: String, locale: String = "", panels given: [PixelSize] = [],
    settings: [ControlAssignment] = [], isRound: Bool = false
  ) {
    (self.settings, self.isRound) = (settings, isRound)
    self.path = path
    self.scene = scene
    self.locale = locale
    let allLocales = locale.isEmpty && scene.locales.count > 1 ? scene.locales : [locale]
    let (panels, untried) = Self.panels(of: scene, given: given)
    (self.panels, self.untried) = (panels, untried)
    let allStates = SizeCheck.states(of: scene)
    let trials = Self.trials(
      layers: scene.layerCount, panels: panels.count, states: allStates.count,
      locales: allLocales.count)
    let triedStates = Array(allStates.prefix(trials.states))
    let triedLocales = allLocales.prefix(trials.locales)
    states = (triedStates.count, allStates.count)
    locales = (triedLocales.count, allLocales.count)
    var progress = WorkProgress(
      "layout",
      total: panels.count * triedLocales.count * SizeCheck.layoutCount(states: triedStates.count))
    var results = Results()
    for size in panels {
      for locale in triedLocales {
        let check = SizeCheck(
          scene, size: size, states: triedStates, locale: locale, settings: settings,
          isRound: isRound
        ) { progress.advance() }
        if locale == triedLocales.first,
          let content = SizeCheck.lostExtent(
            of: scene, check.firstExtent, on: size, locale: locale, settings: settings)
        {
          results.lost.append((size, content))
        }
        let keyboard = KeyboardCheck(scene, size: size, locale: locale, settings: settings)
        results.add(
          check, keyboard, of: scene, on: size, locale: allLocales.count > 1 ? locale : nil)
      }
    }
    progress.end()
    findings = results.findings
    places = results.places
    lost = results.lost
    names = LayerNames(results.paths)
  }

  /// The findings of the layouts so far.
  private struct Results {
    var findings: [(size: PixelSize, locale: String?, findings: [SizeFinding])] = []
    var places: [String: ScenePlace] = [:]
    /// The paths of all layers that were seen.
    var paths: Set<String> = []
    var lost: [(size: PixelSize, content: Size)] = []

    /// Adds the findings on one panel, and the places of their layers in the scene's files.
    mutating func add(
      _ check: SizeCheck, _ keyboard: KeyboardCheck, of scene: Scene, on size: PixelSize,
      locale: String?
    ) {
      let found = check.findings + keyboard.findings
      paths.formUnion(check.places.keys)
      let side = Size(width: Double(size.width), height: Double(size.height))
      for finding in found {
        let known = finding.kind.name == .behindKeyboard ? keyboard.places : check.places
        guard let indices = known[finding.layer] else { continue }
        places[SizeReport.placeKey(of: finding, on: size)] = scene.place(
          ofLayer: indices, on: side)
      }
      if !found.isEmpty { findings.append((size, locale, found)) }
    }
  }

  /// The given panels, or those of usual sizes and of the scene's variants.
  static func panels(
    of scene: Scene, given: [PixelSize]
  ) -> (tried: [PixelSize], untried: [PixelSize]) {
    guard given.isEmpty else { return (given, []) }
    let usual = PanelSizes.all.map { Size(width: Double($0.width), height: Double($0.height)) }
    let isTried = { (size: PixelSize) in size.width * size.height <= PictureFile.pixelLimit }
    let additional = scene.outputs(ofVariantsBeside: usual).map {
      PixelSize(width: Int($0.width), height: Int($0.height))
    }
    return (PanelSizes.all + additional.filter(isTried), additional.filter { !isTried($0) })
  }

  /// The numbers of states and of locales that are tried.
  static func trials(
    layers: Int, panels: Int, states: Int, locales: Int
  ) -> (states: Int, locales: Int) {
    // Each text is compared with all others, 20,000 in the time of a layout of a layer.
    let layouts = mostWork / (layers + layers * layers / 20_000 + 1)
    let least = panels * SizeCheck.layoutCount(states: min(states, 1))
    let locales = min(locales, max(1, layouts / least))
    return (min(states, mostStates, max(0, layouts / (panels * locales) - 2)), locales)
  }

  /// The words for the trials that are left out of a large scene; nil if all are made.
  var omissions: String? {
    var parts: [String] = []
    if states.tried < states.all { parts.append("\(states.tried) of \(states.all) states") }
    if locales.tried < locales.all { parts.append("\(locales.tried) of \(locales.all) locales") }
    if parts.isEmpty { return nil }
    return parts.joined(separator: " and ") + " are tried"
  }

  /// The number of panels that do not show everything.
  var panelCount: Int {
    panels.count { size in findings.contains { $0.size == size } }
  }

  /// The number of times that the scene was laid out.
  var layoutCount: Int {
    panels.count * locales.tried * SizeCheck.layoutCount(states: states.tried)
  }

  /// A finding with its panel, its locale and its place.
  struct Found {
    let finding: SizeFinding
    let size: PixelSize
    /// Nil if the scene has one locale alone.
    let locale: String?
    let place: ScenePlace?

    /// The panel and the locale: `240x240 in de`.
    var panel: String { PanelSizes.name(of: size) + (locale.map { " in " + $0 } ?? "") }
  }

  var all: [Found] {
    findings.flatMap { size, locale, findings in
      findings.map {
        Found(finding: $0, size: size, locale: locale, place: place(of: $0, on: size))
      }
    }
  }

  /// The place of a finding's layer; nil for one that no file describes.
  private func place(of finding: SizeFinding, on size: PixelSize) -> ScenePlace? {
    places[Self.placeKey(of: finding, on: size)]
  }

  /// A field may have the name of another layer.
  private static func placeKey(of finding: SizeFinding, on size: PixelSize) -> String {
    let isField = finding.kind.name == .behindKeyboard
    return PanelSizes.name(of: size) + (isField ? " field " : " layer ") + finding.layer
  }

  /// Nil if all panels show everything.
  var failure: ClientError? {
    guard panelCount > 0 else { return nil }
    return ClientError(
      .refused, "\(path) is not seen well on \(panelCount) of \(panels.count) panels")
  }

  /// Writes `NAME-WIDTHxHEIGHT.png` for each panel into a folder, which is made if necessary.
  func writePictures(to folder: String) throws(ClientError) {
    do throws(SystemError) {
      try createDirectory(folder)
    } catch {
      throw ClientError(.cannotCreate, "cannot make the folder \(folder): \(error.reason)")
    }
    let file = path.split(separator: "/").last ?? "scene"
    let name = file.split(separator: ".").first ?? file
    for size in panels {
      let player = try ScenePlayer(
        scene: scene, size: size, scale: 1, locale: locale, assignments: settings)
      try player.play(to: Self.moment)
      _ = try player.advance(to: Self.moment)
      try PictureFile.write(
        PictureFile.encode(player.surface),
        to: "\(folder)/\(name)-\(PanelSizes.name(of: size)).png")
    }
  }
}
