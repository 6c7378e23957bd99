#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The usage of a period by hours or days and by clients or models, with its totals.
public struct WireUsageSummary: WireRecord {
    /// Sums of usage.
    public struct Sums: WireRecord {
        /// The client's id or the model's name; `nil` for totals.
        public var key: String?
        /// The number of turns that ended.
        public var turns: Int
        /// The number of these turns whose real usage is not known, so that their reservations count.
        public var unsettledTurns: Int
        /// The number of tokens read, with those of the provider's cache.
        public var inputTokens: Int
        /// The number of tokens read from the provider's cache.
        public var cachedInputTokens: Int
        /// The number of tokens read that were written to the provider's cache.
        public var cacheWriteTokens: Int
        /// The number of tokens written.
        public var outputTokens: Int
        /// The cost as a decimal text.
        public var money: String
        /// The currency of ``money``, where the sums appear alone.
        public var currency: String?
        /// Whether some of it had no price, so that ``money`` is too little.
        public var isUnpriced: Bool

        /// Makes sums.
        public init(
            key: String?,
            turns: Int,
            unsettledTurns: Int,
            inputTokens: Int,
            cachedInputTokens: Int,
            cacheWriteTokens: Int,
            outputTokens: Int,
            money: String,
            currency: String? = nil,
            isUnpriced: Bool
        ) {
            (self.key, self.turns) = (key, turns)
            (self.unsettledTurns, self.inputTokens) = (unsettledTurns, inputTokens)
            (self.cachedInputTokens, self.cacheWriteTokens) = (cachedInputTokens, cacheWriteTokens)
            (self.outputTokens, self.money) = (outputTokens, money)
            (self.currency, self.isUnpriced) = (currency, isUnpriced)
        }

        package static let fields: Fields<Self> = Fields(
            named: "UsageSums",
            Self.init,
            .maybe("key", \.key, "The client or the model; missing for totals."),
            .always("turns", \.turns),
            .always(
                "unsettled_turns",
                \.unsettledTurns,
                "Turns whose reservations count, because their usage is not known."
            ),
            .always("input_tokens", \.inputTokens),
            .always("cached_input_tokens", \.cachedInputTokens),
            .always(
                "cache_write_tokens",
                \.cacheWriteTokens,
                "Input tokens that were written to the provider's cache.",
                missing: 0
            ),
            .always("output_tokens", \.outputTokens),
            .always("money", \.money, "An amount, such as \"0.012\"."),
            .maybe("currency", \.currency, "The currency of the amount, such as `EUR`."),
            .always("unpriced", \.isUnpriced, "Whether some of it had no price.", missing: false)
        )
    }

    /// An hour or a day with usage.
    public struct Bucket: WireRecord {
        /// Its start.
        public var start: Date
        /// The sums by client or model.
        public var groups: [Sums]

        /// Makes a bucket.
        public init(start: Date, groups: [Sums]) { (self.start, self.groups) = (start, groups) }

        package static let fields: Fields<Self> = Fields(
            Self.init,
            .always("start", \.start),
            .always("groups", \.groups)
        )
    }

    /// The currency of the amounts of money; `nil` if the server does not name it.
    public var currency: String?
    /// The IANA name of the time zone of the buckets.
    public var timeZone: String
    /// The hours or days with usage, in their order.
    public var buckets: [Bucket]
    /// The sums of the whole period by client or model.
    public var groups: [Sums]
    /// The sums of the whole period.
    public var totals: Sums

    /// Makes a summary.
    public init(currency: String? = nil, timeZone: String, buckets: [Bucket], groups: [Sums], totals: Sums) {
        (self.currency, self.timeZone, self.buckets) = (currency, timeZone, buckets)
        (self.groups, self.totals) = (groups, totals)
    }

    package static let fields: Fields<Self> = Fields(
        named: "UsageSummary",
        last: ["currency"],
        Self.init,
        .maybe("currency", \.currency, "The currency of the amounts, such as `USD`."),
        .always("time_zone", \.timeZone),
        .always("buckets", \.buckets),
        .always("groups", \.groups),
        .always("totals", \.totals)
    )
}
