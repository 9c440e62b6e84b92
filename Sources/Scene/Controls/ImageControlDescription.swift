/// A control whose picture clients give: image layers show it.
public struct ImageControlDescription {
  /// The image layers' indices in the order of the file.
  var drives: [Int] = []

  /// The most pixels of the pictures that clients give to all controls of a scene together.
  public static var mostPixels: Int { SceneLimits.imagePixels }
}
