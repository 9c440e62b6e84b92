import Images
import Output
import Stage
import System
import Wire

/// Methods that take pictures.
enum ScreenshotMethods {
  static func screenshot(
    _ request: Request, _ shows: Shows
  ) throws(CallError) -> Outcome {
    try request.parameters.allow("inline")
    let screenshot = Screenshot(
      screen: request.screen,
      isInline: try request.parameters.nullableBool("inline") ?? false)
    let presenter = try presenter(for: screenshot, shows)
    // Time passes meanwhile: clients are served, and another thread encodes it.
    guard shows.isStepped else { return .screenshot(screenshot) }
    let bytes = try ScreenFile.encoded { () throws(ImageFileError) in
      try shows.picture(of: presenter)
    }
    let file = try ScreenFile(
      bytes, size: presenter.output.size, isInline: screenshot.isInline, limits: request.limits)
    guard let descriptor = file.slot?.take() else { return .reply(file.parameters) }
    return .replyWithDescriptor(file.parameters, FileDescriptor(owning: descriptor.take()))
  }

  /// - Throws: an error for a screen that is not there, and while the picture could show an answer.
  private static func presenter(
    for screenshot: Screenshot, _ shows: Shows
  ) throws(CallError) -> Presenter {
    // Answers must only be visible on the screen.
    guard shows.prompt == nil else {
      throw .notSupported("pictures while a question is answered")
    }
    guard let name = screenshot.screen else { return shows.main.lead }
    return try shows.presenter(onScreen: name)
  }

  /// Draws a picture, while clients are served.
  /// - Returns: nil if that was interrupted.
  static func pixels(
    of screenshot: Screenshot, _ shows: Shows
  ) throws(CallError) -> ScreenPixels? {
    let presenter = try presenter(for: screenshot, shows)
    let pixels = ScreenPixels(
      size: presenter.stage.size, format: presenter.output.format, isInline: screenshot.isInline)
    return shows.draw(presenter, into: pixels) ? pixels : nil
  }
}
