import Geometry

/// Reads the chunks of an animated PNG file.
struct AnimatedPNGReader {
  let bytes: [UInt8]
  let size: PixelSize
  /// The header without the sides.
  let format: [UInt8]
  private(set) var frames: [AnimatedPNG.Frame] = []
  private(set) var runCount: Int?
  /// The chunks that each frame needs: palette, transparency, gamma.
  private(set) var shared: [Range<Int>] = []
  private var delays: [(numerator: Int64, denominator: Int64)] = []
  private var announced = 0
  private var sequence: UInt32 = 0
  private var offset = PNGChunks.signature.count

  private static let sharedNames: [UInt32] = [
    PNGChunks.code("PLTE"), PNGChunks.code("tRNS"), PNGChunks.code("gAMA"), PNGChunks.code("sRGB"),
  ]

  init(_ file: consuming [UInt8], limits: ImageFileLimits) throws(ImageFileError) {
    guard file.count <= limits.byteCount else {
      throw .tooManyBytes(count: file.count, limit: limits.byteCount)
    }
    guard file.starts(with: PNGChunks.signature) else { throw .unknownFormat }
    size = try PNGChunks.size(in: file, limits: limits)
    format = Array(file[24..<29])
    bytes = file
  }

  var durations: [Int64] {
    delays.map { ($0.numerator * 1_000_000 + $0.denominator / 2) / $0.denominator }
  }

  var evenRate: Int64? {
    guard let (numerator, denominator) = delays.first, numerator > 0,
      denominator * 1000 % numerator == 0,
      delays.allSatisfy({ $0.numerator * denominator == numerator * $0.denominator })
    else { return nil }
    return denominator * 1000 / numerator
  }

  mutating func read() throws(ImageFileError) {
    var count = 0
    while true {
      guard bytes.count - offset >= 12 else { throw .truncated(offset: offset) }
      let length = Int(PNGChunks.word(in: bytes, at: offset))
      let name = PNGChunks.word(in: bytes, at: offset + 4)
      count += 1
      guard count <= PNGChunks.mostChunks else { throw fault("comes behind too many others") }
      guard length <= bytes.count - offset - 12 else { throw .truncated(offset: offset) }
      let content = offset + 8..<offset + 8 + length
      if name == PNGChunks.code("IEND") { break }
      try readChunk(name, content)
      offset = content.upperBound + 4
    }
    guard !frames.isEmpty else {
      throw fault("comes before any frame: the picture does not move")
    }
    guard frames.allSatisfy({ !$0.pixels.isEmpty }) else {
      throw fault("comes before the pixels of a frame")
    }
    guard frames.count == announced else {
      throw fault("comes after \(frames.count) frames, and \(announced) were announced")
    }
  }

  private mutating func readChunk(_ name: UInt32, _ content: Range<Int>) throws(ImageFileError) {
    switch name {
    case PNGChunks.code("acTL"):
      guard content.count == 8 else { throw fault("has a wrong length") }
      announced = Int(word(content, 0))
      let runs = Int(word(content, 4))
      runCount = runs == 0 ? nil : runs
      guard announced <= AnimatedPNG.frameLimit else {
        throw fault(
          "announces \(announced) frames, and \(AnimatedPNG.frameLimit) are allowed")
      }
    case PNGChunks.code("fcTL"):
      try readControl(content)
    case PNGChunks.code("IDAT"):
      // Without a frame before it, the still picture is no part of the animation.
      if frames.count == 1 { frames[0].pixels.append(content) }
    case PNGChunks.code("fdAT"):
      guard content.count >= 4 else { throw fault("has a wrong length") }
      try expectNumber(word(content, 0))
      guard !frames.isEmpty else { throw fault("comes before the first frame's control") }
      frames[frames.count - 1].pixels.append(content.dropFirst(4))
    case _ where Self.sharedNames.contains(name):
      let isRepeated = shared.contains { PNGChunks.word(in: bytes, at: $0.lowerBound + 4) == name }
      if !isRepeated, frames.allSatisfy({ $0.pixels.isEmpty }) {
        shared.append(offset..<content.upperBound + 4)
      }
    default: break
    }
  }

  private mutating func readControl(_ content: Range<Int>) throws(ImageFileError) {
    guard content.count == 26 else { throw fault("has a wrong length") }
    try expectNumber(word(content, 0))
    guard frames.count < announced else { throw fault("is one more than announced") }
    let (width, height) = (Int(word(content, 4)), Int(word(content, 8)))
    let (x, y) = (Int(word(content, 12)), Int(word(content, 16)))
    guard width > 0, height > 0, x <= size.width - width, y <= size.height - height else {
      throw fault("has a frame that is not within the picture")
    }
    let numbers = bytes[content.lowerBound + 20..<content.upperBound].map { Int64($0) }
    let denominator = numbers[2] << 8 | numbers[3]
    delays.append((numbers[0] << 8 | numbers[1], denominator == 0 ? 100 : denominator))
    guard let disposal = AnimatedPNG.Frame.Disposal(rawValue: UInt8(numbers[4])), numbers[5] < 2
    else { throw fault("has an unknown way to blend or to dispose") }
    frames.append(
      AnimatedPNG.Frame(
        area: PixelRect(minX: x, minY: y, maxX: x + width, maxY: y + height), disposal: disposal,
        isBlended: numbers[5] == 1, pixels: []))
  }

  private mutating func expectNumber(_ number: UInt32) throws(ImageFileError) {
    guard number == sequence else {
      throw fault("has the number \(number) in the order of frames, and not \(sequence)")
    }
    sequence += 1
  }

  private func word(_ content: Range<Int>, _ place: Int) -> UInt32 {
    PNGChunks.word(in: bytes, at: content.lowerBound + place)
  }

  /// A mistake of the present chunk.
  private func fault(_ reason: String) -> ImageFileError {
    let name = PNGChunks.word(in: bytes, at: offset + 4)
    return .malformed(
      chunk: PNGChunks.isName(name) ? PNGChunks.name(name) : "a chunk", offset: offset,
      reason: reason)
  }
}
