import KeyLeasing
import Testing
import Transport

@testable import ModelProviders

/// A failed response, the session's error for it, and the outcome for the key.
struct FailureRow: Sendable, CustomTestStringConvertible {
    var status: Int
    /// The name of a fixture, or the body itself.
    var body: String
    var headers: HTTPHeaders = [:]
    var code: ModelProviderError.Code
    var message: String
    var retryAfter: Duration?
    var counts = (context: 0, tokens: 0)

    var testDescription: String { "\(status) \(body.prefix(40))" }

    var bytes: [UInt8] { get throws { try Self.bytes(of: body) } }

    /// Returns the bytes of a fixture, or of the body itself.
    static func bytes(of body: String) throws -> [UInt8] {
        body.hasSuffix(".json") ? try Fixture(body).bytes : Array(body.utf8)
    }

    /// Expects that an error is the one of the row.
    func expect(_ error: ModelProviderError) {
        #expect(error.code == code)
        #expect(error.message == message)
        #expect(error.retryAfter == retryAfter)
        #expect(error.keyOutcome == .of(code, retryAfter: retryAfter))
        #expect(error.contextSize == counts.context)
        #expect(error.tokenCount == counts.tokens)
    }
}
