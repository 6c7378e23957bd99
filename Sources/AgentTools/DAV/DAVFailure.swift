/// Why a WebDAV server gave no usable answer, with the status where it was one that said so.
struct DAVFailure: Error {
    let failure: UpstreamFailure
    /// The status of the answer; `nil` when there was none, or when it was not the status that was wrong.
    let status: Int?

    init(_ code: UpstreamFailure.Code, host: String, status: Int? = nil, retryAfter: Int? = nil) {
        failure = UpstreamFailure(code, host: host, retryAfter: retryAfter)
        self.status = status
    }

    init(_ failure: UpstreamFailure) {
        self.failure = failure
        status = nil
    }

    /// Whether the resource is not there, not for this account, or no place for such a question: another one may be.
    var isAboutResource: Bool { status.map { [403, 404, 405, 409, 410, 501].contains($0) } ?? false }
}
