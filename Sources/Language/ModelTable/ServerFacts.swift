/// The facts about a server that speaks OpenAI's interfaces and differs from them.
///
/// A fact that is `nil` is not known.
public struct ServerFacts: Sendable, Hashable {
    /// The provider whose rows of models apply; `nil` for a server with models of several vendors.
    public var provider: String?
    /// The interface through which the server serves its models with all their abilities.
    public var interface: ModelFacts.Interface?
    /// Whether it accepts the option that requests the counts of tokens at the end of a stream.
    public var asksForUsage: Bool?
    /// Whether it accepts `top_k`.
    public var allowsTopK: Bool?
    /// Its name for `seed`.
    public var seedName: String?
    /// The length that the ids of calls must have; they then consist of letters and digits.
    public var callIDLength: Int?
    /// The member that has the model's thoughts; `parts` for parts of the content.
    public var thoughts: String?
    /// Whether it refuses a call that is sent back without its thoughts.
    public var demandsThoughts: Bool?
    /// The words for an effort that it accepts.
    public var efforts: [String]?
    /// The most stop sequences that it accepts.
    public var stop: Int?
    /// The origin of the facts.
    public var source: String?

    /// Makes facts of which none is known.
    public init() {}
}
