/// The components of a number, a place or a colour; missing ones are 0, or all are the same.
///
/// Not a SIMD type: optimized code with such constants crashes the compiler, and nothing here is
/// slower without it.
struct Numbers: Equatable, Sendable {
  var x: Double
  var y: Double
  var z: Double
  var w: Double

  init(_ x: Double, _ y: Double, _ z: Double, _ w: Double) {
    (self.x, self.y, self.z, self.w) = (x, y, z, w)
  }

  init(repeating value: Double) { self.init(value, value, value, value) }

  static var zero: Numbers { Numbers(0, 0, 0, 0) }

  /// The component at 0…3.
  subscript(index: Int) -> Double {
    get {
      switch index {
      case 0: x
      case 1: y
      case 2: z
      default: w
      }
    }
    set {
      switch index {
      case 0: x = newValue
      case 1: y = newValue
      case 2: z = newValue
      default: w = newValue
      }
    }
  }

  static func + (a: Numbers, b: Numbers) -> Numbers {
    Numbers(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w)
  }

  static func - (a: Numbers, b: Numbers) -> Numbers {
    Numbers(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w)
  }

  static func * (a: Numbers, b: Numbers) -> Numbers {
    Numbers(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w)
  }

  static func / (a: Numbers, divisor: Double) -> Numbers {
    Numbers(a.x / divisor, a.y / divisor, a.z / divisor, a.w / divisor)
  }
}
