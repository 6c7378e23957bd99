import ToolDeclarations

/// A request to a declared service, with the limits of its call.
struct UpstreamCall: Sendable {
    /// The request without a key.
    var request: DeclaredRequest
    /// Whether the request may be sent again after a failure.
    var isRepeatable: Bool
    /// The bytes of the answer, decoded.
    var bytes: Int
    /// The end of the call.
    var end: ContinuousClock.Instant
    /// The form of the answer; `nil` to go by its media type.
    var form: AnswerForm?
    /// Whether redirects to the same host are followed.
    var followsRedirects = false
    /// Whether the answer is kept with its entity tag, and asked for again by it.
    var isKept = false
}
