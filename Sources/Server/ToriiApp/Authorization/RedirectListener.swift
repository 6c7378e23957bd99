import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// A listener on this machine for the redirect at the end of an authorization in a browser.
public struct RedirectListener: Sendable {
    /// The port that `torii tools authorize` listens on by default.
    public static let defaultPort = 8912
    /// The path of the redirect.
    private static let path = "callback"

    /// The address to which the authorization server redirects.
    public let redirectURI: String
    private let redirects: AsyncStream<String>

    /// Listens on a port of 127.0.0.1 while `body` runs.
    ///
    /// - Throws: ``RedirectPortInUse`` if another program listens on the port; the error of `body`.
    public static func with<Result: Sendable>(
        port: Int,
        _ body: @escaping @Sendable (RedirectListener) async throws -> Result
    ) async throws -> Result {
        let (redirects, source) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingOldest(16))
        let (ports, started) = AsyncStream.makeStream(of: Int.self)
        let router = Router()
        router.get("\(Self.path)") { request, _ in
            source.yield(request.uri.string)
            return Response(
                status: .ok,
                headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: "Torii has received the answer. Return to the terminal.\n"))
            )
        }
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { started.yield($0.localAddress?.port ?? port) },
            logger: Logger(label: "torii") { _ in SwiftLogNoOpLogHandler() }
        )
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask {
                defer { started.finish() }
                do {
                    try await application.run()
                } catch let error as IOError where error.errnoCode == EADDRINUSE {
                    throw RedirectPortInUse(port: port)
                }
                return nil
            }
            group.addTask {
                guard let port = await ports.first(where: { _ in true }) else { return nil }
                let uri = "http://127.0.0.1:\(port)/\(Self.path)"
                return try await body(RedirectListener(redirectURI: uri, redirects: redirects))
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }

    /// Waits for the redirect of an authorization.
    ///
    /// Other requests are ignored, because any page in a browser can send them.
    ///
    /// - Parameter state: The text that identifies the authorization.
    public func redirect(state: String) async throws -> String {
        for await target in redirects {
            let query = target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
            if query.split(separator: "&").contains("state=\(state)") { return target }
        }
        throw CancellationError()
    }
}

/// The error of a port that another program uses.
public struct RedirectPortInUse: Error, CustomStringConvertible {
    let port: Int

    /// The cause and the remedy.
    public var description: String {
        "Another program listens on port \(port). Choose another port with --port, or paste the redirect with --paste."
    }
}
