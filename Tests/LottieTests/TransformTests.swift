import Geometry
import Testing

@testable import Lottie

/// The matrices of transforms.
@Suite struct TransformTests {
  private func matrix(_ text: String, at frame: Double = 0) throws -> AffineTransform {
    try model(text).matrix(at: frame)
  }

  private func model(_ text: String) throws -> TransformModel {
    try Sketch.reading(text) { DocumentReader(pictures: PictureSources()).transform($0) }
  }

  private func isNear(_ a: Point, _ b: Point) -> Bool { (a - b).length < 1e-9 }

  @Test func `the anchor lies on the position, scaled and turned about itself`() throws {
    let matrix = try matrix(
      #"{"a": {"k": [10, 0]}, "p": {"k": [100, 50]}, "s": {"k": [200, 100]}, "r": {"k": 90}}"#)
    #expect(isNear(matrix.apply(to: Point(x: 10, y: 0)), Point(x: 100, y: 50)))
    // One unit to the right becomes two, and a quarter turn clockwise has it point down.
    #expect(isNear(matrix.apply(to: Point(x: 11, y: 0)), Point(x: 100, y: 52)))
    #expect(isNear(matrix.apply(to: Point(x: 10, y: 1)), Point(x: 99, y: 50)))
  }

  @Test(arguments: [#"{"k": 50}"#, #"{"k": [50]}"#, #"{"k": [{"t": 0, "s": [50]}]}"#, "50"])
  func `a scale of one number is for both axes`(scale: String) throws {
    let matrix = try matrix(#"{"s": \#(scale)}"#)
    #expect(isNear(matrix.apply(to: Point(x: 10, y: 4)), Point(x: 5, y: 2)))
  }

  @Test func `a skew leans along its axis`() throws {
    let matrix = try matrix(#"{"sk": {"k": 45}}"#)
    // A point below moves to the left.
    #expect(isNear(matrix.apply(to: Point(x: 0, y: 1)), Point(x: -1, y: 1)))
    #expect(isNear(matrix.apply(to: Point(x: 1, y: 0)), Point(x: 1, y: 0)))
    let turned = try self.matrix(#"{"sk": {"k": 45}, "sa": {"k": 90}}"#)
    #expect(isNear(turned.apply(to: Point(x: 0, y: 1)), Point(x: 0, y: 1)))
    #expect(abs(turned.apply(to: Point(x: 1, y: 0)).y) > 0.99)
    let slanted = try self.matrix(#"{"sk": {"k": 45}, "sa": {"k": 45}}"#)
    #expect(isNear(slanted.apply(to: Point(x: 1, y: 0)), Point(x: 0.5, y: 0.5)))
    #expect(isNear(slanted.apply(to: Point(x: 0, y: 1)), Point(x: -0.5, y: 1.5)))
  }

  @Test(arguments: [(180, 0), (-360, 0), (225, 1), (-135, 1)] as [(Double, Double)])
  func `a skew is the same half a turn further`(skew: Double, shear: Double) throws {
    let matrix = try matrix(#"{"sk": {"k": \#(skew)}}"#)
    #expect((matrix.apply(to: Point(x: 0, y: 1)) - Point(x: -shear, y: 1)).length < 1e-9)
  }

  @Test func `a position may be two members`() throws {
    let matrix = try matrix(#"{"px": {"k": 3}, "py": {"k": 4}}"#)
    #expect(isNear(matrix.apply(to: .zero), Point(x: 3, y: 4)))
  }

  @Test(arguments: [(#""r": {"k": 0}, "#, 40), ("", 20)])
  func `a layer with turns about three axes is in space`(turn: String, width: Int) throws {
    let layer = Sketch.solid("#ff0000", ks: #"{\#(turn)"rx": {"k": 0}, "ry": {"k": 60}}"#)
    #expect(try LottieCanvas(layer).picture().area == width * 40)
  }

  @Test func `a turn about an axis of the plane makes it narrower`() throws {
    let matrix = try matrix(#"{"ry": {"k": 60}, "rx": {"k": 0}}"#)
    #expect(isNear(matrix.apply(to: Point(x: 10, y: 4)), Point(x: 5, y: 4)))
  }

  @Test func `an orientation turns a layer after its own turns`() throws {
    let turned = try matrix(#"{"or": {"k": [0, 0, 90]}}"#)
    #expect(isNear(turned.apply(to: Point(x: 10, y: 4)), Point(x: -4, y: 10)))
    let leaning = try matrix(#"{"or": {"k": [60, 0, 0]}, "rx": {"k": 0}, "ry": {"k": 0}}"#)
    #expect(isNear(leaning.apply(to: Point(x: 10, y: 4)), Point(x: 10, y: 2)))
    // Seen from its edge, and then turned back about the same axis.
    let back = try matrix(#"{"or": {"k": [-90, 0, 0]}, "rx": {"k": 90}, "ry": {"k": 0}}"#)
    #expect(isNear(back.apply(to: Point(x: 10, y: 4)), Point(x: 10, y: 4)))
    // First its edge to the front about y, then upright about z.
    let both = try matrix(#"{"or": {"k": [0, 0, 90]}, "rx": {"k": 0}, "ry": {"k": 60}}"#)
    #expect(isNear(both.apply(to: Point(x: 10, y: 4)), Point(x: -4, y: 5)))
  }

  @Test func `a repeater's third copy is moved, turned and scaled three times`() throws {
    let model = try model(
      #"{"p": {"k": [10, 0]}, "r": {"k": 30}, "s": {"k": [50, 50]}, "a": {"k": [0, 0]}}"#)
    let matrix = model.repeated(3, at: 0)
    #expect(isNear(matrix.apply(to: .zero), Point(x: 30, y: 0)))
    #expect(isNear(matrix.apply(to: Point(x: 8, y: 0)), Point(x: 30, y: 1)))
  }
}
