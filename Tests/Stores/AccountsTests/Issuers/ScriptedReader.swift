import SignedTokens
import SigningIssuers
import StreamingJSON
import Synchronization

@testable import Accounts

extension KeySet {
    /// The published set of issuers; empty for none.
    init(_ issuers: [SigningIssuer]) throws { try self.init(parsing: SigningIssuer.document(issuers.map(\.jwk))) }

    init(_ issuers: SigningIssuer...) throws { try self.init(issuers) }
}

/// A reader of documents that a test writes; it counts the requests.
final class ScriptedReader: IssuerReader {
    private struct State {
        var documents: [String: [UInt8]] = [:]
        var fault: IssuerFault?
        var refusal: IssuerFault?
        var requests: [String] = []
    }

    static let keyAddress = "https://issuer.example/keys"
    private let state = Mutex(State())

    /// A reader of an issuer with these keys.
    init(_ keys: [JSONValue]) {
        state.withLock {
            $0.documents[SigningIssuer.issuer + "/.well-known/openid-configuration"] = Array(
                #"{"issuer":"\#(SigningIssuer.issuer)","jwks_uri":"\#(Self.keyAddress)"}"#.utf8
            )
        }
        publish(keys)
    }

    /// The addresses that were read.
    var requests: [String] { state.withLock { $0.requests } }

    func publish(_ keys: [JSONValue]) { set(SigningIssuer.document(keys), at: Self.keyAddress) }

    func set(_ bytes: [UInt8]?, at address: String) { state.withLock { $0.documents[address] = bytes } }

    /// Fails all requests from now on; `nil` for none.
    func fail(_ fault: IssuerFault?) { state.withLock { $0.fault = fault } }

    /// Refuses all addresses from now on, as if their hosts were no longer allowed; `nil` for none.
    func refuse(_ refusal: IssuerFault?) { state.withLock { $0.refusal = refusal } }

    func check(_ address: String) throws(IssuerFault) {
        if let refusal = state.withLock({ $0.refusal }) { throw refusal }
        _ = try IssuerHosts.publicHosts.isNamed(address)
    }

    func document(at address: String, tag: String?) async throws(IssuerFault) -> IssuerDocument? {
        let (bytes, fault) = state.withLock { state in
            state.requests.append(address)
            return (state.documents[address], state.fault)
        }
        if let fault { throw fault }
        return bytes.map { IssuerDocument(bytes: $0) }
    }
}
