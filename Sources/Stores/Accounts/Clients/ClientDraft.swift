public import FoundationEssentials
public import Storage

/// The settings of a client to create.
public struct ClientDraft: Sendable, Equatable {
    /// A name for people.
    public var name: String

    /// The client's scopes.
    public var scopes: Set<Scope>

    /// The limits of its usage.
    public var limits: ClientLimits

    /// The instructions for models that its turns have in place of the server's; nil for the server's.
    public var instructions: String?

    /// The time from which all its tokens are refused; nil for never.
    public var expiresAt: Date?

    /// Makes a draft.
    public init(
        name: String,
        scopes: Set<Scope> = Scope.forClients,
        limits: ClientLimits = .none,
        instructions: String? = nil,
        expiresAt: Date? = nil
    ) {
        self.name = name
        self.scopes = scopes
        self.limits = limits
        self.instructions = instructions
        self.expiresAt = expiresAt
    }

    /// The stored form of the instructions, in which those of the server are nil.
    var storedInstructions: String? {
        let text = instructions.map { ServerInstructions(stored: $0).text }
        return text == ServerInstructions.standard.text ? nil : text
    }

    /// Throws if a setting is invalid.
    func validate(at now: Date) throws(AccountsError) {
        guard !scopes.isEmpty else {
            throw AccountsError(
                .invalidClient,
                "A client without scopes cannot do anything. Add a scope, such as chat."
            )
        }
        if let expiresAt, expiresAt <= now {
            throw AccountsError(.invalidClient, "The client's expiry is in the past. Set a time in the future.")
        }
        if let instructions, ServerInstructions(instructions) == nil {
            throw AccountsError(
                .invalidClient,
                "The client's instructions are blank, longer than \(ServerInstructions.longest) bytes or have control characters. "
                    + "Set default, none, or a text."
            )
        }
        try limits.validate()
    }
}

extension ClientLimits {
    /// The largest integer of a structured header field; sums of larger numbers could also overflow.
    private static let largest = 999_999_999_999_999

    fileprivate func validate() throws(AccountsError) {
        let counts = [
            ("requests per minute", requestsPerMinute), ("concurrent runs", concurrentRuns),
            ("tokens per minute", tokensPerMinute), ("tokens per day", tokensPerDay),
            ("tokens per month", tokensPerMonth), ("money per day", moneyPerDay?.micros),
            ("money per month", moneyPerMonth?.micros),
        ]
        for (name, value) in counts {
            guard let value, !(1...Self.largest).contains(value) else { continue }
            throw AccountsError(
                .invalidClient,
                "A limit of \(value) \(name) is out of range. Set one of at least 1, omit it for no limit, or revoke the client to "
                    + "refuse all its requests."
            )
        }
        // A bucket divides each unit into 60,000 parts.
        for (name, value) in [("requests per minute", requestsPerMinute), ("tokens per minute", tokensPerMinute)] {
            guard let value, value > 1_000_000_000_000 else { continue }
            throw AccountsError(
                .invalidClient,
                "A limit of \(value) \(name) is too large to count. Omit it for no limit."
            )
        }
        if let timeZone, TimeZone(identifier: timeZone) == nil {
            throw AccountsError(
                .invalidClient,
                "There is no time zone '\(timeZone.prefix(80))'. Use a name such as Asia/Tokyo."
            )
        }
        if let models {
            guard (1...PlanSettings.mostModels).contains(models.count), models.allSatisfy(PlanSettings.isModelName)
            else {
                throw AccountsError(
                    .invalidClient,
                    "The client's models must be 1 to \(PlanSettings.mostModels) names without spaces, such as openai:*. Omit them for "
                        + "every model."
                )
            }
        }
        if let effort, !UserPlan.efforts.contains(effort) {
            throw AccountsError(
                .invalidClient,
                "There is no effort '\(effort.prefix(80))'. Set one of \(UserPlan.efforts.joined(separator: ", "))."
            )
        }
    }
}
