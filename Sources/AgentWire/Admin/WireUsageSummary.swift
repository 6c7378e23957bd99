#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// The usage of a period by hours or days and by clients or models, with its totals.
public struct WireUsageSummary: WireValue {
    /// Sums of usage.
    public struct Sums: WireValue {
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
            isUnpriced: Bool
        ) {
            self.key = key
            self.turns = turns
            self.unsettledTurns = unsettledTurns
            self.inputTokens = inputTokens
            self.cachedInputTokens = cachedInputTokens
            self.cacheWriteTokens = cacheWriteTokens
            self.outputTokens = outputTokens
            self.money = money
            self.isUnpriced = isUnpriced
        }

        /// Reads sums.
        ///
        /// - Throws: ``WireError`` with every field that is missing or of another type.
        public init(jsonValue: JSONValue) throws(WireError) {
            var fields = try RequestFields(open: jsonValue)
            key = fields.string("key")
            turns = fields.requiredInteger("turns")
            unsettledTurns = fields.requiredInteger("unsettled_turns")
            inputTokens = fields.requiredInteger("input_tokens")
            cachedInputTokens = fields.requiredInteger("cached_input_tokens")
            cacheWriteTokens = fields.integer("cache_write_tokens") ?? 0
            outputTokens = fields.requiredInteger("output_tokens")
            money = fields.requiredString("money")
            currency = fields.string("currency")
            isUnpriced = fields.bool("unpriced") ?? false
            try fields.check()
        }

        /// The sums as JSON.
        public var jsonValue: JSONValue {
            var object: JSONObject = [:]
            if let key { object["key"] = .string(key) }
            object["turns"] = .integer(turns)
            object["unsettled_turns"] = .integer(unsettledTurns)
            object["input_tokens"] = .integer(inputTokens)
            object["cached_input_tokens"] = .integer(cachedInputTokens)
            object["cache_write_tokens"] = .integer(cacheWriteTokens)
            object["output_tokens"] = .integer(outputTokens)
            object["money"] = .string(money)
            if let currency { object["currency"] = .string(currency) }
            object["unpriced"] = .bool(isUnpriced)
            return .object(object)
        }
    }

    /// An hour or a day with usage.
    public struct Bucket: WireValue {
        /// Its start.
        public var start: Date
        /// The sums by client or model.
        public var groups: [Sums]

        /// Makes a bucket.
        public init(start: Date, groups: [Sums]) { (self.start, self.groups) = (start, groups) }

        /// Reads a bucket.
        ///
        /// - Throws: ``WireError`` with every field that is missing or of another type.
        public init(jsonValue: JSONValue) throws(WireError) {
            var fields = try RequestFields(open: jsonValue)
            start = fields.requiredDate("start")
            groups = fields.requiredValues("groups")
            try fields.check()
        }

        /// The bucket as JSON.
        public var jsonValue: JSONValue { ["start": .time(start), "groups": .array(groups.map(\.jsonValue))] }
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
        self.currency = currency
        self.timeZone = timeZone
        self.buckets = buckets
        self.groups = groups
        self.totals = totals
    }

    /// Reads a summary.
    ///
    /// - Throws: ``WireError`` with every fault of every element.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        currency = fields.string("currency")
        timeZone = fields.requiredString("time_zone")
        buckets = fields.requiredValues("buckets")
        groups = fields.requiredValues("groups")
        totals = try fields.requiredValue("totals")
        try fields.check()
    }

    /// The summary as JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = [
            "time_zone": .string(timeZone), "buckets": .array(buckets.map(\.jsonValue)),
            "groups": .array(groups.map(\.jsonValue)), "totals": totals.jsonValue,
        ]
        if let currency { object["currency"] = .string(currency) }
        return .object(object)
    }
}
