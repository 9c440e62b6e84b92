/// The layers of a scene or of a progress style so far: each of these has indices and names of its
/// own.
struct LayerNumbering {
  /// Every layer in the order of the file, for references.
  var names: [LayerName] = []
  var layerCount = 0
  /// True while layers that a style brings are read.
  var isInStyle = false
  /// Seconds by which the last copy lags behind in the replicators around the present layer.
  var longestLag = 0.0
  /// True if a layer around the present one cannot be seen, as long as nothing changes it.
  var isOutOfSight = false
  /// The number of layers that uses of progress styles make.
  var styleLayerCount = 0
  /// Levels of layers around the present one, and of the deepest one so far.
  var layerDepth = 0
  var deepestLayer = 0
}
