import Transport

extension FaultRow {
    /// A web page that is not at its address.
    static let redirects: [FaultRow] = [
        redirect("redirect loop", .policy) { $0 == "/a" ? "/b" : "/a" },
        redirect("redirect to itself", .policy) { $0 },
        redirect("more redirects than are followed", .limit) { $0 + "x" },
        redirect("redirect to a private address", .policy) { _ in "http://10.1.2.3:9/" },
        redirect("redirect to the cloud's metadata", .policy) { _ in "http://169.254.169.254:9/latest/meta-data/" },
        redirect("redirect to another server of this machine", .policy) { _ in
            "http://127.0.0.1:\(RawServer.closedPort())/"
        },
        redirect("redirect to a file", .policy) { _ in "file:///etc/passwd" },
    ]

    /// A server that redirects each path to the target that the closure returns.
    private static func redirect(
        _ name: String,
        _ code: TransportError.Code,
        to target: @escaping @Sendable (String) -> String
    ) -> FaultRow {
        FaultRow(name, code, configuration: .anyPort) { client in
            let server = RawServer { connection in
                while let request = connection.readRequest() {
                    let path = request.split(separator: " ")[1]
                    connection.write(
                        "HTTP/1.1 302 Found\r\nLocation: \(target(String(path)))\r\nContent-Length: 0\r\n\r\n"
                    )
                }
            }
            defer { server.stop() }
            do throws(TransportError) {
                // The server belongs to the tests, but the target of its redirect does not.
                let request = HTTPRequest(.get, server.url("/start"), isTrusted: true)
                let page = try await client.fetch(request, following: RedirectPolicy())
                return .answer("\(page.response.status) \(page.url)")
            } catch {
                return .failure(error, received: "")
            }
        }
    }
}
