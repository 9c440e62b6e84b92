import CHarfBuzzSubset
import System
import Text

/// The part of a font that a scene needs.
struct FontSubset {
  let path: String
  /// Place in a collection.
  let index: Int
  private(set) var scalars: Set<UInt32> = []

  init(path: String, index: Int) {
    self.path = path
    self.index = index
  }

  mutating func insert(_ scalar: UInt32) { scalars.insert(scalar) }

  /// The bytes of a font file that has these characters alone.
  func bytes() throws(ClientError) -> [UInt8] {
    let whole: [UInt8]
    do throws(ReadFileError) {
      whole = try readFile(atPath: path, limit: TextLimits.fontFileSize)
    } catch {
      throw ClientError(.noInput, error.description)
    }
    let wanted = scalars.sorted()
    let bytes: [UInt8] = unsafe whole.withUnsafeBytes { whole in
      guard
        let blob = unsafe firstlight_subset_font(
          whole.baseAddress, UInt32(whole.count), UInt32(index), wanted, UInt32(wanted.count))
      else { return [] }
      defer { unsafe hb_blob_destroy(blob) }
      var count: UInt32 = 0
      guard let data = unsafe hb_blob_get_data(blob, &count) else { return [] }
      return unsafe Array(UnsafeRawBufferPointer(start: data, count: Int(count)))
    }
    guard !bytes.isEmpty else {
      throw ClientError(
        .refused, "the font \(path) cannot be cut down to what the scene needs",
        hint: "name another font in the scene")
    }
    return bytes
  }
}
