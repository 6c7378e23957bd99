public import StreamingJSON
import Synchronization

/// A stand-in for an OpenID issuer: its discovery document and its key set, with the faults of both.
public struct IssuerStandIn: StandIn {
    /// A fault of the documents.
    public enum Fault: Sendable {
        /// The discovery document names another issuer.
        case otherIssuer
        /// The discovery document names the key set at this address.
        case keysAt(String)
        /// The key set is answered with a redirect.
        case redirect
        /// The key set has 300 KiB.
        case huge
        /// The key set has 101 keys.
        case manyKeys
        /// The key set is an HTML page.
        case html
        /// The key set is answered with this status.
        case status(Int)
        /// The key set is sent a byte at a time.
        case drip
        /// The key set is sent after the gate is opened.
        case slow(StandInGate)
    }

    private struct State {
        var keys: [JSONValue]
        var fault: Fault?
    }

    private final class Box: Sendable {
        let state: Mutex<State>

        init(_ keys: [JSONValue]) { state = Mutex(State(keys: keys)) }
    }

    /// The underlying server.
    public let server: StandInServer
    private let box: Box

    /// Makes an issuer with these public keys (RFC 7517).
    public init(port: Int = 0, keys: [JSONValue]) {
        let box = Box(keys)
        self.box = box
        server = StandInServer(name: "issuer", port: port) { request in
            let (keys, fault) = box.state.withLock { ($0.keys, $0.fault) }
            let issuer = "http://" + (request.header("Host") ?? "")
            switch request.path {
            case "/.well-known/openid-configuration": return Self.discovery(issuer, fault)
            case "/keys": return Self.keySet(keys, fault)
            default: return Self.failure(404)
            }
        }
    }

    /// The issuer as tokens name it.
    public var issuer: String { baseURL }

    /// Replaces the keys.
    public func publish(_ keys: [JSONValue]) { box.state.withLock { $0.keys = keys } }

    /// Sets the fault; `nil` for none.
    public func set(_ fault: Fault?) { box.state.withLock { $0.fault = fault } }

    /// The number of requests for the key set.
    public var readings: Int { requests.count { $0.path == "/keys" } }

    /// Runs an issuer while `body` runs, on a port that the system chooses.
    public static func with<Result>(
        keys: [JSONValue],
        _ body: (IssuerStandIn) async throws -> Result
    ) async throws -> Result {
        try await IssuerStandIn(keys: keys).running(body)
    }

    /// A failure without a format, as of a server between.
    public static func failure(_ status: Int, retryAfter: Int?) -> StandInReply { .html(status: status) }

    private static func discovery(_ issuer: String, _ fault: Fault?) -> StandInReply {
        var (name, keys) = (issuer, issuer + "/keys")
        switch fault {
        case .otherIssuer: name += "/other"
        case .keysAt(let address): keys = address
        default: break
        }
        return .json(["issuer": .string(name), "jwks_uri": .string(keys)])
    }

    private static func keySet(_ keys: [JSONValue], _ fault: Fault?) -> StandInReply {
        var reply = StandInReply.json(["keys": .array(keys)])
        switch fault {
        case .redirect: return StandInReply(status: 302, headers: [("Location", "/other")])
        case .huge: return .json(["keys": .array(keys), "more": .string(String(repeating: "x", count: 300 << 10))])
        case .manyKeys: return .json(["keys": .array(Array(repeating: keys.first ?? .null, count: 101))])
        case .html: return .html(status: 200)
        case .status(let status): return failure(status, retryAfter: nil)
        case .drip: reply.misbehavior = .drip(bytes: 1, every: .seconds(1))
        case .slow(let gate): reply.misbehavior = .hold(gate)
        case .otherIssuer, .keysAt, nil: break
        }
        return reply
    }
}
