/// An output of one of the client's tools at the end of a request's input, which may resume a waiting run.
public struct ClientOutput: Sendable, Equatable {
    /// The call's id in the request, in the form of ``ClientCallID`` if this server made it.
    public var call: String
    /// The output.
    public var text: String
    /// The JSON pointer of the output's message or item in the body.
    public var pointer: String
    /// Whether the client could not make the call; the text then has the reason.
    public var isFailure: Bool

    /// Makes an output.
    public init(call: String, text: String, pointer: String, isFailure: Bool = false) {
        (self.call, self.text, self.pointer, self.isFailure) = (call, text, pointer, isFailure)
    }
}
