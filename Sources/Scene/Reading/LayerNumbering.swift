/// The layers of a scene or of a progress style so far: each of these has indices and names of its
/// own.
struct LayerNumbering {
  /// Every layer in the order of the file, for references.
  var names: [LayerName] = []
  var layerCount = 0
  /// True while layers that a style brings are read.
  var isInStyle = false
  /// The number of layers that uses of progress styles make.
  var styleLayerCount = 0
  /// Levels of layers around the present one, and of the deepest one so far.
  var layerDepth = 0
  var deepestLayer = 0
}
