import Testing

@testable import ControlCommands

struct SocketLocationTests {
  @Test func `a path on the command line is the only one`() {
    let location = SocketLocation(explicit: "/a") { _ in "/b" }
    #expect(location.candidates == ["/a"])
  }

  @Test func `the environment's comes first and the user's last`() throws {
    let environment = ["FIRSTLIGHT_SOCKET": "/e", "XDG_RUNTIME_DIR": "/run/user/1000"]
    let location = SocketLocation(explicit: nil) { environment[$0] }
    let user = "/run/user/1000/firstlight/socket"
    #expect(location.candidates == ["/e", "/run/firstlight/socket", user])
    #expect(try location.find { $0 != "/e" } == "/run/firstlight/socket")
    #expect(try location.find { $0 == user } == user)
  }

  @Test func `empty variables are no places`() {
    let location = SocketLocation(explicit: nil) { _ in "" }
    #expect(location.candidates == ["/run/firstlight/socket"])
  }

  @Test func `no socket is an error that names every place`() {
    let location = SocketLocation(explicit: nil) { $0 == "FIRSTLIGHT_SOCKET" ? "/e" : nil }
    let error = #expect(throws: ClientError.self) { try location.find { _ in false } }
    #expect(error?.status == .unavailable)
    #expect(error?.message.contains("/e or /run/firstlight/socket") == true)
  }
}
