import AgentTools
import Foundation
import KeyLeasing
import StreamingJSON
import Transport

/// Sends requests to version 1 of ZAICO's API, and converts its failures into ``InventoryError``.
struct ZaicoClient: Sendable {
    static let service = "ZAICO"
    private static let longestBody = 32 * 1024 * 1024

    let http: HTTPClient
    let baseURL: String
    let lease: @Sendable () async throws -> KeyLease?

    /// A successful answer: its JSON, and the headers that announce further pages.
    struct Answer {
        let json: JSONValue
        let headers: HTTPHeaders
    }

    /// Calls `/api/v1/inventories`, or one item below it.
    /// - Parameters:
    ///   - id: The id of an item; nil for the list.
    ///   - body: The fields to send.
    func call(
        _ method: HTTPMethod,
        item id: Int? = nil,
        query: [(String, String)] = [],
        body: JSONObject? = nil
    ) async throws(InventoryError) -> Answer {
        // A call refused because of its key had no effect, so it can be repeated with another key.
        try await KeyedCall.perform(
            lease: key,
            outcome: { (error: InventoryError) in error.keyOutcome },
            { (key: KeyLease?) async throws(InventoryError) -> Answer in
                guard let key else { throw InventoryError(.noKey, of: Self.service) }
                let answer = try await call(method, item: id, query: query, body: body, key: key)
                key.report(.accepted)
                return answer
            }
        )
    }

    private func key() async throws(InventoryError) -> KeyLease? {
        do {
            return try await lease()
        } catch let error as any KeyLeaseError where error.hasNoUsableKey {
            let kind: InventoryError.Kind = error.retryAfter == nil ? .unauthorized : .busy
            throw InventoryError(kind, of: Self.service, retryAfter: error.retryAfter)
        } catch {
            throw InventoryError(.noKey, of: Self.service)
        }
    }

    private func call(
        _ method: HTTPMethod,
        item id: Int?,
        query: [(String, String)],
        body: JSONObject?,
        key: KeyLease
    ) async throws(InventoryError) -> Answer {
        var request = HTTPRequest.zaico(method, baseURL, item: id, query: query, body: body, secret: key.secret)
        request.echo = SecretEcho(of: key)
        let isChange = method != .get
        let response: HTTPResponse
        do {
            response = try await http.send(request)
        } catch {
            throw Self.error(for: error, isChange: isChange)
        }
        if var error = Self.error(forStatus: response.status, item: id, isChange: isChange) {
            error.retryAfter = response.headers.retryAfter(now: Date())
            throw error
        }
        let bytes: [UInt8]
        do {
            bytes = try await response.body.collect(upTo: Self.longestBody)
        } catch {
            throw Self.error(for: error, isChange: isChange)
        }
        guard let json = try? JSONValue(parsing: bytes) else {
            throw InventoryError(.incomprehensible, of: Self.service, mayHaveChanged: isChange)
        }
        // The body repeats the status; if the two differ, the body counts.
        if json["status"] == "error", let status = json["code"]?.intValue,
            let error = Self.error(forStatus: status, item: id, isChange: isChange)
        {
            throw error
        }
        return Answer(json: response.echo?.removing(from: json) ?? json, headers: response.headers)
    }

    private static func error(for error: TransportError, isChange: Bool) -> InventoryError {
        if error.code == .cancelled { return InventoryError(.cancelled, of: service) }
        let kind: InventoryError.Kind = error.code == .limit ? .incomprehensible : .unreachable
        // A request that was not sent changed nothing.
        let didNotLeave = [.resolve, .connect, .tls, .invalidRequest, .policy].contains(error.code)
        return InventoryError(kind, of: service, mayHaveChanged: isChange && !didNotLeave)
    }

    private static func error(forStatus status: Int, item id: Int?, isChange: Bool) -> InventoryError? {
        switch status {
        case 200..<300: nil
        case 400, 406, 409, 413, 422: InventoryError(.refused, of: service)
        case 401, 403: InventoryError(.unauthorized, of: service)
        case 404: InventoryError(id.map(InventoryError.Kind.notFound) ?? .incomprehensible, of: service)
        case 429: InventoryError(.busy, of: service)
        case 500...: InventoryError(.failing(status: status), of: service, mayHaveChanged: isChange)
        default: InventoryError(.incomprehensible, of: service, mayHaveChanged: isChange)
        }
    }
}

extension InventoryError {
    /// The outcome of the call for its key; `nil` if the error is unrelated to the key.
    fileprivate var keyOutcome: KeyOutcome? {
        switch kind {
        case .unauthorized: .refused
        case .busy: .limited(retryAfter: retryAfter)
        case .notFound, .refused, .changedMeanwhile: .accepted
        case .unreachable, .failing, .incomprehensible: .upstreamFault
        case .noKey, .storage, .full, .notShared, .cancelled: nil
        }
    }
}
