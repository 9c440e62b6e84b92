import Testing

@testable import System

@Suite struct DescriptorSharesTests {
  private let kept = DescriptorOwner(user: 0, isKept: true)
  private func user(_ number: UInt32) -> DescriptorOwner {
    DescriptorOwner(user: number, isKept: false)
  }

  @Test func `one user's descriptors leave the places of other users free`() {
    var shares = DescriptorShares(perOwner: 2, allOthers: 5)
    for _ in 0..<2 { shares.add(user(1)) }
    #expect(!shares.hasRoom(for: user(1)))
    #expect(shares.hasRoom(for: user(2)))
    shares.remove(user(1))
    #expect(shares.hasRoom(for: user(1)))
  }

  @Test func `many users together leave the reserved places free`() {
    var shares = DescriptorShares(perOwner: 2, allOthers: 5)
    for number: UInt32 in 1...5 { shares.add(user(number)) }
    #expect(!shares.hasRoom(for: user(6)))
    #expect(shares.hasRoom(for: kept))
    for _ in 0..<2 { shares.add(kept) }
    #expect(!shares.hasRoom(for: kept))
    // Descriptors of users with a reserved share do not count for the others.
    shares.remove(user(1))
    #expect(shares.hasRoom(for: user(6)))
  }
}
