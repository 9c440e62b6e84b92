import Animation
import Geometry
import Images
import Layers
import Raster

/// A layer as the scene file describes it, with lengths that wait for the output's size.
struct LayerDescription {
  indirect enum Content {
    case plain
    /// A place in space for its sublayers.
    case transform
    case shape(ShapeDescription)
    case image(ImageDescription)
    case gradient(GradientDescription)
    case progress(ProgressDescription)
    case emitter(EmitterDescription)
    case replicator(ReplicatorDescription)
    case loader(LoaderDescription)
    case text(TextDescription)
    case log(LogDescription)
    case arrangement(ArrangementDescription)
    /// Unknown, since the layer's kind or its picture is wrong. No further errors are reported for
    /// properties that another kind may have.
    case unread

    var kind: LayerKind {
      switch self {
      case .plain, .unread: .layer
      case .transform: .transform
      case .shape: .shape
      case .image(let image): image.frames == nil ? .image : .frames
      case .gradient: .gradient
      case .progress: .progress
      case .emitter: .emitter
      case .replicator: .replicator
      case .loader: .loader
      case .text(let text): text.code == nil ? .text : .qr
      case .log: .log
      case .arrangement(let arrangement): arrangement.axis.kind
      }
    }
  }

  var content = Content.plain
  var name: String?
  /// Byte offset in the file.
  var offset: Int
  /// Index in the order of the file, counted through all levels from 0.
  var index: Int

  var placement = Placement.anchor(x: nil, y: nil)
  /// Nil if it follows from the content.
  var width: Length?
  var height: Length?
  /// The share of the free space of a row or a column.
  var grow = 0.0
  /// Its place in a row, a column or an overlay; nil for that of all layers there.
  var alignSelf: ArrangementDescription.Alignment?
  var justifySelf: ArrangementDescription.Alignment?
  var anchor = Point(x: 0.5, y: 0.5)
  var zPosition = 0.0

  @Rare private var ownTransform: TransformDescription? = nil

  var opacity = 1.0
  var isHidden = false
  /// True if it is hidden and takes no space in the arrangement around it.
  var isCollapsed = false
  var masksToBounds = false
  var backgroundColor: Color?
  var cornerRadius = Length.points(0)
  var maskedCorners = CornerMask.all
  var cornerCurve = CornerCurve.circular
  var borderWidth = Length.points(0)
  var borderColor: Color?
  @Rare private var ownCompositing: CompositingDescription? = nil

  /// The relation of the layer's time to the time around it; nil if they are the same.
  @Rare var timing: MediaTiming? = nil

  /// True if the layer and those below it move even if motion is to be reduced.
  var isEssential = false
  /// The label and the role for people who cannot see the screen.
  var label: String?
  var role: AccessibleRole?

  /// Played when the contents change.
  @Rare var transition: Transition? = nil
  var animations: [AnimationDescription] = []
  var sublayers: [LayerDescription] = []

  var transform: TransformDescription {
    get { ownTransform ?? TransformDescription() }
    set { ownTransform = newValue == TransformDescription() ? nil : newValue }
  }

  var compositing: CompositingDescription {
    get { ownCompositing ?? CompositingDescription() }
    set { ownCompositing = newValue }
  }

  /// The ways to give the position, in the superlayer's bounds.
  enum Placement {
    /// The place of the anchor point; nil for the same fraction of the superlayer as of the layer.
    case anchor(x: Length?, y: Length?)
    /// The place of the top left corner.
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
  /// Nil for a picture that was left out, and for frames.
  var picture: ScenePicture?
  /// The picture's place on the screen, if the firmware has shown it.
  var firmwareLogo: FirmwareLogo?
  /// The pictures of a frames layer.
  var frames: FramesDescription?
  /// Pixels of the image in a point.
  var pixelsPerPoint: Double
  var gravity: ContentsGravity
  var filter: ImageFilter
  /// All of the picture if nil, and so for the next property.
  var contentsRect: Rect?
  var contentsCenter: Rect?
}

struct GradientDescription {
  var form: GradientLayer.Form
  var colors: [Color]
  /// One for each colour, or empty for even spacing.
  var locations: [Double]
  /// As fractions of the bounds.
  var start: Point
  var end: Point
}
