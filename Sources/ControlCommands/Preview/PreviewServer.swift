import FlyingFox
import FlyingSocks
import Foundation
import JSON

/// The page and its requests, on the loopback.
///
/// A page of another origin gets nothing. The host that a request names has to be this machine,
/// which defeats DNS rebinding, and requests that change something have to be JSON, which another
/// origin may not send without being allowed to. Other users of the machine reach the loopback,
/// too: a page that not everybody may see lies in a folder whose name cannot be guessed.
actor PreviewServer {
  /// Seconds for which a request waits for a change of the picture.
  private static let timeout = 1.0
  private static let interval: UInt64 = 16_000_000
  private static let fileInterval: Int64 = 200_000
  /// Nanoseconds until it is listened again after connections were closed.
  private static let pause: UInt64 = 100_000_000
  private let session: any PreviewSource
  private let port: UInt16
  private let isPortFirm: Bool
  /// The path of the page, from slash to slash.
  private let folder: String
  /// An identifier of this server: a page compares revisions only with those of the same server.
  private let mark = String(UInt64.random(in: 0...UInt64.max), radix: 16)
  private var lastCheck: Int64 = 0
  /// The port that is listened on; nil before that.
  private var ownPort: UInt16?

  /// - Parameters:
  ///   - isPortFirm: false if another port may be used when this one is taken.
  ///   - isSecret: true if only people who were told the address may see the page.
  init(
    _ session: sending any PreviewSource, port: UInt16, isPortFirm: Bool = true,
    isSecret: Bool = false
  ) {
    self.session = session
    self.port = port
    self.isPortFirm = isPortFirm
    let name = (0..<2).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 16) }
    folder = isSecret ? "/" + name.joined() + "/" : "/"
  }

  /// Microseconds of a clock that never goes back.
  static var now: Int64 { Int64(clamping: DispatchTime.now().uptimeNanoseconds / 1_000) }

  /// Serves until the task ends.
  /// - Parameter ready: gets the page's address once it can be fetched.
  func run(_ ready: @Sendable @escaping (String) -> Void) async throws {
    // The first timer opens descriptors, and would end the program where connections have them all.
    try await Task.sleep(nanoseconds: 1)
    do {
      try await serve(on: port, ready)
    } catch SocketError.failed(_, EADDRINUSE, _) where !isPortFirm {
      Console.complain("port \(port) is in use; the page is on another one")
      try await serve(on: 0, ready)
    }
  }

  /// Listens until the task ends. Connections that other users leave open may take all descriptors,
  /// and then no more can be accepted: all are closed, and the page connects again.
  private func serve(
    on port: UInt16, _ ready: @Sendable @escaping (String) -> Void
  ) async throws {
    while true {
      let isFirst = ownPort == nil
      do {
        return try await listen(on: ownPort ?? port) { if isFirst { ready($0) } }
      } catch SocketError.failed(_, let code, _) where ownPort != nil && Self.mayPass(code) {
        try await Task.sleep(nanoseconds: Self.pause)
      }
    }
  }

  /// True for a lack of descriptors or memory, and for a connection that was closed at once.
  private static func mayPass(_ code: Int32) -> Bool {
    [EMFILE, ENFILE, ENOMEM, ENOBUFS, ECONNABORTED, EPROTO].contains(code)
  }

  private func listen(
    on port: UInt16, _ ready: @Sendable @escaping (String) -> Void
  ) async throws {
    let server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled,
      handler: ClosureHTTPHandler { [self] request in await respond(to: request) })
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run() }
      group.addTask {
        try await server.waitUntilListening()
        if case .ip4(_, let port) = await server.listeningAddress {
          await self.note(port)
          ready("http://127.0.0.1:\(port)\(self.folder)")
        }
      }
      // The first failure ends both.
      for try await _ in group {}
    }
  }

  private func note(_ port: UInt16) { ownPort = port }

  private func respond(to request: HTTPRequest) async -> HTTPResponse {
    guard Self.isLocal(request.headers[.host]), Self.isOwn(request) else {
      return Self.refusal(.forbidden, "this page is for this machine alone")
    }
    // The library has removed the slash after a folder's name.
    let path = request.path + "/" == folder ? folder : request.path
    guard path.hasPrefix(folder) else {
      return Self.refusal(.notFound, "there is no such page")
    }
    let name = path.dropFirst(folder.count)
    if request.method == .GET, let file = PreviewPage.file(String(name)) {
      return HTTPResponse(
        statusCode: .ok,
        headers: [
          .contentType: file.type + "; charset=utf-8",
          HTTPHeader("Content-Security-Policy"): PreviewPage.policy,
        ], body: Data(file.bytes))
    }
    switch (request.method, name) {
    case (.GET, "state"):
      refresh()
      return stateAnswer
    case (.GET, "lists"): return Self.json(session.lists)
    case (.GET, "frame"): return await frame(request)
    case (.GET, "still.png"): return still(request)
    case (.GET, "graph"): return graph(request)
    case (.POST, "action"): return await action(request)
    default: return Self.refusal(.notFound, "there is no such page")
    }
  }

  // MARK: Responses

  private var stateAnswer: HTTPResponse {
    var state = session.state
    state["server"] = .string(mark)
    return Self.json(state)
  }

  /// The next picture, or 204 if none comes in time, or the lists change without one.
  private func frame(_ request: HTTPRequest) async -> HTTPResponse {
    let known = Self.number("after", of: request).map { Int(clamping: $0) } ?? -1
    let start = Self.now
    let listing = session.listing
    while true {
      refresh()
      if let picture = session.picture(after: known, now: Self.now) {
        let description = String(decoding: JSONValue.object(picture.json).encoded(), as: UTF8.self)
        let headers: HTTPHeaders = [
          .contentType: "application/octet-stream", HTTPHeader("Cache-Control"): "no-store",
          HTTPHeader("X-Revision"): "\(session.revision)",
          HTTPHeader("X-Listing"): "\(session.listing)", HTTPHeader("X-Picture"): description,
        ]
        return HTTPResponse(statusCode: .ok, headers: headers, body: Data(picture.pixels))
      }
      guard session.listing == listing, Double(Self.now - start) < Self.timeout * 1_000_000,
        (try? await Task.sleep(nanoseconds: Self.interval)) != nil
      else {
        return HTTPResponse(
          statusCode: .noContent,
          headers: HTTPHeaders([
            HTTPHeader("X-Revision"): "\(session.revision)",
            HTTPHeader("X-Listing"): "\(session.listing)",
          ]))
      }
    }
  }

  private func still(_ request: HTTPRequest) -> HTTPResponse {
    do throws(PreviewError) {
      let time = Self.number("time", of: request)
      return HTTPResponse(
        statusCode: .ok, headers: [.contentType: "image/png"],
        body: Data(try session.still(at: time)))
    } catch {
      return Self.refusal(.conflict, error.message)
    }
  }

  private func graph(_ request: HTTPRequest) -> HTTPResponse {
    let keys = request.query.filter { $0.name == "key" }.map(\.value)
    let width = Self.number("width", of: request) ?? 960
    guard 1...16 ~= keys.count, 160...4_096 ~= width else {
      return Self.refusal(.badRequest, "a graph has 1 to 16 keys, and a width from 160 to 4096")
    }
    do throws(PreviewError) {
      let drawing = PlotLayout.draw(
        try session.plot(keys), width: Double(width), theme: .dark)
      return HTTPResponse(
        statusCode: .ok,
        headers: [.contentType: "image/svg+xml", HTTPHeader("Cache-Control"): "no-store"],
        body: Data(PlotSVG.write(drawing).utf8))
    } catch {
      return Self.refusal(.conflict, error.message)
    }
  }

  private func action(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.headers[.contentType]?.hasPrefix("application/json") == true else {
      return Self.refusal(.unsupportedMediaType, "requests are JSON")
    }
    let length = request.headers[.contentLength].flatMap { Int($0) }
    guard let length, length <= 65_536, let body = try? await request.bodyData else {
      return Self.refusal(.payloadTooLarge, "a request has at most 64 KiB")
    }
    do throws(PreviewError) {
      try session.perform(PreviewAction(Array(body)), now: Self.now)
      return stateAnswer
    } catch {
      return Self.refusal(.badRequest, error.message)
    }
  }

  /// Looks at the file now and then.
  private func refresh() {
    let now = Self.now
    guard now - lastCheck >= Self.fileInterval else { return }
    lastCheck = now
    session.refresh()
  }

  // MARK: Helpers

  /// False for a request that another page has caused, by the headers of browsers.
  private static func isOwn(_ request: HTTPRequest) -> Bool {
    let site = request.headers[HTTPHeader("Sec-Fetch-Site")]
    return site == nil || site == "same-origin" || site == "none"
  }

  private static func isLocal(_ host: String?) -> Bool {
    guard let host else { return false }
    let name = host.split(separator: ":", omittingEmptySubsequences: false).first ?? ""
    return name == "127.0.0.1" || name == "localhost"
  }

  private static func number(_ name: String, of request: HTTPRequest) -> Int64? {
    request.query[name].flatMap { Int64($0) }
  }

  private static func json(_ object: JSONObject) -> HTTPResponse {
    HTTPResponse(
      statusCode: .ok,
      headers: [.contentType: "application/json", HTTPHeader("Cache-Control"): "no-store"],
      body: Data(JSONValue.object(object).encoded()))
  }

  private static func refusal(_ status: HTTPStatusCode, _ message: String) -> HTTPResponse {
    HTTPResponse(
      statusCode: status, headers: [.contentType: "text/plain; charset=utf-8"],
      body: Data((message + "\n").utf8))
  }
}

/// The reason for which serving ended, across threads.
final class PreviewFailure: @unchecked Sendable {
  private let lock = NSLock()
  private var reason: String?

  var message: String? { lock.withLock { reason } }

  func record(_ body: () async throws -> Void) async {
    do {
      try await body()
    } catch SocketError.failed(_, _, let message) {
      lock.withLock { reason = message }
    } catch {
      lock.withLock { reason = "\(error)" }
    }
  }
}
