import Geometry
import Layers
import Raster
import Testing

/// Places of a gradient's colours beyond its ends.
@Suite struct GradientLayerTests {
  private func stops(_ colors: [Color], at locations: [Double]) -> [GradientStop] {
    let layer = GradientLayer()
    layer.bounds = Rect(x: 0, y: 0, width: 100, height: 100)
    layer.colors = colors
    layer.locations = locations
    return layer.gradient?.stops ?? []
  }

  @Test func `locations beyond the ends leave the colors that the gradient has there`() {
    let gray = Color(red: 0.25, green: 0.25, blue: 0.25, alpha: 1)
    let black = GradientStop(offset: 0.5, color: .black)
    let start = GradientStop(offset: 0, color: gray)
    #expect(stops([.white, .black], at: [-1.5, 0.5]) == [start, black])
    let end = GradientStop(offset: 1, color: gray)
    #expect(stops([.black, .white], at: [0.5, 2.5]) == [black, end])
    let both = stops([.black, .white], at: [-1, 2]).map(\.color.red)
    #expect(abs(both[0] - 1.0 / 3) < 1e-12 && abs(both[1] - 2.0 / 3) < 1e-12)
  }

  @Test func `a transparent color beyond an end lends no tint`() {
    let clear = Color(red: 0, green: 0, blue: 1, alpha: 0)
    let red = Color(red: 1, green: 0, blue: 0, alpha: 1)
    let half = Color(red: 1, green: 0, blue: 0, alpha: 0.5)
    #expect(stops([clear, red], at: [-1, 1]).first == GradientStop(offset: 0, color: half))
  }

  @Test func `a gradient that lies beyond an end shows its nearest color`() {
    #expect(
      stops([.white, .black], at: [-2, -1]) == [GradientStop(offset: 0, color: .black)])
    #expect(stops([.white, .black], at: [2, 3]) == [GradientStop(offset: 1, color: .white)])
  }

  @Test func `locations that are no numbers are drawn without a trap`() {
    for location in [Double.nan, -.infinity, .infinity, 1e300] {
      for stop in stops([.white, .black, .white], at: [-1, location, 0.5]) {
        #expect((0...1).contains(stop.offset) && stop.color.red.isFinite)
      }
    }
  }
}
