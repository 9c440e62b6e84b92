import Geometry
import Testing

@testable import ControlCommands

struct ContactSheetTests {
  @Test func `the first and the last frame are always chosen`() {
    for count in 1...200 {
      for limit in 1...20 {
        let chosen = ContactSheet.choose(limit, of: count)
        #expect(chosen.count == min(limit, count))
        #expect(chosen.first == 0)
        if limit > 1 { #expect(chosen.last == count - 1) }
        #expect(zip(chosen, chosen.dropFirst()).allSatisfy { $0 < $1 })
      }
    }
  }

  @Test(
    arguments: [(1, 336, 196), (4, 1320, 196), (5, 1320, 384), (1_000, 1320, 47_008)])
  func `a sheet has rows of four pictures`(count: Int, width: Int, height: Int) {
    let sheet = ContactSheet(picture: PixelSize(width: 1920, height: 1080), count: count)
    #expect(sheet.size == PixelSize(width: width, height: height) && !sheet.isTooLarge)
  }

  @Test func `a sheet of more pixels than a picture may have is too large`() {
    #expect(ContactSheet(picture: PixelSize(width: 1920, height: 1080), count: 10_000).isTooLarge)
  }

  @Test(
    arguments: [
      ("frame-000042.png", 42), ("frame-1234567.png", 1_234_567), ("frame-.png", nil),
      ("frame-4a.png", nil), (".frame-000042.png.123.tmp", nil), ("frame-٤.png", nil),
      ("frame-99999999999999999999.png", nil),
    ] as [(String, Int?)])
  func `only files with the daemon's names are frames`(name: String, number: Int?) {
    #expect(FrameFolder.number(of: name) == number)
  }
}
