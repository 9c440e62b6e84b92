import Foundation

/// The numbers beside an axis: round steps, and labels with as many decimals as they need.
struct PlotScale: Equatable {
  let range: ClosedRange<Double>
  let ticks: [Double]
  private let decimals: Int

  /// - Parameters:
  ///   - values: the least and the greatest value; both are within the range.
  ///   - count: about as many ticks.
  ///   - isTight: true if the range ends at the values, and not at the next ticks.
  init(_ values: ClosedRange<Double>, count: Int, isTight: Bool) {
    var values = values
    var isTight = isTight
    let size = max(abs(values.lowerBound), abs(values.upperBound))
    // A single number has no steps, and neither have numbers that are too near for a double.
    if values.upperBound - values.lowerBound <= max(size, 1) * 1e-9 {
      let half = max(size * 0.1, 0.5)
      values = values.lowerBound - half...values.lowerBound + half
      isTight = false
    }
    let low = values.lowerBound
    let span = values.upperBound - low
    let rough = span / Double(max(count, 1))
    let power = pow(10, log10(rough).rounded(.down))
    let step = power * ([1, 2, 5].first { $0 * power >= rough * 0.999 } ?? 10)
    var first = (low / step - 1e-6).rounded(.up)
    var last = (values.upperBound / step + 1e-6).rounded(.down)
    if !isTight {
      first = (low / step + 1e-6).rounded(.down)
      last = (values.upperBound / step - 1e-6).rounded(.up)
    }
    let places = max(last - first, 0)
    ticks = (0...Int(min(places, 100))).map { (first + Double($0)) * step }
    range = isTight ? values : first * step...last * step
    decimals = Int(min(max((-log10(step) - 1e-6).rounded(.up), 0), 9))
  }

  /// The part of the range below a value, 0…1.
  func fraction(of value: Double) -> Double {
    (value - range.lowerBound) / (range.upperBound - range.lowerBound)
  }

  func label(_ tick: Double) -> String {
    let scaled = (abs(tick) * pow(10, Double(decimals))).rounded()
    guard scaled > 0, scaled < 1e15 else { return scaled > 0 ? "\(tick)" : "0" }
    var digits = Array(String(Int64(scaled)).utf8)
    while digits.count <= decimals { digits.insert(UInt8(ascii: "0"), at: 0) }
    if decimals > 0 { digits.insert(UInt8(ascii: "."), at: digits.count - decimals) }
    return (tick < 0 ? "\u{2212}" : "") + String(decoding: digits, as: UTF8.self)
  }
}
