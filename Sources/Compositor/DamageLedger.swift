internal import Geometry

/// Damage of one update: of what is painted, and of masks, which touch only what they mask.
struct DamageLedger {
  var painted = Region()
  /// By the layer that has the mask.
  private(set) var masks: [ObjectIdentifier: Region] = [:]

  /// The damage of a mask's parts, or of what is painted for nil.
  subscript(maskedLayer: ObjectIdentifier?) -> Region {
    get { maskedLayer.map { masks[$0, default: Region()] } ?? painted }
    _modify {
      if let maskedLayer {
        yield &masks[maskedLayer, default: Region()]
      } else {
        yield &painted
      }
    }
  }

  mutating func removeMask(of layer: ObjectIdentifier) { masks[layer] = nil }
}
