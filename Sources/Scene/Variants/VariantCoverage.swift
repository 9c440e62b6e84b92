#if !hasFeature(Embedded)
  import Geometry

  /// Outputs that tell the conditions of a scene's variants apart.
  ///
  /// Each bound is a line in the plane of widths and heights (a bound of the aspect is one through
  /// the origin), and between the lines all outputs match the same variants. Each part of the plane
  /// reaches a point where two lines cross, so that the surroundings of all such points are enough
  /// to look at.
  struct VariantCoverage {
    private let conditions: [VariantCondition]
    private let outputs: [Size]

    /// The least and the greatest side of an output, in points.
    private static let sides = 1.0...65_536.0
    /// The distance of the points beside a crossing, as a part of its coordinates. The lines of
    /// different bounds lie further apart.
    private static let steps = [-2e-6, -1e-6, 0, 1e-6, 2e-6]

    init(_ conditions: [VariantCondition]) {
      self.conditions = conditions
      var (widths, heights) = (Self.ends, Self.ends)
      var aspects = [1.0]
      for condition in conditions {
        widths += condition.width.all
        heights += condition.height.all
        aspects += condition.aspect.all
      }
      var crossings: [Size] = []
      for width in widths {
        crossings += heights.map { Size(width: width, height: $0) }
        crossings += aspects.map { Size(width: width, height: width / $0) }
      }
      for height in heights {
        crossings += aspects.map { Size(width: height * $0, height: height) }
      }
      outputs = crossings.flatMap { crossing in
        Self.steps.flatMap { x in
          Self.steps.map { y in
            Size(width: crossing.width * (1 + x), height: crossing.height * (1 + y))
          }
        }
      }.filter { Self.sides.contains($0.width) && Self.sides.contains($0.height) }
    }

    private static var ends: [Double] { [sides.lowerBound, sides.upperBound] }

    /// True if some output matches a condition.
    func canMatch(_ index: Int) -> Bool { outputs.contains { conditions[index].matches($0) } }

    /// True if some output matches a condition and none before it.
    func isReached(_ index: Int) -> Bool { outputs.contains { chosen(for: $0) == index } }

    /// The first condition that an output matches; nil for none.
    private func chosen(for output: Size) -> Int? {
      conditions.firstIndex { $0.matches(output) }
    }

    /// An output with sides of whole points for which a condition is chosen, the nearest to a usual
    /// one.
    func example(of index: Int, near usual: Size) -> Size? {
      let rounded = outputs.flatMap { output in
        [FloatingPointRoundingRule.down, .up].flatMap { x in
          [FloatingPointRoundingRule.down, .up].map { y in
            Size(width: output.width.rounded(x), height: output.height.rounded(y))
          }
        }
      }
      return rounded.filter { chosen(for: $0) == index }.min {
        Self.distance($0, usual) < Self.distance($1, usual)
      }
    }

    private static func distance(_ a: Size, _ b: Size) -> Double {
      abs(a.width - b.width) + abs(a.height - b.height)
    }
  }

  extension VariantCondition.Bounds {
    fileprivate var all: [Double] { [least, most].compactMap { $0 } }
  }

  extension SceneReader {
    /// Warns of variants that no output is shown in.
    func warnOfUnmatched(_ variants: [VariantDescription]) {
      let coverage = VariantCoverage(variants.map { $0.condition })
      for index in variants.indices where !coverage.isReached(index) {
        let canMatch = coverage.canMatch(index)
        warn(
          .withoutEffect, at: variants[index].offset,
          canMatch
            ? "this variant is never shown: those before it match all its outputs"
            : "this variant is never shown: no output matches all of its `when`",
          hint: canMatch
            ? "the first variant that matches is shown: put the narrower one first" : nil)
      }
    }
  }
#endif
