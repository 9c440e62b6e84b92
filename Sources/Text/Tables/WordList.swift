import System

/// The words of a language that is written without spaces between them: the dictionary that libthai
/// brings, a file of libdatrie.
///
/// The file is a tree of letters in a double array, and tails: the rest of a word from where no
/// other word has the same letters. Its numbers are big-endian. Nothing in it is trusted.
public struct WordList {
  /// A place in the tree.
  private enum Place {
    case cell(Int)
    /// Bytes of the file from an offset to the end of a word.
    case tail(Range<Int>)
  }

  private let bytes: [UInt8]
  /// The letters, and the number in the tree of the first of each range.
  private var letters: [(range: ClosedRange<UInt32>, code: Int)] = []
  /// The offset of the first cell, which holds the number of cells.
  private let cells: Int
  private let cellCount: Int
  private var tails: [Range<Int>] = []

  /// The bytes of a larger file are no dictionary: libthai's has 600,000.
  private static let fileLimit = 8 << 20
  private static let root = 2

  /// Nil if the file is not there, or is no dictionary.
  public init?(path: String) {
    guard let bytes = try? readFile(atPath: path, limit: Self.fileLimit) else { return nil }
    self.init(bytes)
  }

  public init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    var end = 8
    guard Self.number(at: 0, in: bytes) == Int(Int32(bitPattern: 0xD9FC_D9FC)),
      let rangeCount = Self.number(at: 4, in: bytes), 1...64 ~= rangeCount
    else { return nil }
    var code = 1
    for _ in 0..<rangeCount {
      guard let first = Self.number(at: end, in: bytes),
        let last = Self.number(at: end + 4, in: bytes), 1...0x10FFFF ~= first,
        first...0x10FFFF ~= last
      else { return nil }
      letters.append((UInt32(first)...UInt32(last), code))
      code += last - first + 1
      end += 8
    }
    cells = end
    guard Self.number(at: end, in: bytes) == Int(Int32(bitPattern: 0xDAFC_DAFC)),
      let count = Self.number(at: end + 4, in: bytes), count > Self.root,
      count <= (bytes.count - end) / 8
    else { return nil }
    cellCount = count
    end += 8 * count
    guard Self.number(at: end, in: bytes) == Int(Int32(bitPattern: 0xDFFC_DFFC)),
      let tailCount = Self.number(at: end + 8, in: bytes), 0...bytes.count / 10 ~= tailCount
    else { return nil }
    end += 12
    tails.reserveCapacity(tailCount)
    for _ in 0..<tailCount {
      // The next free tail and the word's number come before its length.
      guard end + 10 <= bytes.count else { return nil }
      let start = end + 10
      end = start + Int(bytes[end + 8]) << 8 + Int(bytes[end + 9])
      guard end <= bytes.count else { return nil }
      tails.append(start..<end)
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
      guard let first = rest.first, bytes[first] == code else { return nil }
      return .tail(rest.dropFirst())
    case .cell(let cell):
      guard let next = child(of: cell, code), let base = base(of: next) else { return nil }
      guard base < 0 else { return .cell(next) }
      return 1...tails.count ~= -base ? .tail(tails[-base - 1]) : nil
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
    return Self.number(at: cells + 8 * child + 4, in: bytes) == cell ? child : nil
  }

  private func base(of cell: Int) -> Int? {
    Self.number(at: cells + 8 * cell, in: bytes)
  }

  private static func number(at offset: Int, in bytes: [UInt8]) -> Int? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    var number: UInt32 = 0
    for byte in bytes[offset..<offset + 4] { number = number << 8 | UInt32(byte) }
    return Int(Int32(bitPattern: number))
  }
}
