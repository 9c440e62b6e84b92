/// The effort that is spent on making a PNG file small.
public struct PNGCompression: Equatable, Sendable {
  /// zlib's level: 0 stores, 1 is fast, 9 small.
  public let level: Int
  /// True if each row gets the filter that promises the smallest result; false if every row is
  /// stored as its difference from the row above.
  public let choosesFilters: Bool

  /// - Parameter level: clamped to 0…9.
  public init(level: Int, choosesFilters: Bool = false) {
    self.level = min(max(level, 0), 9)
    self.choosesFilters = choosesFilters
  }

  public static var fast: PNGCompression { PNGCompression(level: 1) }
  public static var small: PNGCompression { PNGCompression(level: 9, choosesFilters: true) }
}
