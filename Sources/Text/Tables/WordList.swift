import System

/// The words of a language that is written without spaces between them: the dictionary that libthai
/// brings, a file of libdatrie.
///
/// The file is a tree of letters in a double array, and tails: the end of a word, from the place on
/// where no other word begins with the same letters. Its numbers are big-endian. Nothing in it is
/// trusted.
public struct WordList {
  /// A place in the tree.
  private enum Place {
    case cell(Int)
    /// Bytes of the file from an offset to the end of a word.
    case tail(Range<Int>)
  }

  /// Mapped: the kernel has its pages once, for all lists.
  private let file: MappedFile
  /// The letters, and the number in the tree of the first of each range.
  private var letters: [(range: ClosedRange<UInt32>, code: Int)] = []
  /// The offset of the first cell, which holds the number of cells.
  private let cells: Int
  private let cellCount: Int
  private let tailCount: Int
  /// The offsets of every `tailStep`th tail.
  private var tailOffsets: [UInt32] = []

  /// The size beyond which a file is no dictionary: libthai's has 600,000 bytes.
  private static let fileLimit = 8 << 20
  private static let root = 2
  private static let tailStep = 16

  /// Nil if the file is not there, or is no dictionary.
  public init?(path: String) {
    do throws(ReadFileError) {
      file = try MappedFile(mapping: PlainFile(path: path, limit: Self.fileLimit))
    } catch {
      return nil
    }
    var end = 8
    guard Self.number(at: 0, in: file) == Int(Int32(bitPattern: 0xD9FC_D9FC)),
      let rangeCount = Self.number(at: 4, in: file), 1...64 ~= rangeCount
    else { return nil }
    var code = 1
    for _ in 0..<rangeCount {
      guard let first = Self.number(at: end, in: file),
        let last = Self.number(at: end + 4, in: file), 1...0x10FFFF ~= first,
        first...0x10FFFF ~= last
      else { return nil }
      letters.append((UInt32(first)...UInt32(last), code))
      code += last - first + 1
      end += 8
    }
    cells = end
    guard Self.number(at: end, in: file) == Int(Int32(bitPattern: 0xDAFC_DAFC)),
      let count = Self.number(at: end + 4, in: file), count > Self.root,
      count <= (file.count - end) / 8
    else { return nil }
    cellCount = count
    end += 8 * count
    guard Self.number(at: end, in: file) == Int(Int32(bitPattern: 0xDFFC_DFFC)),
      let tailCount = Self.number(at: end + 8, in: file), 0...file.count / 10 ~= tailCount
    else { return nil }
    self.tailCount = tailCount
    end += 12
    tailOffsets.reserveCapacity(tailCount / Self.tailStep + 1)
    for number in 0..<tailCount {
      if number % Self.tailStep == 0 { tailOffsets.append(UInt32(end)) }
      guard let tail = Self.tail(at: end, in: file) else { return nil }
      end = tail.upperBound
    }
  }

  /// Calls with the end of each word that begins at a place, the shortest first.
  func forEachWord(in text: ArraySlice<UInt32>, _ found: (Int) -> Void) {
    var reached = Place.cell(Self.root)
    for index in text.indices {
      guard let code = code(of: text[index]), let next = place(after: reached, code) else {
        return
      }
      reached = next
      if isEnd(reached) { found(index + 1) }
    }
  }

  private func code(of letter: UInt32) -> Int? {
    for entry in letters where entry.range.contains(letter) {
      let code = entry.code + Int(letter - entry.range.lowerBound)
      return code <= 255 ? code : nil
    }
    return nil
  }

  private func place(after place: Place, _ code: Int) -> Place? {
    switch place {
    case .tail(let rest):
      guard let first = rest.first, Self.byte(at: first, in: file) == code else { return nil }
      return .tail(rest.dropFirst())
    case .cell(let cell):
      guard let next = child(of: cell, code), let base = base(of: next) else { return nil }
      guard base < 0 else { return .cell(next) }
      return tail(-base - 1).map { .tail($0) }
    }
  }

  /// True if a word ends there, and not only its beginning.
  private func isEnd(_ place: Place) -> Bool {
    switch place {
    case .tail(let rest): rest.isEmpty
    case .cell(let cell): child(of: cell, 0) != nil
    }
  }

  private func child(of cell: Int, _ code: Int) -> Int? {
    guard let base = base(of: cell), base > 0, base < cellCount - code else { return nil }
    let child = base + code
    return Self.number(at: cells + 8 * child + 4, in: file) == cell ? child : nil
  }

  private func base(of cell: Int) -> Int? {
    Self.number(at: cells + 8 * cell, in: file)
  }

  /// The letters of a tail; nil if there is none of the number.
  private func tail(_ number: Int) -> Range<Int>? {
    guard 0..<tailCount ~= number else { return nil }
    var offset = Int(tailOffsets[number / Self.tailStep])
    for _ in 0..<number % Self.tailStep {
      guard let before = Self.tail(at: offset, in: file) else { return nil }
      offset = before.upperBound
    }
    return Self.tail(at: offset, in: file)
  }

  private static func tail(at offset: Int, in file: MappedFile) -> Range<Int>? {
    // The next free tail and the word's number come before its length.
    guard let high = byte(at: offset + 8, in: file), let low = byte(at: offset + 9, in: file)
    else { return nil }
    let start = offset + 10
    let end = start + high << 8 + low
    return end <= file.count ? start..<end : nil
  }

  private static func byte(at offset: Int, in file: MappedFile) -> Int? {
    guard 0..<file.count ~= offset else { return nil }
    return unsafe Int(file.bytes[offset])
  }

  private static func number(at offset: Int, in file: MappedFile) -> Int? {
    guard offset >= 0, offset <= file.count - 4 else { return nil }
    return unsafe Int(
      Int32(bigEndian: file.bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)))
  }
}
