import AGGPeer
import CPeer
import CairoPeer
import LibraryPeer
import QtPeer

#if BLEND2D
  import Blend2DPeer
#endif
#if SKIA
  import SkiaPeer
#endif
#if VELLO
  import VelloPeer
#endif

/// An engine with which Firstlight is compared.
@safe struct Peer: @unchecked Sendable {
  let name: String
  let engine: UnsafePointer<peer_engine>

  private init(_ engine: UnsafePointer<peer_engine>?) {
    guard let engine = unsafe engine else { preconditionFailure("a peer without functions") }
    unsafe self.engine = engine
    name = unsafe String(cString: engine.pointee.name)
  }

  /// Firstlight's own rasterizer in the build for programs in C.
  static let library = "library"
  static let blend2D = "Blend2D"
  /// With curves flattened to a hundredth of a pixel.
  static let fineBlend2D = "Blend2D .01"
  static let vello = "vello_cpu"
  static let skia = "Skia"
  static let cairo = "Cairo"
  static let qt = "Qt"
  static let agg = "AGG"

  /// The peers that this benchmark was built with.
  static let all: [Peer] = {
    var peers: [Peer] = []
    #if BLEND2D
      unsafe peers += [Peer(blend2d_peer()), Peer(blend2d_fine_peer())]
    #endif
    #if VELLO
      unsafe peers.append(Peer(vello_peer()))
    #endif
    #if SKIA
      unsafe peers.append(Peer(skia_peer()))
    #endif
    unsafe peers += [
      Peer(cairo_peer()), Peer(qt_peer()), Peer(agg_peer()), Peer(library_peer()),
    ]
    return peers
  }()

  var canBlur: Bool { unsafe engine.pointee.can_blur != 0 }

  func canDraw(_ item: Case) -> Bool {
    unsafe (engine.pointee.places_images != 0 || !item.placesImages)
      && engine.pointee.gradients & item.roundGradients == item.roundGradients
  }

  static func named(_ name: String) -> Peer? {
    all.first { $0.name.lowercased() == name.lowercased() }
  }
}
