import Secrets
import Testing
import Transport

/// The result of a request with a fault.
enum FaultOutcome: Sendable {
    /// The request has its answer despite the fault.
    case answer(String)
    /// It has an error, after a part of the body or before.
    case failure(TransportError, received: String)
}

extension HTTPClient {
    /// Sends a request, reads the body to its end, and returns the outcome.
    ///
    /// - Parameters:
    ///   - limit: The largest length of the body; `nil` to read it piece by piece.
    ///   - onPiece: Called for each piece of the body.
    func outcome(
        of request: HTTPRequest,
        upTo limit: Int? = nil,
        onPiece: () -> Void = {}
    ) async -> FaultOutcome {
        var received: [UInt8] = []
        do throws(TransportError) {
            let response = try await send(request)
            if let limit {
                received = try await response.body.collect(upTo: limit)
            } else {
                for try await piece in response.body {
                    received += piece
                    onPiece()
                }
            }
            return .answer(String(decoding: received, as: UTF8.self))
        } catch {
            // Messages name the server, except those of the address policy, which may read a number as an address.
            let server = request.url.split(separator: "/")[1]
            #expect(error.code == .policy || error.message.contains(server), "\(error.message)")
            return .failure(error, received: String(decoding: received, as: UTF8.self))
        }
    }
}

extension HTTPRequest {
    /// A request to a server of the tests, with a mark in each part that an error must not repeat.
    static func marked(_ method: HTTPMethod, _ url: String, timeouts: HTTPTimeouts = .init()) -> HTTPRequest {
        HTTPRequest(
            method,
            url + (url.contains("?") ? "&" : "?") + "key=\(mark)-query",
            headers: ["Authorization": .secret(SecretString("\(mark)-header"), prefix: "")],
            body: method == .post ? Array("\(mark)-body".utf8) : nil,
            timeouts: timeouts,
            isTrusted: true
        )
    }

    static let mark = "in-the"
}
