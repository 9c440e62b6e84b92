import Animation
import CodeUnits

/// Words of other formats (CSS, SVG, web frameworks) for things that scenes name differently.
package enum Synonyms {
  /// The word in lowercase without hyphens and underscores, and the names that it may stand for;
  /// the first that is possible at a place is meant.
  private static let table: [(word: String, names: [String])] = [
    ("accessibilitylabel", ["label"]), ("action", ["sets"]), ("active", ["pressed"]),
    ("add", ["plus-lighter"]), ("additive", ["plus-lighter"]), ("alert", ["status"]),
    ("align", ["alignment", "alignItems"]), ("alignitems", ["alignItems", "alignment"]),
    ("alpha", ["opacity"]), ("alt", ["label"]), ("alternate", ["autoreverses"]),
    ("anchorpoint", ["anchor"]), ("angle", ["rotation"]), ("angular", ["conic"]),
    ("animate", ["animations"]), ("answer", ["entry"]), ("arc", ["shape"]),
    ("arialabel", ["label"]), ("around", ["space-around"]), ("attribute", ["key"]),
    ("background", ["backgroundColor"]), ("backgroundsize", ["gravity"]),
    ("bar", ["line", "progress"]), ("begintime", ["delay"]), ("between", ["space-between"]),
    ("bg", ["backgroundColor"]), ("bgcolor", ["backgroundColor"]), ("bold", ["weight"]),
    ("border", ["borderWidth"]), ("borderradius", ["cornerRadius"]), ("bottom", ["end"]),
    ("bounds", ["size"]),
    ("box", ["layer"]), ("byvalue", ["by"]), ("caption", ["string", "label"]),
    ("centre", ["center"]), ("checkbox", ["scrub"]), ("checked", ["chosen"]),
    ("children", ["layers"]), ("circle", ["shape"]), ("class", ["use"]),
    ("clip", ["masksToBounds"]),
    ("color", ["colors", "fillColor", "progressColor", "backgroundColor"]),
    ("colour", ["color", "colors", "fillColor", "progressColor", "backgroundColor"]),
    ("contain", ["resizeAspect"]), ("container", ["layer"]), ("content", ["string"]),
    ("contentmode", ["gravity"]), ("count", ["instances"]), ("cover", ["resizeAspectFill"]),
    ("crossaxisalignment", ["alignItems"]), ("curve", ["timing"]), ("cx", ["center"]),
    ("cy", ["center"]), ("d", ["svg", "path"]), ("data", ["string"]), ("delay", ["beginTime"]),
    ("div", ["layer"]), ("drives", ["layers", "layer", "panel"]), ("dropdown", ["choice"]),
    ("dur", ["duration"]), ("ease", ["timing", "default"]), ("easeinout", ["easeInEaseOut"]),
    ("easing", ["timing"]), ("ecc", ["level"]), ("elements", ["layers"]), ("ellipse", ["shape"]),
    ("ellipsis", ["truncation", "end"]), ("endangle", ["sweep"]), ("endpoint", ["end"]),
    ("enter", ["changes"]), ("errorcorrection", ["level"]), ("errorcorrectionlevel", ["level"]),
    ("eta", ["timeLeft"]), ("evenly", ["space-evenly"]), ("extends", ["use"]),
    ("fill", ["fillColor", "progressColor", "color", "resize"]), ("fillcolor", ["progressColor"]),
    ("fillmode", ["gravity"]), ("fit", ["gravity"]), ("flex", ["grow", "row"]),
    ("flexend", ["end"]), ("flexgrow", ["grow"]), ("flexstart", ["start"]), ("flexwrap", ["wrap"]),
    ("fontcolor", ["color"]), ("fontfamily", ["font"]), ("fontstyle", ["italic"]),
    ("fontweight", ["weight"]), ("foregroundcolor", ["color", "progressColor", "fillColor"]),
    ("frame", ["position"]), ("friction", ["damping"]), ("fromvalue", ["from"]),
    ("goto", ["state"]), ("group", ["layer"]), ("hbox", ["row"]), ("head", ["start"]),
    ("heading", ["text"]), ("height", ["size"]), ("hstack", ["row"]), ("id", ["name"]),
    ("image", ["file"]), ("img", ["image", "file"]), ("infinite", ["forever"]),
    ("initial", ["value"]), ("initialstate", ["value"]), ("input", ["entry", "field"]),
    ("instancecount", ["instances"]), ("instancedelay", ["delay"]),
    ("items", ["layers"]), ("iterationcount", ["repeat"]), ("iterations", ["repeat"]),
    ("justify", ["justifyContent", "justifyItems"]), ("keyboard", ["inputMode"]),
    ("keyframes", ["values"]), ("keypath", ["key"]), ("kind", ["type"]), ("label", ["text"]),
    ("lang", ["locale"]), ("language", ["locale"]), ("layer", ["drives", "layers", "panel"]),
    ("layers", ["drives", "layer", "panel"]), ("leading", ["start", "lineHeight"]),
    ("left", ["start"]), ("life", ["lifetime"]), ("lighter", ["plus-lighter"]), ("line", ["shape"]),
    ("linear", ["line", "axial"]), ("lineargradient", ["gradient"]), ("lineclamp", ["lines"]),
    ("linecolor", ["strokeColor"]), ("linespacing", ["lineHeight"]),
    ("linewidth", ["progressWidth"]), ("loop", ["repeat"]),
    ("mainaxisalignment", ["justifyContent"]), ("maxlength", ["maximumLength"]),
    ("maxlines", ["lines"]), ("middle", ["center"]), ("minfontsize", ["minimumFontSize"]),
    ("mixin", ["use"]), ("next", ["state"]), ("normal", ["regular"]), ("number", ["digits"]),
    ("numberoflines", ["lines"]), ("numeric", ["digits"]), ("objectfit", ["gravity"]),
    ("obscuretext", ["concealed"]), ("onclick", ["sets"]), ("onenter", ["changes"]),
    ("onpress", ["sets"]), ("options", ["states"]), ("origin", ["position"]),
    ("overflow", ["masksToBounds"]), ("password", ["concealed"]), ("path", ["file", "shape"]),
    ("photo", ["image"]), ("picture", ["image"]), ("pivot", ["anchor"]), ("polygon", ["shape"]),
    ("progress", ["strokeEnd", "percent"]), ("progresswidth", ["lineWidth"]), ("property", ["key"]),
    ("qrcode", ["qr"]), ("question", ["message"]), ("r", ["radius"]), ("radio", ["choice"]),
    ("radius", ["cornerRadius"]), ("rate", ["birthRate"]), ("rect", ["shape"]),
    ("rectangle", ["shape"]), ("repeatcount", ["repeat"]), ("right", ["end"]),
    ("ring", ["circle", "progress"]), ("rotate", ["rotation"]), ("scaledown", ["resizeAspect"]),
    ("seconds", ["duration"]), ("secure", ["concealed"]), ("securetextentry", ["concealed"]),
    ("select", ["choice"]), ("selected", ["chosen"]), ("set", ["sets"]),
    ("shadow", ["shadowOpacity"]), ("slider", ["scrub"]), ("source", ["file"]),
    ("spacebetween", ["space-between"]), ("spacing", ["gap"]), ("speed", ["velocity"]),
    ("spinner", ["progress"]), ("sprite", ["frames"]), ("src", ["file"]), ("stack", ["overlay"]),
    ("standard", ["default"]), ("startangle", ["start"]), ("startpoint", ["start"]),
    ("states", ["options"]), ("steps", ["phases"]), ("string", ["text", "message"]),
    ("stroke", ["strokeColor"]), ("strokedasharray", ["lineDashPattern"]),
    ("strokedashoffset", ["lineDashPhase"]), ("strokelinecap", ["lineCap"]),
    ("strokelinejoin", ["lineJoin"]), ("strokemiterlimit", ["miterLimit"]),
    ("strokewidth", ["lineWidth", "progressWidth"]), ("style", ["use"]), ("sublayers", ["layers"]),
    ("sweepangle", ["sweep"]), ("switch", ["scrub"]), ("tail", ["end"]),
    ("target", ["drives", "layers", "layer"]), ("tel", ["digits"]), ("tension", ["stiffness"]),
    ("text", ["string", "message"]), ("textalign", ["alignment"]), ("textcolor", ["color"]),
    ("textfield", ["field"]), ("textoverflow", ["truncation"]),
    ("thickness", ["lineWidth", "progressWidth"]), ("time", ["duration"]),
    ("timingfunction", ["timing"]), ("tint", ["progressColor", "color"]),
    ("tintcolor", ["progressColor", "color"]), ("title", ["string", "label", "name"]),
    ("toggle", ["scrub"]), ("top", ["start"]), ("tovalue", ["to"]), ("track", ["trackColor"]),
    ("trackwidth", ["lineWidth"]), ("trailing", ["end"]), ("transformorigin", ["anchor"]),
    ("translate", ["translation"]), ("translations", ["strings"]), ("trimend", ["strokeEnd"]),
    ("trimstart", ["strokeStart"]), ("type", ["kind"]), ("url", ["file"]),
    ("valign", ["verticalAlignment"]), ("value", ["string", "progress", "to", "text", "percent"]),
    ("vars", ["variables"]), ("vbox", ["column"]), ("verticalalign", ["verticalAlignment"]),
    ("video", ["frames"]), ("view", ["layer"]), ("views", ["layers"]), ("visible", ["hidden"]),
    ("vstack", ["column"]), ("width", ["size"]), ("wrap", ["wrapped"]), ("x", ["position"]),
    ("x1", ["from"]), ("x2", ["to"]), ("y", ["position"]), ("y1", ["from"]), ("y2", ["to"]),
    ("yoyo", ["autoreverses"]), ("z", ["zPosition"]), ("zindex", ["zPosition"]),
  ]

  /// The one of the possible names that a word stands for.
  package static func name(for word: String, among names: [String]) -> String? {
    guard word.utf8.count <= 32 else { return nil }
    let plain = plain(word)
    for entry in table where entry.word.isIdentical(to: plain) {
      for name in entry.names where names.contains(where: { $0.isIdentical(to: name) }) {
        return name
      }
    }
    // This name in another style: `background-color`, `line_width`.
    return names.first { self.plain($0).isIdentical(to: plain) }
  }

  /// Words for things that scenes express differently, each with a key of the objects where it is
  /// likely, and the advice there.
  private static let advices: [(word: String, beside: String, advice: String)] = [
    ("angle", "locations", gradient),
    ("aspectratio", "anchor", proportions),
    ("backdropfilter", "hidden", backgroundBlur), ("backgroundfilters", "hidden", backgroundBlur),
    ("blur", "hidden", noBlur), ("bottom", "anchor", place), ("boxshadow", "shadowRadius", shadow),
    ("clickable", "anchor", button), ("direction", "locations", gradient),
    (
      "direction", "autoreverses",
      "`autoreverses` runs back, too; exchange `from` and `to` to run back alone"
    ),
    (
      "disabled", "sets",
      "a button or an option is not available while its `layer` is hidden or has the opacity 0"
    ),
    (
      "display", "anchor",
      "\"collapsed\": true hides the layer and closes its space; a row or a column is a `kind`"
    ),
    ("dropshadow", "shadowRadius", shadow), ("filter", "hidden", noBlur),
    ("filters", "hidden", noBlur), ("flexdirection", "gap", axis),
    ("hover", "focused", "`focused` is the look with the focus; a pointer above has no look"),
    ("label", "capsLock", question), ("left", "anchor", place),
    ("lines", "lineHeight", "a log shows as many lines as its height has room for"),
    ("margin", "position", margin), ("marginbottom", "position", margin),
    ("marginleft", "position", margin), ("marginright", "position", margin),
    ("margintop", "position", margin),
    ("max", "allowDecrease", range), ("maxheight", "anchor", bounds),
    ("maximum", "allowDecrease", range), ("maxwidth", "anchor", bounds),
    ("min", "allowDecrease", range), ("minheight", "anchor", bounds),
    ("minimum", "allowDecrease", range), ("minwidth", "anchor", bounds),
    ("onclick", "anchor", button), ("onpress", "anchor", button), ("ontap", "anchor", button),
    ("orientation", "gap", axis), ("paddingbottom", "gap", padding),
    ("paddingleft", "gap", padding), ("paddingright", "gap", padding),
    ("paddingtop", "gap", padding),
    (
      "qrcode", "wrapped",
      "a code is a layer of its own, with \"kind\": \"qr\" and its text as `string`"
    ),
    ("right", "anchor", place), ("role", "capsLock", question),
    ("stops", "locations", "the colours are `colors`, and their places `locations`"),
    (
      "text", "sets",
      "a text layer within the `layer` shows the words; `label` is their text for screen readers"
    ),
    ("textshadow", "shadowRadius", shadow), ("top", "anchor", place),
    ("transform", "translation", "a layer has `rotation`, `scale` and `translation`"),
    (
      "viewbox", "sublayerTransform",
      "give the `viewBox` to a layer without a kind within this one, and the sublayers to that"
    ),
    ("visibility", "hidden", visible), ("visible", "hidden", visible), ("x", "anchor", place),
    ("y", "anchor", place),
  ]
  private static let axis = "the `kind` gives the direction: \"row\" or \"column\""
  private static let backgroundBlur =
    "`backgroundBlur` blurs what lies behind the layer: a length, such as 12"
  private static let bounds =
    "`size` has bounds in itself, as in \"min(50%, 480)\" or \"max(40%, 200)\""
  private static let button =
    "a control with \"kind\": \"button\" and the name of this `layer` is pressed"
  private static let gradient = "a gradient runs from `start` to `end`, such as [0, 0] and [1, 1]"
  private static let margin =
    "the `gap` and the `padding` of the row or column around it make room"
  private static let noBlur =
    "no layer is blurred, but what lies behind one is by `backgroundBlur`: a layer over others with \"backgroundBlur\": 8"
  private static let padding = "`padding` is a length, or [top, right, bottom, left]"
  private static let place =
    "`frame` is [x, y, width, height] from the top left; \"100% - 24\" is 24 before the other edge"
  private static let proportions =
    "a `size` in vmin keeps its proportions, and one side of a picture may be \"auto\""
  private static let question =
    "screen readers read the question; the text layer that shows it is the prompt's `message`"
  private static let range = "progress runs from 0 to 1"
  private static let shadow =
    "a shadow has `shadowOpacity`, `shadowColor`, `shadowRadius` and `shadowOffset`"
  private static let visible = "`hidden` says the opposite: \"hidden\": true hides the layer"

  /// The advice for a word that no name stands for.
  /// - Parameter names: the keys of the object that it is in.
  package static func advice(for word: String, among names: [String]) -> String? {
    guard word.utf8.count <= 32 else { return nil }
    let plain = plain(word)
    for entry in advices where entry.word.isIdentical(to: plain) {
      if names.contains(where: { $0.isIdentical(to: entry.beside) }) { return entry.advice }
    }
    let others = ["color", "rotation", "scale", "size", "translation"]
    guard ["key", "to"].allSatisfy({ key in names.contains { $0.isIdentical(to: key) } }),
      AnimationKeyPath(word) != nil || others.contains(where: { $0.isIdentical(to: word) })
    else { return nil }
    return "write \"key\": \"" + word + "\", and its value as `to`"
  }

  /// Keys that layers of one kind alone have.
  private static let kinds: [(key: String, kind: String)] = [
    ("alignItems", "row"), ("alignment", "text"), ("cells", "emitter"), ("colors", "gradient"),
    ("file", "image"), ("fillColor", "shape"), ("font", "text"), ("fontSize", "text"),
    ("gap", "row"), ("gravity", "image"), ("instances", "replicator"), ("justifyContent", "row"),
    ("lineWidth", "shape"), ("padding", "row"), ("path", "shape"), ("string", "text"),
    ("strokeColor", "shape"), ("text", "text"), ("progressColor", "progress"),
  ]

  /// The kind of layer that a key belongs to.
  static func kind(of key: String) -> String? {
    kinds.first { $0.key.isIdentical(to: key) }?.kind
  }

  static func plain(_ word: String) -> String {
    var bytes: [UInt8] = []
    for byte in word.utf8 where byte != UInt8(ascii: "-") && byte != UInt8(ascii: "_") {
      bytes.append(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte + 32 : byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
