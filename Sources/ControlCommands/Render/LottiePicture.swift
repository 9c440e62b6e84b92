import JSON
import Lottie
import Raster

/// A Lottie file that is drawn as it is.
final class LottiePicture: DrawnFile {
  private let file: LottieFile

  private init(_ file: LottieFile) { self.file = file }

  /// Nil where the bytes are no JSON, or that of something else.
  static func open(_ bytes: [UInt8], _ path: String) throws(ClientError) -> (any DrawnFile)? {
    guard let root = try? JSONNode(parsing: bytes, limits: LottieFile.limits),
      LottieFile.isLottie(root)
    else { return nil }
    do throws(LottieError) {
      return LottiePicture(try LottieFile(root))
    } catch {
      let reason =
        switch error {
        case .json(let error): error.message
        case .notAnimation(let reason): reason
        }
      throw ClientError(.refused, "\(path) is not an animation that can be drawn: \(reason)")
    }
  }

  var warnings: [String] { file.warnings }

  func draw(at seconds: Double, into surface: Surface) {
    file.draw(at: seconds, into: surface)
  }
}
