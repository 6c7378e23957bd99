import Storage

/// The prices of models in one currency, by the names that requests use.
///
/// As text, it has a line for the currency and one for each model, with prices per million tokens:
///
/// ```
/// currency USD
/// # model              prices per million tokens
/// openai:some-model    input=0.25 cached=0.025 output=2
/// ollama:*             input=0 output=0
/// ```
///
/// A name that ends in `*` matches all names with that prefix; the longest match applies. `#` starts a comment. If a provider
/// charges more for writing its cache than for plain input, the higher price belongs in `input`, because cache writes count as
/// input.
public struct PriceTable: Sendable, Equatable {
    /// The currency of all amounts of money, such as `USD`.
    public var currency: String

    private var exact: [String: ModelPrice] = [:]
    /// The prices by prefix, the longest prefix first.
    private var families: [(prefix: String, price: ModelPrice)] = []

    /// The models that are free because they run on the operator's machine: the built-in one and Ollama's.
    ///
    /// Prices of providers change too often to be built in.
    public static let builtIn: PriceTable = {
        let free = ModelPrice(input: .zero, output: .zero)
        return PriceTable(currency: "USD", prices: ["phrasebook": free, "ollama:*": free])
    }()

    /// Makes a table.
    /// - Parameters:
    ///   - currency: The currency of the prices.
    ///   - prices: Prices by model name; a name that ends in `*` matches all names with that prefix.
    public init(currency: String, prices: [String: ModelPrice]) {
        self.currency = currency
        for (name, price) in prices { add(price, for: name) }
    }

    /// Returns the price of a model; nil if it has none.
    public func price(of model: String) -> ModelPrice? {
        exact[model] ?? families.first { model.hasPrefix($0.prefix) }?.price
    }

    /// Whether two tables have the same prices.
    public static func == (left: PriceTable, right: PriceTable) -> Bool {
        left.currency == right.currency && left.exact == right.exact
            && left.families.elementsEqual(right.families) { $0.prefix == $1.prefix && $0.price == $1.price }
    }

    private mutating func add(_ price: ModelPrice, for name: String) {
        guard name.hasSuffix("*") else {
            exact[name] = price
            return
        }
        let prefix = String(name.dropLast())
        families.removeAll { $0.prefix == prefix }
        families.append((prefix, price))
        families.sort { ($1.prefix.utf8.count, $1.prefix) < ($0.prefix.utf8.count, $0.prefix) }
    }
}

extension PriceTable {
    /// Parses a table; models that it does not name have the prices of ``builtIn``.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/invalidPrices``, which names the line.
    public init(parsing text: String) throws(AccountsError) {
        self = .builtIn
        var hasCurrency = false
        var names: Set<String> = []
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
            guard names.insert(name).inserted else { throw Self.fault(index, "'\(name)' already has a price") }
            add(try Self.price(words.dropFirst(), line: index), for: name)
        }
        guard hasCurrency || names.isEmpty else {
            throw AccountsError(
                .invalidPrices,
                "The price table has no currency. Add a line such as 'currency USD'."
            )
        }
    }

    private static func price(_ words: some Sequence<String>, line: Int) throws(AccountsError) -> ModelPrice {
        var amounts: [String: Money] = [:]
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, ["input", "cached", "output"].contains(parts[0]), amounts[parts[0]] == nil else {
                throw fault(line, "'\(word)' must be input=…, cached=… or output=…, each only once")
            }
            guard let amount = Money(parts[1]), amount.micros <= 1_000_000_000_000 else {
                throw fault(line, "'\(parts[1])' is not an amount such as 0.25")
            }
            amounts[parts[0]] = amount
        }
        guard let input = amounts["input"], let output = amounts["output"] else {
            throw fault(line, "a price needs input=… and output=…")
        }
        return ModelPrice(input: input, cachedInput: amounts["cached"], output: output)
    }

    private static func fault(_ line: Int, _ what: String) -> AccountsError {
        AccountsError(.invalidPrices, "Line \(line + 1) of the price table cannot be read: \(what).")
    }
}
