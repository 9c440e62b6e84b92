import System
import Wire

/// The method that gives a control a picture.
enum ImageMethods {
  /// The picture to load, as far as the request describes it without reading the file.
  static func setImage(_ request: Request, _ shows: Shows) throws(CallError) -> Outcome {
    let fields = request.parameters
    try fields.allow("control", "fileDescriptor", "text")
    let control = try fields.nullableString("control")
    let index = try fields.integer("fileDescriptor")
    let text = try fields.nullableText("text") ?? ""
    guard text.utf8.count <= request.limits.textBytes else {
      throw .limitExceeded("textBytes", maximum: request.limits.textBytes)
    }
    let descriptor = try request.descriptors.take(index)
    // Another file system may never answer, not even to the closing of a refused file.
    let isInMemory = descriptor.isInMemory
    let file = SceneLoad.FileSlot(descriptor)
    guard request.caller.isPrivileged || isInMemory else {
      throw .invalidValue(
        "fileDescriptor", reason: "a file in memory is expected, as memfd_create makes it")
    }
    let picture = SceneLoad.Picture(file: file, control: control, text: text)
    return .load(SceneLoad(.picture(picture), on: request.screen))
  }
}
