/// The answer to a change or check of a key.
public struct WireKeyReply: WireRecord {
    /// The key as it is now; `nil` when it was removed meanwhile.
    public var key: WireKey?
    /// The outcome of the check, if the request made one.
    public var check: WireKeyCheck?

    /// Makes an answer.
    public init(key: WireKey?, check: WireKeyCheck? = nil) {
        (self.key, self.check) = (key, check)
    }

    package static let fields: Fields<Self> = Fields(Self.init, .always("key", \.key), .maybe("check", \.check))
}
