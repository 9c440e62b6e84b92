internal import Geometry

/// The damage of one update: of painted entries, and of masks, which affect only the masked layers.
struct DamageLedger {
  var painted = Region()
  /// The damage of masks, by the layer that has the mask.
  private(set) var masks: [ObjectIdentifier: Region] = [:]

  /// The damage of a mask's parts, or for nil the damage of painted entries.
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
