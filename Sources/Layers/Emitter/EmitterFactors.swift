/// What an emitter layer multiplies its particles' properties by.
struct EmitterFactors: Equatable {
  var lifetime = 1.0
  var velocity = 1.0
  var scale = 1.0
  var spin = 1.0
}
