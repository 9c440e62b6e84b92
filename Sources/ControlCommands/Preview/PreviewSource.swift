import JSON

/// The thing that the page shows: a scene that is played here, or a running daemon.
protocol PreviewSource: AnyObject {
  /// Counts the changes of the state.
  var revision: Int { get }

  /// Counts the changes of the lists as time passes, which the revision leaves out.
  var listing: Int { get }

  /// The controls, the layers and the words for people who cannot see the screen, at the present
  /// time.
  var lists: JSONObject { get }

  /// Everything that the page shows beside the picture.
  var state: JSONObject { get }

  /// Looks for changes from outside.
  func refresh()

  /// The pixels that differ from a picture that the page has; nil if none do.
  /// - Parameters:
  ///   - known: the picture's sequence number; any other number gives the whole picture.
  ///   - now: microseconds of the server's clock.
  func picture(after known: Int, now: Int64) -> PreviewPicture?

  /// A PNG file of the picture.
  /// - Parameter time: in microseconds of the scene; nil for the present time.
  func still(at time: Int64?) throws(PreviewError) -> [UInt8]

  /// Presented values over time.
  /// - Parameter names: as `sample --key` takes them.
  func plot(_ names: [String]) throws(PreviewError) -> Plot

  /// Carries out a request of the page.
  func perform(_ action: PreviewAction, now: Int64) throws(PreviewError)
}
