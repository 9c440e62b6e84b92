import Geometry
import JSON
import Lottie
import Raster

/// A Lottie file that is drawn as it is: its JSON text, or an archive of it with its pictures and
/// fonts (`.lottie`).
final class LottiePicture: DrawnFile {
  private let player: LottiePlayer
  /// One line for each part of the archive around the animation that has no effect.
  private var notes: [String] = []

  /// Bytes of all pictures and fonts of an archive that are unpacked.
  private static let partLimit = 64 << 20

  private init(_ file: LottieFile) { player = LottiePlayer(file) }

  /// Nil if the bytes are neither JSON nor an archive, or hold no animation.
  ///
  /// - Parameter slots: values in place of those that the file has for its slots.
  static func open(
    _ bytes: [UInt8], _ path: String, slots: [LottieSlotSetting] = []
  ) throws(ClientError) -> LottiePicture? {
    if ZipArchive.isZip(bytes) { return try open(archive: bytes, path, slots) }
    return try read(bytes, path, slots) { DrawnFiles.bytes(of: $0, beside: path) }
  }

  /// The animation that a player shows first, in its first theme.
  /// (dotLottie 1 and 2: animations are in `animations` or `a`, pictures in `images` or `i`,
  /// and fonts in `f`.)
  private static func open(
    archive bytes: [UInt8], _ path: String, _ slots: [LottieSlotSetting]
  ) throws(ClientError) -> LottiePicture? {
    let zip = try ZipArchive.reading(path) { () throws(ZipArchive.Fault) in try ZipArchive(bytes) }
    func content(_ names: [String]) throws(ClientError) -> [UInt8]? {
      guard let entry = zip.entry(named: names) else { return nil }
      guard entry.size <= DrawnFiles.byteLimit else {
        throw ClientError(
          .refused, "\(path): \(entry.name) has more than \(DrawnFiles.byteLimit >> 20) MiB")
      }
      return try ZipArchive.reading(path) { () throws(ZipArchive.Fault) in
        try zip.content(of: entry)
      }
    }
    guard let text = try content(["manifest.json"]),
      let name = LottieFile.animationName(manifest: text)
    else { return nil }
    if let animation = try content(["animations/\(name).json", "a/\(name).json"]) {
      var theme: LottieTheme?
      if let chosen = LottieFile.themeName(manifest: text, animation: name) {
        theme = LottieTheme(
          name: chosen, parsing: try content(["t/\(chosen).json"]), animation: name)
      }
      // Many names may lead to one file, which may be unpacked only to be found damaged.
      var bytesLeft = Self.partLimit
      let picture = try read(animation, path, slots, theme) { name in
        let file = name.split(separator: "/").last.map { String($0) } ?? ""
        guard let entry = zip.entry(named: [name, "images/" + file, "i/" + file, "f/" + file]),
          entry.size <= min(bytesLeft, DrawnFiles.byteLimit)
        else { return nil }
        bytesLeft -= entry.size
        return try? zip.content(of: entry)
      }
      if let picture {
        picture.notes += LottieFile.unfollowed(manifest: text, animation: name)
        if let machine = LottieFile.stateMachineName(manifest: text) {
          picture.notes.append(
            "the state machine '\(machine)' is not supported; the animation '\(name)' is drawn")
        }
        return picture
      }
    }
    throw ClientError(.refused, "\(path): the animation '\(name)' is not there, or is none")
  }

  /// Nil if the bytes are not JSON, or hold no animation.
  private static func read(
    _ bytes: [UInt8], _ path: String, _ slots: [LottieSlotSetting], _ theme: LottieTheme? = nil,
    picture: @escaping (String) -> [UInt8]?
  ) throws(ClientError) -> LottiePicture? {
    do throws(LottieError) {
      return LottiePicture(
        try LottieFile(
          parsing: bytes, slots: slots, theme: theme,
          pictures: PictureSources(read: picture, decode: StillPicture.image)))
    } catch {
      switch error {
      case .json, .otherContent: return nil
      case .limitExceeded(let error):
        if bytes.count > LottieFile.limits.byteCount { throw DrawnFiles.excess(path, "a Lottie") }
        throw ClientError(
          .refused, "\(path) is a Lottie file, and may have \(error.expected)",
          hint: "export it anew with fewer keyframes, and fewer groups in one another")
      case .notAnimation(let reason):
        throw ClientError(.refused, "\(path) is not an animation that can be drawn: \(reason)")
      case .slot(let reason): throw ClientError(.refused, "\(path): \(reason)")
      }
    }
  }

  var file: LottieFile { player.file }

  var warnings: [String] { notes + file.warnings }

  func warnings(at size: PixelSize) -> [String] { warnings }

  var excess: String? { file.excess }

  func draw(at seconds: Double, into surface: Surface) -> Region {
    player.draw(at: seconds, into: surface)
  }
}
