/// The factors by which an emitter layer multiplies the properties of its particles.
struct EmitterFactors: Equatable {
  var lifetime = 1.0
  var velocity = 1.0
  var scale = 1.0
  var spin = 1.0
}
