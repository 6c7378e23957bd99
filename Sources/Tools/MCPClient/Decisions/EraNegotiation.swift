import ModelContextProtocol
import StreamingJSON

/// The choice of the protocol's revision: first a request of the stateless era, then `initialize`.
///
/// A server that answers a stateless request with one of that era's errors knows the era. Every other refusal comes from a server that
/// expects `initialize` first.
struct EraNegotiation: Sendable, Equatable {
    /// The next request to the server.
    enum Step: Sendable, Equatable {
        /// `server/discover` in this revision.
        case discover(ProtocolRevision)
        /// `initialize` with this revision.
        case initialize(ProtocolRevision)
        /// No request: both sides know this revision.
        case agreed(ProtocolRevision)
        /// No request: the server knows none of Torii's revisions.
        case failed(String)
    }

    /// A server's answer to a step, as far as it decides about the revision.
    enum Answer: Sendable, Equatable {
        /// The result of the request.
        case result(JSONObject)
        /// An error of JSON-RPC, whatever the HTTP status.
        case error(RPCError)
        /// An HTTP status from 400 to 499 without such an error.
        case refused(status: Int)
        /// No answer in time: some servers ignore whatever precedes `initialize`.
        case silence
    }

    /// The next request.
    private(set) var step: Step
    private var tried: Set<ProtocolRevision> = []
    private var hasRepeated = false

    /// Starts a negotiation.
    ///
    /// - Parameter revision: The revision that the server spoke before, or that the operator demands; `nil` if it is unknown.
    init(_ revision: ProtocolRevision? = nil) {
        let first = revision ?? .latest
        step = first.isStateless ? .discover(first) : .initialize(first)
        tried = [first]
    }

    /// Decides about the next step.
    mutating func receive(_ answer: Answer) {
        switch (step, answer) {
        case (.discover(let revision), .result(let result)):
            let supported = Self.revisions(result["supportedVersions"])
            if supported.isEmpty || supported.contains(revision) {
                step = .agreed(revision)
            } else {
                choose(among: supported)
            }
        case (.discover, .error(let error)) where error.code == .unsupportedRevision:
            choose(among: Self.revisions(error.data?["supported"]))
        case (.discover, .error(let error))
        where error.code == .headerMismatch || error.code == .missingClientCapability:
            step = .failed("it refused server/discover: \(error.message)")
        case (.discover, .error), (.discover, .refused), (.discover, .silence):
            step = .initialize(.latestStateful)
            tried.insert(.latestStateful)
        case (.initialize(let asked), .result(let result)):
            // Without a revision it is the one that was asked for; an unknown one is like the newest that is not later.
            let named = result["protocolVersion"]?.stringValue ?? asked.rawValue
            let known = ProtocolRevision.allCases.filter { !$0.isStateless }
            step = .agreed(known.filter { $0.rawValue <= named }.max() ?? known.min() ?? asked)
        case (.initialize, .error(let error)) where error.code == .unsupportedRevision:
            choose(among: Self.revisions(error.data?["supported"]))
        case (.initialize, .error(let error)):
            step = .failed("it refused initialize with the error \(error.code.rawValue): \(error.message)")
        case (.initialize, .refused(let status)):
            step = .failed("it refused initialize with the HTTP status \(status)")
        case (.initialize, .silence):
            step = .failed("it did not answer initialize")
        case (.agreed, _), (.failed, _): break
        }
    }

    /// Continues with the newest revision that both sides know and that was not tried yet.
    ///
    /// A revision that the server refused and nevertheless names, as during its update, is tried once more.
    private mutating func choose(among supported: [ProtocolRevision]) {
        guard let next = supported.filter({ !tried.contains($0) }).max() ?? (hasRepeated ? nil : supported.max()) else {
            step = .failed("it knows none of Torii's revisions of the protocol")
            return
        }
        if tried.contains(next) { hasRepeated = true }
        tried.insert(next)
        step = next.isStateless ? .discover(next) : .initialize(next)
    }

    private static func revisions(_ value: JSONValue?) -> [ProtocolRevision] {
        (value?.arrayValue ?? []).prefix(100).compactMap { $0.stringValue.flatMap(ProtocolRevision.init(rawValue:)) }
    }
}
