/// The end of an outermost layer's nodes in the list of all.
struct LayerNodes {
  /// Empty where the layer has none.
  var name: String
  var end: Int
}
