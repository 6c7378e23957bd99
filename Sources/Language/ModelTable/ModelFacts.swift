import CalendarDays
import StreamingJSON

/// The facts about a model that decide what may be sent to it, what it costs, and how long it exists.
///
/// A fact that is `nil` is not known.
public struct ModelFacts: Sendable, Hashable {
    /// One of OpenAI's two interfaces.
    public enum Interface: String, Sendable, Hashable, CaseIterable {
        case chat, responses
    }

    /// The sampling parameters that a model accepts.
    public enum Sampling: String, Sendable, Hashable, CaseIterable {
        /// All.
        case all
        /// Either `temperature` or `top_p`.
        case one
        /// All, but only in requests whose effort is `none`.
        case withoutEffort = "without_effort"
        /// None: the model refuses or ignores them.
        case none
    }

    /// The way in which a provider charges for its cache.
    public enum Cache: String, Sendable, Hashable, CaseIterable {
        /// Writes are not charged.
        case free
        /// Writes are charged and counted.
        case written
    }

    /// The number of tokens that the model can read and write in one request.
    public var window: Int?
    /// The most tokens that it can write in one request.
    public var output: Int?
    /// The interface through which OpenAI serves the model with all its abilities.
    public var interface: Interface?
    /// The words for an effort that it accepts.
    public var efforts: [String]?
    /// The effort of a request that names none.
    public var defaultEffort: String?
    /// The sampling parameters that it accepts.
    public var sampling: Sampling?
    /// The most stop sequences that it accepts.
    public var stop: Int?
    /// The provider's words for the ways in which a request sets how the model thinks; empty for a model that cannot think.
    public var thinking: [String]?
    /// Whether it thinks if a request does not mention it.
    public var thinksByDefault: Bool?
    /// The smallest and the largest number of tokens for its thoughts.
    public var budget: ClosedRange<Int>?
    /// Whether a request can require a call.
    public var forcesCalls: Bool?
    /// Whether its answers can be held to a schema.
    public var schemas: Bool?
    /// Whether they can in a request that offers tools.
    public var schemasBesideTools: Bool?
    /// Whether a call that is sent back must have the signature of its thought.
    public var checksSignatures: Bool?
    /// Whether the provider refuses a thought whose conversation before it has changed.
    public var bindsThoughts: Bool?
    /// Whether a conversation may have instructions after its start.
    public var midConversationSystem: Bool?
    /// Whether it sees images.
    public var vision: Bool?
    /// Whether it reads documents such as PDF.
    public var documents: Bool?
    /// The way in which the provider charges for its cache.
    public var cache: Cache?
    /// The fewest tokens that the provider caches.
    public var cacheMinimum: Int?
    /// The prices, ordered by their first days.
    public var prices: [DatedPrice]?
    /// The first day on which the provider no longer serves the model.
    public var ends: String?
    /// Whether the provider no longer serves it.
    public var retired: Bool?
    /// The name of the model that the provider recommends in its place.
    public var replacement: String?
    /// The origin of the facts.
    public var source: String?

    /// Makes facts of which none is known.
    public init() {}
}

extension ModelFacts {
    /// Replaces the facts that `other` knows.
    public mutating func overlay(_ other: ModelFacts) {
        func replace<Value>(_ fact: WritableKeyPath<ModelFacts, Value?>) {
            if let value = other[keyPath: fact] { self[keyPath: fact] = value }
        }
        replace(\.window)
        replace(\.output)
        replace(\.interface)
        replace(\.efforts)
        replace(\.defaultEffort)
        replace(\.sampling)
        replace(\.stop)
        replace(\.thinking)
        replace(\.thinksByDefault)
        replace(\.budget)
        replace(\.forcesCalls)
        replace(\.schemas)
        replace(\.schemasBesideTools)
        replace(\.checksSignatures)
        replace(\.bindsThoughts)
        replace(\.midConversationSystem)
        replace(\.vision)
        replace(\.documents)
        replace(\.cache)
        replace(\.cacheMinimum)
        replace(\.prices)
        replace(\.ends)
        replace(\.retired)
        replace(\.replacement)
        replace(\.source)
    }

    /// The number of days from `today` until the provider no longer serves the model; `nil` if no end is known.
    ///
    /// It is negative after the end.
    ///
    /// - Parameter today: A day, as `YYYY-MM-DD`.
    public func daysLeft(on today: String) -> Int? {
        guard let ends = ends.flatMap({ CalendarDay($0) }), let today = CalendarDay(today) else { return nil }
        return ends.number - today.number
    }

    /// The price that applies on a day, as `YYYY-MM-DD`; `nil` if none is known.
    public func price(on day: String) -> DatedPrice? {
        // Days of this form are ordered as their texts.
        prices?.last { $0.from.map { $0 <= day } ?? true }
    }

    /// Returns the accepted effort that is nearest to a word: the next lower one, or else the lowest; `nil` if the model accepts none.
    ///
    /// No word but `none` itself switches thoughts off.
    public func effort(nearestTo word: String) -> String? {
        guard let efforts, !efforts.isEmpty else { return nil }
        guard !efforts.contains(word), let rank = Self.efforts.firstIndex(of: word) else {
            return efforts.contains(word) ? word : nil
        }
        let ranked = efforts.compactMap { word in Self.efforts.firstIndex(of: word).map { (rank: $0, word: word) } }
            .filter { $0.rank > 0 }
        let lower = ranked.filter { $0.rank < rank }.max { $0.rank < $1.rank }
        return (lower ?? ranked.min { $0.rank < $1.rank })?.word
    }

    /// All words for an effort, the lowest first.
    public static let efforts = ["none", "minimal", "low", "medium", "high", "xhigh", "max"]
}

/// The prices of a model from a day on, in millionths of the currency's unit per million tokens.
public struct DatedPrice: Sendable, Hashable {
    /// The prices of the kinds of tokens.
    public struct Rates: Sendable, Hashable {
        /// The price of input tokens.
        public var input: Int
        /// The price of input tokens that the provider's cache supplied; `nil` for that of other input.
        public var cached: Int?
        /// The price of input tokens that were written to the provider's cache; `nil` for that of other input.
        public var write: Int?
        /// The price of input tokens that were written to the provider's cache for its longer time; `nil` for that of other writes.
        public var writeLong: Int?
        /// The price of output tokens.
        public var output: Int

        /// Makes prices.
        public init(input: Int, cached: Int? = nil, write: Int? = nil, writeLong: Int? = nil, output: Int) {
            (self.input, self.cached, self.write, self.writeLong, self.output) = (
                input, cached, write, writeLong, output
            )
        }
    }

    /// Prices for all tokens of a request whose input exceeds a number of tokens.
    public struct Step: Sendable, Hashable {
        /// The largest number of input tokens without these prices.
        public var tokens: Int
        /// The prices beyond it.
        public var rates: Rates

        /// Makes a step.
        public init(tokens: Int, rates: Rates) { (self.tokens, self.rates) = (tokens, rates) }
    }

    /// The first day of the prices, as `YYYY-MM-DD`; `nil` for the first prices.
    public var from: String?
    /// The prices of requests.
    public var rates: Rates
    /// The prices of longer requests; `nil` if they cost the same.
    public var above: Step?

    /// Makes prices.
    public init(from: String? = nil, rates: Rates, above: Step? = nil) {
        (self.from, self.rates, self.above) = (from, rates, above)
    }
}
