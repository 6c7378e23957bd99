import Transport

extension UpstreamFailure.Code {
    /// Makes the kind of failure for an error of the transport.
    init(_ error: TransportError) {
        switch error.code {
        case .invalidRequest, .policy: self = .misconfigured
        case .resolve, .connect, .tls, .send, .firstByte, .timeout(.connect): self = .unreachable
        case .body: self = .brokenOff
        case .limit: self = .unreadable
        case .circuitOpen: self = .resting
        default: self = .timedOut
        }
    }
}
