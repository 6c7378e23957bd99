import AgentServer
import AgentWire
import Foundation
import Secrets
import StreamingJSON
import Transport

/// The admin interface of a running server.
struct RemoteAdmin: Sendable {
    /// The maximum number of attempts for a call with an idempotency key.
    private static let attempts = 3
    private static let longestAnswer = 64 << 20

    /// The server's base URL.
    let url: String
    let token: SecretString
    let client: HTTPClient

    /// Sends a call.
    ///
    /// A call with an idempotency key is sent again if its response is lost.
    func send(_ call: AdminClient.Call) async throws -> JSONValue {
        var attempt = 1
        while true {
            do {
                return try await sendOnce(call)
            } catch let error as TransportError {
                guard call.idempotencyKey != nil, attempt < Self.attempts else { throw failure(error) }
                attempt += 1
                // The pause before the next attempt is the reason to sleep here.
                try await Task.sleep(for: .seconds(1))
            }
        }
    }

    private func sendOnce(_ call: AdminClient.Call) async throws -> JSONValue {
        let response = try await client.send(request(call))
        let bytes = try await response.body.collect(upTo: Self.longestAnswer)
        guard response.status < 300 else { throw refusal(response.status, bytes) }
        return bytes.isEmpty ? .null : try JSONValue(parsing: bytes)
    }

    /// Sends a call whose response is a list of lines.
    func lines(_ call: AdminClient.Call, _ onLines: (Data) async throws -> Void) async throws {
        do {
            var request = request(call)
            request.headers["Accept"] = AdminInterface.linesType
            let response = try await client.send(request)
            guard response.status < 300 else {
                throw refusal(response.status, try await response.body.collect(upTo: Self.longestAnswer))
            }
            var rest = Data()
            for try await piece in response.body {
                rest += piece
                guard let end = rest.lastIndex(of: 0x0A) else { continue }
                try await onLines(Data(rest[...end]))
                rest = Data(rest[(end + 1)...])
            }
        } catch let error as TransportError {
            throw failure(error)
        }
    }

    private func request(_ call: AdminClient.Call) -> HTTPRequest {
        let path = (["admin"] + call.path).map { "/" + Self.encoded($0) }.joined()
        let query = call.query.sorted { $0.key < $1.key }
            .map { "\(Self.encoded($0.key))=\(Self.encoded($0.value))" }
            .joined(separator: "&")
        var headers: HTTPHeaders = ["Accept": "application/json"]
        headers.append("Authorization", .secret(token, prefix: "Bearer "))
        headers["Idempotency-Key"] = call.idempotencyKey
        var body: [UInt8]?
        if let value = call.body {
            headers["Content-Type"] = "application/json"
            var bytes: [UInt8] = []
            value.write(into: &bytes)
            body = bytes
        }
        return HTTPRequest(
            HTTPMethod(rawValue: call.method.rawValue),
            url + path + (query.isEmpty ? "" : "?" + query),
            headers: headers,
            body: body,
            // A re-wrap may be silent for as long as one of its batches, and a key check for as long as its upstream.
            timeouts: HTTPTimeouts(connect: .seconds(5), firstByte: .seconds(120), idle: .seconds(600)),
            isTrusted: true
        )
    }

    private func refusal(_ status: Int, _ bytes: [UInt8]) -> AdminFailure {
        guard let document = try? JSONValue(parsing: bytes), document["type"] != nil else {
            return AdminFailure(
                Problem(
                    .internalError,
                    detail:
                        "\(url) answered with status \(status) and no problem document; check that this is the address of a Torii server"
                )
            )
        }
        return AdminFailure(document: document)
    }

    private func failure(_ error: TransportError) -> AdminFailure {
        AdminFailure(Problem(.upstreamFailed, detail: "\(url) does not answer: \(error.clause)"))
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~")))
            ?? text
    }
}
