/// An animation from the former look of a layer and all layers below it to their present look.
///
/// Adding a transition to a layer keeps a picture of the layer as it was before the changes of the
/// turn: of colours, a text, an image, or sublayers that came and went. A layer has one transition
/// at a time, under the key `transition`.
public struct Transition: Equatable, Sendable {
  /// The way in which the new picture replaces the old one.
  public enum Style: UInt8, Sendable, CaseIterable {
    /// The two dissolve into each other.
    case fade
    /// The new one slides in over the old one.
    case moveIn
    /// The new one slides in and pushes the old one out.
    case push
    /// The old one slides off the new one.
    case reveal

    /// Apple's string for the style.
    public var name: String {
      switch self {
      case .fade: "fade"
      case .moveIn: "moveIn"
      case .push: "push"
      case .reveal: "reveal"
      }
    }
  }

  /// The edge from which a style other than `fade` slides.
  public enum Edge: UInt8, Sendable, CaseIterable {
    case left, right, top, bottom

    /// Apple's string for the subtype.
    public var name: String {
      switch self {
      case .left: "fromLeft"
      case .right: "fromRight"
      case .top: "fromTop"
      case .bottom: "fromBottom"
      }
    }

    /// The direction of the slide, in widths and heights of the layer.
    public var direction: (x: Double, y: Double) {
      switch self {
      case .left: (1, 0)
      case .right: (-1, 0)
      case .top: (0, 1)
      case .bottom: (0, -1)
      }
    }
  }

  /// The key of every transition.
  public static var key: String { "transition" }

  public var style: Style
  public var edge: Edge
  /// The progress of the transition at its start and at its end, within 0…1.
  public var startProgress = 0.0
  public var endProgress = 1.0
  public var timing: MediaTiming
  /// The timing function of every run; nil means the transaction's function, or linear.
  public var timingFunction: MediaTimingFunction?
  public var isRemovedOnCompletion = true

  /// A duration of 0 means the duration of the transaction that adds the transition.
  public init(
    _ style: Style = .fade, from edge: Edge = .left, timing: MediaTiming = MediaTiming(),
    timingFunction: MediaTimingFunction? = nil
  ) {
    self.style = style
    self.edge = edge
    self.timing = timing
    self.timingFunction = timingFunction
  }

  /// The part, 0…1, to which the new picture has replaced the old one.
  public func progress(at position: MediaTiming.Position) -> Double {
    let fraction = timingFunction?.value(at: position.fraction) ?? position.fraction
    let progress = startProgress + (endProgress - startProgress) * fraction
    return progress > 0 ? min(progress, 1) : 0
  }
}
