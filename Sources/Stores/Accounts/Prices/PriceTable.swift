import CalendarDays
public import ModelTable
import Storage
import Synchronization

/// The prices of models in one currency, by the names that requests use.
///
/// The prices of the operator come first, then those of the table of models. As text, the operator's table has a line for the currency and
/// one for each model, with prices per million tokens:
///
/// ```
/// currency USD
/// # model              prices per million tokens
/// openai:some-model    input=1 cached=0.05 write=1.25 write_long=2.5 output=5
/// openai:some-model    input=2 output=10 from=2026-12-01
/// gemini:some-model    input=2 output=12 above=200000 above_input=4 above_output=18
/// ollama:*             input=0 output=0
/// ```
///
/// `cached` is the price of tokens from the provider's cache, `write` of tokens written to it, and `write_long` of those written for its
/// longer time; each is by default the one before it that concerns new tokens. The prices with `above_` apply to all tokens of a request
/// with more input tokens than `above`. A line with `from` applies from that day on, in UTC. A name that ends in `*` matches all names
/// with that prefix; the longest match with a price for the day applies. `openai:` and `openai-responses:` are the same models, so either
/// name's prices apply to both. `#` starts a comment.
public struct PriceTable: Sendable {
    /// The currency of all amounts of money, such as `USD`.
    public var currency: String

    private var exact: [String: [DatedPrice]] = [:]
    /// The prices by prefix, the longest prefix first.
    private var families: [(prefix: String, prices: [DatedPrice])] = []
    private var builtInPrices: BuiltInPrices?

    /// The providers whose models have built-in prices: the provider's name in the table of models, by the name that requests use.
    public static let vendors = [
        "anthropic": "anthropic", "gemini": "gemini", "ollama": "ollama", "openai": "openai",
        "openai-responses": "openai",
    ]

    /// The prices of the table of models that is a part of the program, for all ``vendors``.
    public static let builtIn = PriceTable(models: .builtIn)

    /// The maximum length of a file with prices, in bytes.
    public static let maximumBytes = 1 << 20

    /// Makes a table of the prices in a table of models.
    ///
    /// The built-in model is free.
    ///
    /// - Parameters:
    ///   - models: The table of models.
    ///   - providers: The providers whose prices apply, as ``vendors`` has them. A provider whose address is another server's does not
    ///     belong to them, because that server has its own prices.
    public init(models: ModelTable, providers: [String: String] = vendors) {
        currency = models.currency
        exact["phrasebook"] = [DatedPrice(rates: .init(input: 0, output: 0))]
        builtInPrices = BuiltInPrices(models: models, providers: providers)
    }

    /// Makes a table without built-in prices.
    /// - Parameters:
    ///   - currency: The currency of the prices.
    ///   - prices: Prices by model name; a name that ends in `*` matches all names with that prefix.
    public init(currency: String, prices: [String: DatedPrice]) {
        self.currency = currency
        for (name, price) in prices { set([price], for: name) }
    }

    /// Returns the price of a model on a day, as `YYYY-MM-DD`; `nil` if it has none.
    public func price(of model: String, on day: String) -> DatedPrice? {
        let names = [model, Self.otherName(of: model)].compactMap(\.self)
        for name in names {
            if let price = exact[name]?.price(on: day) { return price }
        }
        for name in names {
            for family in families where name.hasPrefix(family.prefix) {
                if let price = family.prices.price(on: day) { return price }
            }
        }
        guard let builtInPrices, let price = builtInPrices[model].price(on: day) else { return nil }
        return builtInPrices.models.currency == currency || price.isFree ? price : nil
    }

    /// Returns the name of the same model at OpenAI's other interface; `nil` for other models.
    private static func otherName(of model: String) -> String? {
        let (chat, responses) = ("openai:", "openai-responses:")
        if model.hasPrefix(chat) { return responses + model.dropFirst(chat.count) }
        if model.hasPrefix(responses) { return chat + model.dropFirst(responses.count) }
        return nil
    }

    private mutating func set(_ prices: [DatedPrice], for name: String) {
        let prices = prices.sorted { ($0.from ?? "") < ($1.from ?? "") }
        guard name.hasSuffix("*") else {
            exact[name] = prices
            return
        }
        families.append((String(name.dropLast()), prices))
        families.sort { ($1.prefix.utf8.count, $1.prefix) < ($0.prefix.utf8.count, $0.prefix) }
    }
}

extension [DatedPrice] {
    /// Returns the price that applies on a day.
    fileprivate func price(on day: String) -> DatedPrice? { last { ($0.from ?? "") <= day } }
}

/// The prices in a table of models, which keeps those that were asked for: a look-up compares a name with all patterns of the table.
private final class BuiltInPrices: Sendable {
    let models: ModelTable
    private let providers: [String: String]
    private let known = Mutex<[String: [DatedPrice]]>([:])

    /// A bound on the names, which the settings define.
    private static let mostNames = 1000

    init(models: ModelTable, providers: [String: String]) { (self.models, self.providers) = (models, providers) }

    /// The prices of a model, ordered by their first days.
    subscript(model: String) -> [DatedPrice] {
        if let prices = known.withLock({ $0[model] }) { return prices }
        let parts = model.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, let provider = providers[parts[0]] else { return [] }
        let prices = models.facts(of: provider, parts[1]).prices ?? []
        known.withLock { if $0.count < Self.mostNames { $0[model] = prices } }
        return prices
    }
}

// MARK: - Text

extension PriceTable {
    /// Parses the operator's table; models without a price in it have the prices of another table.
    ///
    /// If the currencies differ, only the free models of the other table keep their price.
    ///
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/invalidPrices``, which names the line.
    public init(parsing text: String, over other: PriceTable = .builtIn) throws(AccountsError) {
        self = other
        var hasCurrency = false
        var rows: [String: [DatedPrice]] = [:]
        // A line break of CR and LF is one character in Swift, so it splits only once.
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let name = words.first else { continue }
            if name == "currency" {
                guard words.count == 2, !hasCurrency else {
                    throw Self.fault(index, "the currency must be set once, as in 'currency USD'")
                }
                currency = words[1]
                hasCurrency = true
                continue
            }
            let price = try Self.price(words.dropFirst(), line: index)
            guard rows[name, default: []].allSatisfy({ $0.from != price.from }) else {
                throw Self.fault(index, "'\(name)' already has a price\(price.from.map { " from \($0) on" } ?? "")")
            }
            rows[name, default: []].append(price)
        }
        for (name, prices) in rows { set(prices, for: name) }
        guard hasCurrency || rows.isEmpty else {
            throw AccountsError(
                .invalidPrices,
                "The price table has no currency. Add a line such as 'currency USD'."
            )
        }
    }

    /// The members of a price: the amounts, and the other two.
    private static let amountNames = ["input", "cached", "write", "write_long", "output"]
    private static let names = amountNames + ["above"] + amountNames.map { "above_\($0)" } + ["from"]

    private static func price(_ words: some Sequence<String>, line: Int) throws(AccountsError) -> DatedPrice {
        var values: [String: String] = [:]
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, names.contains(parts[0]), values[parts[0]] == nil else {
                let expected = names.map { "\($0)=…" }.joined(separator: ", ")
                throw fault(line, "'\(word)' must be one of \(expected), each only once")
            }
            values[parts[0]] = parts[1]
        }
        guard let rates = try rates(in: values, "", line: line) else {
            throw fault(line, "a price needs input=… and output=…")
        }
        var price = DatedPrice(rates: rates)
        let above = try self.rates(in: values, "above_", line: line)
        if let text = values["above"] {
            guard let tokens = Int(text), (1...1_000_000_000).contains(tokens), let above else {
                throw fault(line, "above=… needs a number of tokens, above_input=… and above_output=…")
            }
            price.above = DatedPrice.Step(tokens: tokens, rates: above)
        } else if above != nil {
            throw fault(line, "above_input=… and the like need above=…, a number of tokens")
        }
        if let day = values["from"] {
            guard CalendarDay(day) != nil else { throw fault(line, "'\(day)' is not a day such as 2026-12-01") }
            price.from = day
        }
        return price
    }

    /// Returns the amounts whose names have a prefix; `nil` if there are none.
    private static func rates(
        in values: [String: String],
        _ prefix: String,
        line: Int
    ) throws(AccountsError) -> DatedPrice.Rates? {
        var amounts: [String: Int] = [:]
        for name in amountNames {
            guard let text = values[prefix + name] else { continue }
            guard let amount = Money(text), amount.micros <= 1_000_000_000_000 else {
                throw fault(line, "'\(text)' is not an amount such as 0.25")
            }
            amounts[name] = amount.micros
        }
        guard !amounts.isEmpty else { return nil }
        guard let input = amounts["input"], let output = amounts["output"] else {
            throw fault(line, "a price needs \(prefix)input=… and \(prefix)output=…")
        }
        return DatedPrice.Rates(
            input: input,
            cached: amounts["cached"],
            write: amounts["write"],
            writeLong: amounts["write_long"],
            output: output
        )
    }

    private static func fault(_ line: Int, _ what: String) -> AccountsError {
        AccountsError(.invalidPrices, "Line \(line + 1) of the price table cannot be read: \(what).")
    }
}
