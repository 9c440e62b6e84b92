/// A running animation on a layer, which is kept until the animation's end is reported.
struct ReportedAnimation: Hashable {
  var layer: ObjectIdentifier
  var key: String
}
