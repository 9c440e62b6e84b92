import System
import Testing

@Suite struct UserNamespaceTests {
  @Test(arguments: [
    ("         0          0 4294967295\n", true),
    // As PrivateUsers= maps: root and the service's own user.
    ("         0          0          1\n     61234      61234          1\n", false),
    ("         0          0      65536\n", false),
    ("         0       1000          1\n", false),
    ("0 0 2147483647\n2147483647 2147483647 2147483648\n", true),
    ("", false), ("nonsense\n0 0 99999999999999999999\n", false),
  ])
  func `a map shows whether each number means one user`(map: String, mapsEverybody: Bool) {
    let namespace = UserNamespace(overflowUser: 65_534, map: map)
    #expect(namespace.mapsEverybody == mapsEverybody)
    #expect(namespace.overflowUser == 65_534)
  }

  @Test func `the process's own namespace is read`() {
    #expect(UserNamespace.current().overflowUser > 0)
  }
}
