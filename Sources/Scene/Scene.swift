public import Geometry
import Layers
import Raster

/// A scene: layers, animations and named controls, read from a file and checked, but not yet laid out
/// for an output.
///
/// # The format
/// JSON with `//` and `/* */` comments and trailing commas. An unknown key is a mistake.
///
/// | Top level | |
/// |---|---|
/// | `name` | what the scene is called; the file's name if left out |
/// | `size` | `[width, height]` it was drawn for, as a hint to readers |
/// | `background` | colour behind everything; black if left out |
/// | `colors` | `{ "name": colour }`, named colours |
/// | `styles` | `{ "name": { keys of a layer } }`, for a layer's `use`; a style may `use` another |
/// | `progressStyles` | `{ "name": progress style }`, looks for progress layers to have as `style` |
/// | `timing` | `{ "duration": 0.25, "function": timing }`, defaults of animations and controls |
/// | `layers` | array of layers, back to front |
/// | `controls` | `{ "name": control }`; the first progress control is the default one |
///
/// - **Colour**: `"#RRGGBB"`, `"#RRGGBBAA"`, `"clear"` or a name from `colors`, each also with an
///   opacity after it: `"sun 40%"`.
/// - **Length**: points as a number, or a string: a sum of numbers with the units `%`, `vmin`, `vw`,
///   `vh` (percent of the output's shorter side, width, height) and `pt`, of `min(…)` and `max(…)`:
///   `"50%"`, `"100% - 24"`, `"min(60vmin, 480)"`. A percentage is of the surrounding layer's
///   width or height for a place or a size, and of the layer's own for paths, translations, line
///   widths and radii; those without a direction take the shorter side.
/// - **Angle**: degrees, clockwise from 3 o'clock.
/// - **Timing**: `linear`, `easeIn`, `easeOut`, `easeInEaseOut`, `default` or `[x1, y1, x2, y2]`.
///
/// | Every layer | |
/// |---|---|
/// | `kind` | `layer` (if left out), `shape`, `image`, `gradient`, `text`, `progress`, `loader`, `emitter`, `replicator` |
/// | `name`, `use` | its name, for controls; the style it starts from |
/// | `frame` | `[x, y, width, height]`, or: |
/// | `position`, `anchor`, `size` | where the anchor is, `[50%, 50%]` for the anchor `[0.5, 0.5]` and so on; the part of the layer that is put there; `["100%", "100%"]` |
/// | `rotation`, `scale`, `translation` | about the anchor: an angle or `[x, y, z]`, a number or `[x, y]` or `[x, y, z]`, two lengths or three; seen without perspective, and `zPosition` alone orders layers |
/// | `opacity`, `hidden`, `zPosition`, `masksToBounds` | as in Core Animation |
/// | `backgroundColor`, `cornerRadius`, `borderWidth`, `borderColor` | as in Core Animation |
/// | `label`, `role` | for people who cannot see: what it is called, and what it is (`progressbar`, `slider`, `switch`, `status`, `image`, `text`, `group`) |
/// | `essential` | `true` keeps what moves in it moving where motion is to be reduced |
/// | `transition` | played when a control shows, hides or changes the picture or the text: `type` (`fade`, `moveIn`, `push`, `reveal`), `from` (`left`, `right`, `top`, `bottom`), `duration`, `timing`, `startProgress`, `endProgress` |
/// | `shadowOpacity`, `shadowColor`, `shadowRadius`, `shadowOffset`, `shadowPath` | a shadow if the first is not 0; black, 3 (half of how far it reaches), `[0, -3]`; a path that casts it in place of the layer |
/// | `mask` | a layer whose alpha cuts all of this one out, shadow too; with a name it is driven as `"photo/mask name"` |
/// | `sublayerTransform` | an object of `rotation`, `scale` and `translation`, for the sublayers, about the anchor |
/// | `speed`, `timeOffset`, `beginTime` | of the time in the layer, which is (t − `beginTime`) · `speed` + `timeOffset` where it is t around it; its animations and those of its sublayers begin at 0 of that |
/// | `animations`, `layers` | arrays |
///
/// | Kind | Keys |
/// |---|---|
/// | `shape` | `path`, `fillColor`, `fillRule` (`non-zero`, `even-odd`), `strokeColor`, `lineWidth`, `lineCap`, `lineJoin`, `miterLimit`, `lineDashPattern`, `lineDashPhase`, `strokeStart`, `strokeEnd`; no colour means no paint |
/// | `image` | `file` (PNG, relative to the scene), `pixelsPerPoint`, `gravity`, `filter` (`bilinear`, `nearest`), `contentsRect` (the part that is shown, `[0, 0, 1, 1]` for all), `contentsCenter` (the part of that which stretches, between corners that do not); a side of `size` may be `"auto"` |
/// | `gradient` | `style` (`axial`, `radial`, `conic`), `colors`, `locations`, `start`, `end` (parts of the bounds) |
/// | `progress` | `style` (`circle`, `line`, `basic`, `inset`, `filled`, `pie`, `fireworks` or one from `progressStyles`), `tint` (or `progressColor`), `trackColor`, `progress`, `indeterminate`, `content` (`stop`, `sparks`, `percentage`, `{ kind, color }`, or an array of these, the last on top); a circle has `trackWidth`, `progressWidth`; a line has `lineWidth`, `spacing`; these two, `basic` and `inset` have `segments` |
/// | `loader` | a ring in its middle: `radius` (20), `lineWidth` (2), `color` (white), `lineCap`; its progress is the part that is stroked |
/// | `text` | `string`, `font`, `weight` (1…1000 or `thin`, `light`, `regular`, `medium`, `semibold`, `bold`, `black`), `italic`, `fontSize`, `minimumFontSize`, `color`, `alignment` (`natural`, `left`, `center`, `right`, `justified`), `verticalAlignment` (`top`, `center`, `bottom`), `wrapped`, `truncation` (`none`, `start`, `middle`, `end`), `lines` (the most), `lineHeight` (of the size), `letterSpacing`, `locale`, `progress` |
/// | `emitter` | `cells` (array); `shape` (`point`, `line`, `rectangle`, `circle`, whose radius is the width), `mode` (`points`, `outline`, `surface`, `volume`), `emitterPosition` (the middle), `emitterSize` (`[0, 0]`), `renderMode` (`unordered`, `oldestFirst`, `oldestLast`), `seed`; `birthRate`, `lifetime`, `velocity`, `particleScale` and `spin` multiply those of the cells; animations and controls call them `birthRate`, `lifetime`, `velocity`, `scale`, `spin` |
/// | `replicator` | `instances` (1), `delay` (seconds that each lags behind the one before), `instanceTransform` (from one to the next about the anchor: an object of `rotation`, `scale` and `translation`), `instanceColor` and `colorOffset` (`[red, green, blue, alpha]`, added for each instance); animations and controls call them `instanceCount`, `instanceDelay`, `instanceTransform`, `instanceColor`, `instanceRedOffset` and so on |
///
/// **Cell** of an emitter: `birthRate` (in a second), `lifetime`, `lifetimeRange` (seconds; a range is
/// that of mean ± half of it); a `shape` (`disc`, `glow`, `none`) with a `diameter` (8), or a `file`
/// with `pixelsPerPoint` and `contentsRect` (`[x, y, width, height]` in parts of it); `velocity`,
/// `velocityRange` (lengths in a second), `emissionLongitude`, `emissionRange` (angles),
/// `xAcceleration`, `yAcceleration`, `scale`, `scaleRange`, `scaleSpeed`, `spin`, `spinRange`
/// (degrees in a second), `color`, `redRange` … `alphaRange`, `redSpeed` … `alphaSpeed`; `beginTime`,
/// `duration` (seconds from the start of the emitter or the birth of the particle that sends it out),
/// `name`, and `cells` that its particles send out.
///
/// **Text**: `{percent}` in the string stands for the layer's progress in whole percent, as the locale
/// (a language tag such as `de-CH`) writes it; a progress control drives it as it drives a ring, and
/// fills in the label of its phase for `{phase}` and the time that is left (`3:20`) for
/// `{remaining}`. An ellipsis stands for what is not known. A text control drives the whole string.
/// `font` is a family (`sans-serif`, `serif` and `monospace` are always something), an array of
/// them, each for what those before it lack, or `{ "file": "fonts/x.ttf", "index": 0, "families":
/// … }`; `fontSize` is 36 points if left out, and with a `minimumFontSize` it is stepped down by
/// points until the text fits, or hidden. The `percentage` in a progress layer is at most 1.3 radiuses
/// wide, and 120 points or less, but not less than 13; as an object it may have `font`, `weight`,
/// `italic` and `locale`. Animations call a text's colour `foregroundColor`.
///
/// **Path**: one of these or an array of them: `{ "rect": { x, y, width, height } }`, `roundedRect`
/// (and `radius`), `ellipse`, `{ "circle": { center, radius } }`, `arc` (and `start`, `sweep`),
/// `{ "line": { from, to } }`, `{ "polygon": [[x, y], …] }`, `{ "svg": "M…", "viewBox": [x, y, w, h] }`.
/// What is left out fills the layer.
///
/// **Animation**: what moves, by `key` (`opacity`, `position.y`, `transform.rotation`, `strokeEnd`, …)
/// and one of the rows below, and when: `duration`, `repeat` (number or `"forever"`),
/// `repeatDuration`, `autoreverses`, `timing`, `beginTime`, `timeOffset`, `speed`, `fillMode`,
/// `additive`, `cumulative`, `removedOnCompletion`, `essential` (moves even where motion is to be
/// reduced). A value of the whole `transform` is an object of
/// `rotation`, `scale` and `translation` as a layer's; `transform.rotation` alone is that about z.
///
/// | Animation | Keys |
/// |---|---|
/// | between two values | one or two of `from`, `to`, `by`; the `timing` is the scene's if left out |
/// | with a spring | the same and `spring`: `{ mass: 1, stiffness: 100, damping: 10, initialVelocity: 0 }`, or by its look `{ perceptualDuration: 0.5, bounce: 0 }` (1 swings for ever, 0 not at all, below it creeps); `allowsOverdamping` (without it more damping than stops the swinging counts as just that much); lasts until it settles if no `duration` is given; has no `timing` |
/// | through values | `values` (array), `keyTimes` (from 0 to 1, one for each value; `discrete`: one more, for the end), `timings` (array, one for each interval), `calculationMode` (`linear`, `discrete`, `paced`, `cubic`, `cubicPaced`), for the cubic ones `tension`, `continuity`, `bias` (−1…1, a number or one for each value); `timing` bends the whole, `linear` if left out |
/// | along a path | `path` for the `key` `position` (percentages are of the superlayer) or `bounds.origin`; `keyTimes` (one for each line, curve and arc, and one for the end), `timings` and `calculationMode` as above; `rotationMode` (`auto`, `autoReverse`) turns the layer with it |
/// | group | `group`: array of animations that run in its time, cut off at its `duration` and not scaled, which is theirs if they give none; no `key`, `additive` or `cumulative`; `timing` bends its time, `linear` if left out; the parts have no `removedOnCompletion` |
///
/// **Progress style**: `layers` that each progress layer of the style gets behind its own, with sizes
/// in parts of its own; `drives`, as of a control, which follow the progress that is presented;
/// `tint`: layers (shapes, texts, progress layers) or `{ layer, key }` whose colours follow a `tint`;
/// `indeterminate`: while the progress is not known, `{ layer, key, to }` changes a value and
/// `{ layer, animations }` moves something. Both go back by themselves. For example:
///
/// ```json
/// "progressStyles": {
///   "halo": {
///     "layers": [
///       { "kind": "shape", "name": "track", "path": { "arc": {} }, "strokeColor": "#0A84FF 30%", "lineWidth": "6%" },
///       { "kind": "shape", "name": "ring", "path": { "arc": {} }, "strokeColor": "#0A84FF", "lineWidth": "6%", "lineCap": "round" },
///     ],
///     "drives": { "layer": "ring", "key": "strokeEnd" },
///     "tint": ["track", "ring"],
///     "indeterminate": [
///       { "layer": "ring", "key": "strokeEnd", "to": 0.25 },
///       { "layer": "ring", "animations": [{ "key": "transform.rotation", "by": 360, "duration": 1.2, "repeat": "forever", "timing": "linear" }] },
///     ],
///   },
/// },
/// ```
///
/// **Control**: `kind`, and `label` and `role` (for people who cannot see, as a layer's). A `progress`
/// has `value`,
/// `indeterminate`, `duration` (seconds or `"distance"`), `timing`, `allowDecrease`, and
/// `drives`: layers' names or paths (`"panel/ring"`), or `{ layer, key, from, to }`, or with `values` (an
/// array, in even steps from 0 to 1; a change goes straight to its end). For a job in parts it
/// has `phases`: names and weights, `{ "download": 3, "unpack": 1 }`, or an array of `{ name, weight,
/// label }`. `smooth` moves on between two values at the pace of the last ones; after `stallAfter`
/// seconds without a value it is indeterminate. With `phases` or `smooth` it does not go back unless
/// `allowDecrease` says so. A `text` has `text`, its first message
/// (that of its first layer if left out), and `drives`: text layers' names or paths, which show it.
/// It is at most 4,096 bytes long.
///
/// A `reveal` has what a `progress` has, and `content`: a layer that is hidden until it is revealed.
/// The reveal takes `duration` (1) seconds with a `timing` (`easeInEaseOut`): the ring of the layer
/// `loader`, which shows the progress before, becomes the content's mask and grows until all is bare;
/// without one the mask grows from the middle. The layer `background`, which hides the content, goes;
/// so does the loader with its background.
///
/// A `scrub` has `layers`: a layer or an array of them, whose animations and those in them are where
/// the `value` (0) says, 1 being `duration` seconds or the end of the last animation, of which those
/// that are repeated for ever run once. Let go, it rests at 1 from the `threshold` (0.5) on and at 0
/// below, after `settle` (0.3) seconds with a `timing`; let go in motion, by a `spring` (as of an
/// animation). With `rests` `anywhere`, and not `atEnds`, it stays where it is let go. It is a `switch`
/// unless its `role` says `slider`.
///
/// People take hold of a `scrub` in its `hitArea`, a layer with all below it, the first of `layers`
/// if left out; where several lie on one another, of the one in front, whatever else is before it. A
/// finger that goes the way `travel` moves it from 0 to 1: `["100%", 0]`, to the right and down, in
/// lengths of the hit area's own, which turn with it. A tap takes it to the other end, or to the place
/// that is tapped where it rests anywhere.
public final class Scene {
  public let name: String
  /// What is probably not meant, although it loaded.
  public let warnings: [SceneDiagnostic]
  /// Those of the warnings that tell of files which were left out, where that was allowed.
  public let omissions: [SceneDiagnostic]
  /// The text that the warnings speak of.
  public let source: SourceText
  /// How many layers the file describes.
  public let layerCount: Int
  /// How many picture files were decoded; a file that several layers show counts once.
  public let imageCount: Int
  /// In the order of the file.
  public let controls: [ControlDescription]
  let background: Color?
  let layers: [LayerDescription]

  init(
    name: String, description: SceneDescription, layerCount: Int, imageCount: Int,
    warnings: [SceneDiagnostic], omissions: [SceneDiagnostic], source: SourceText
  ) {
    self.name = name
    self.omissions = omissions
    self.warnings = warnings
    self.source = source
    self.layerCount = layerCount
    self.imageCount = imageCount
    controls = description.controls
    background = description.background
    layers = description.layers
  }

  /// The scene that is part of the program, for when no other one is named.
  public static var builtInBoot: Scene {
    do throws(SceneError) {
      return try SceneLoader.load(
        bytes: PackageResources.boot_jsonc, name: "boot.jsonc", directory: nil)
    } catch {
      preconditionFailure("the built-in scene does not load")
    }
  }

  /// Lays the scene out for an output.
  /// - Parameters:
  ///   - size: of the output, in points.
  ///   - scale: pixels of the output in a point.
  public func instantiate(size: Size, scale: Double) -> SceneInstance {
    var layout = SceneLayout(output: size, layerCount: layerCount)
    return layout.instance(of: self, scale: scale)
  }
}
