import Animation
import Geometry
import Layers
import Raster

/// A layer as the scene file describes it, with lengths that wait for the output's size.
struct LayerDescription {
  enum Content {
    case plain
    case shape(ShapeDescription)
    case image(ImageDescription)
    case gradient(GradientDescription)
    case progress(ProgressDescription)
    case emitter(EmitterDescription)
    case replicator(ReplicatorDescription)
    case loader(LoaderDescription)
    case text(TextDescription)
  }

  var content = Content.plain
  var name: String?
  /// Place in the file.
  var offset: Int
  /// Place in the order of the file, counted through all levels from 0.
  var index: Int

  var placement = Placement.anchor(x: nil, y: nil)
  /// Nil where the image's own proportions decide.
  var width: Length?
  var height: Length?
  var anchor = Point(x: 0.5, y: 0.5)
  var zPosition = 0.0

  var transform = TransformDescription()

  var opacity = 1.0
  var isHidden = false
  var masksToBounds = false
  var backgroundColor: Color?
  var cornerRadius = Length.points(0)
  var borderWidth = Length.points(0)
  var borderColor: Color?
  var compositing = CompositingDescription()

  /// How the layer's time follows from the time around it; nil where they are the same.
  var timing: MediaTiming?

  /// True if what moves in the layer does so even where motion is to be reduced.
  var isEssential = false
  /// What it is called for people who cannot see the screen, and what it is to them.
  var label: String?
  var role: AccessibleRole?

  /// Played when the contents change.
  var transition: Transition?
  var animations: [AnimationDescription] = []
  var sublayers: [LayerDescription] = []

  /// How the position is given, in the superlayer's bounds.
  enum Placement {
    /// Where the anchor point is; nil for the same part of the superlayer as of the layer.
    case anchor(x: Length?, y: Length?)
    /// Where the top left corner is.
    case corner(x: Length, y: Length)
  }
}

struct ShapeDescription {
  var path: PathDescription
  var fillColor: Color?
  var fillRule: FillRule
  var strokeColor: Color?
  var lineWidth: Length
  var lineCap: LineCap
  var lineJoin: LineJoin
  var miterLimit: Double
  var lineDashPattern: [Length]
  var lineDashPhase: Length
  var strokeStart: Double
  var strokeEnd: Double
}

struct ImageDescription {
  /// Nil for a picture that was left out.
  var image: Image?
  /// Pixels of the image in a point.
  var pixelsPerPoint: Double
  var gravity: ContentsGravity
  var filter: ImageFilter
  /// All of the picture if left out, and so the next.
  var contentsRect: Rect?
  var contentsCenter: Rect?
}

struct GradientDescription {
  var form: GradientLayer.Form
  var colors: [Color]
  /// As many as colours, or none for even spacing.
  var locations: [Double]
  /// In parts of the bounds.
  var start: Point
  var end: Point
}
