/// A stand-in for a web site: answers each configured path with its reply, and all others with 404.
public struct WebSiteStandIn: StandIn {
    /// The underlying server.
    public let server: StandInServer

    /// Makes a stand-in.
    ///
    /// - Parameter pages: The answers, by path.
    public init(port: Int = 0, pages: [String: StandInReply]) {
        self.server = StandInServer(name: "website", port: port) { request in
            pages[request.path] ?? Self.failure(404)
        }
    }

    /// Runs a stand-in while `body` runs, on a port that the system chooses.
    public static func with<Result>(
        pages: [String: StandInReply],
        _ body: (WebSiteStandIn) async throws -> Result
    ) async throws -> Result {
        try await WebSiteStandIn(pages: pages).running(body)
    }

    /// A failure, as a page.
    public static func failure(_ status: Int, retryAfter: Int?) -> StandInReply {
        var reply = StandInReply.html(status: status)
        if let retryAfter { reply.headers.append(("Retry-After", String(retryAfter))) }
        return reply
    }

    /// A page of arbitrary bytes.
    public static func page(
        _ bytes: [UInt8],
        contentType: String? = "text/html; charset=utf-8",
        headers: [(name: String, value: String)] = []
    ) -> StandInReply {
        StandInReply(
            headers: (contentType.map { [("Content-Type", $0)] } ?? []) + headers,
            pieces: [.init(bytes)]
        )
    }

    /// A redirect.
    public static func redirect(to url: String) -> StandInReply {
        StandInReply(status: 302, headers: [("Location", url)])
    }
}
