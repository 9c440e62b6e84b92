import CMath
import TestSupport
import Testing

@testable import Geometry

@Suite struct DirectionsTests {
  /// Angles between quarter turns and around multiples of an eighth, small and large.
  private func angle(_ random: inout SeededGenerator, seed: UInt64) -> Double {
    switch seed % 4 {
    case 0: random.double(in: -7...7)
    case 1: random.double(in: -Directions.limit...Directions.limit)
    case 2: Double(Int(seed) - 300) * .pi / 4
    default:
      (Double(Int(seed) - 300) * 1000 * .pi / 2).rounded(.down) * .pi / 2
        + random.double(in: -1e-3...1e-3)
    }
  }

  @Test(arguments: 0..<600 as Range<UInt64>)
  func `directions are the sines and cosines of their angles`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let angles = (angle(&random, seed: seed), angle(&random, seed: seed + 1))
    let directions = Directions(angles.0, angles.1)
    for (angle, direction) in [(angles.0, directions.first), (angles.1, directions.second)] {
      // The C library's results are within half a unit, and now and then one number off.
      #expect(abs(direction.dx - cos(angle)) <= 0x1p-52, "cos \(angle)")
      #expect(abs(direction.dy - sin(angle)) <= 0x1p-52, "sin \(angle)")
    }
  }

  @Test func `a direction is the same whichever place it has`() {
    for angle in [0, 0.3, 2.9, -1.2, 44.5] {
      let direction = Directions(angle, 1).first
      #expect(Directions(3, angle).second == direction)
      // Paired with an angle that is too large, the direction is the C library's.
      #expect((Directions(angle, 1e17).first - direction).length < 0x1p-52)
    }
    #expect(Directions(0, 0).first == Vector(dx: 1, dy: 0))
  }

  @Test func `large angles are the C library's, and an angle that is not finite has no direction`()
  {
    let far = Directions(1e9, -1e300)
    #expect(far.first == Vector(dx: cos(1e9), dy: sin(1e9)))
    #expect(far.second == Vector(dx: cos(-1e300), dy: sin(-1e300)))
    let none = Directions(.nan, .infinity)
    #expect(none.first.dx.isNaN && none.first.dy.isNaN)
    #expect(none.second.dx.isNaN && none.second.dy.isNaN)
  }
}
