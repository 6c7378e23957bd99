public import Storage

/// The numbers that apply to a user: those that the operator has set for it, then those of its plan.
public struct UserPlan: Sendable, Equatable {
    /// The plan of identified users that name no other one.
    public static let standard = "default"

    /// The plan of anonymous users that name no other one.
    public static let anonymous = "anonymous"

    /// The name of the plan.
    public var name: String

    /// The limits of the user's usage.
    public var limits: ClientLimits

    /// The most bytes of stored data; `nil` for that of the client.
    public var storageBytes: Int?

    /// The most items of the user's inventory; `nil` for no limit.
    public var inventoryItems: Int?

    /// The time for which conversations are kept, in whole days; `nil` for as long as the client's.
    public var retention: Duration?

    /// The names of the models that the user may choose, each perhaps with a star at its end; `nil` for every model.
    public var models: [String]?

    /// The model of a request that names none; `nil` for the server's.
    public var model: String?

    /// The words for an amount of reasoning, the smallest first.
    public static let efforts = ["none", "minimal", "low", "medium", "high", "xhigh", "max"]

    /// The most reasoning before an answer, one of ``efforts``; `nil` for no limit.
    public var effort: String?

    /// Makes a plan.
    public init(
        name: String,
        limits: ClientLimits = .none,
        storageBytes: Int? = nil,
        inventoryItems: Int? = nil,
        retention: Duration? = nil,
        models: [String]? = nil,
        model: String? = nil,
        effort: String? = nil
    ) {
        (self.name, self.limits, self.storageBytes) = (name, limits, storageBytes)
        (self.inventoryItems, self.retention) = (inventoryItems, retention)
        (self.models, self.model, self.effort) = (models, model, effort)
    }

    /// The most stored data, in units of 1,048,576 bytes.
    package var storageMegabytes: Int? { storageBytes.map { $0 >> 20 } }

    /// The days for which conversations are kept.
    package var retentionDays: Int? { retention.map { Int($0.components.seconds) / 86_400 } }

    /// Returns the name of the plan of users of a kind that name no other one.
    public static func name(of kind: EndUserRecord.Kind) -> String { kind == .anonymous ? anonymous : standard }

    /// Whether a list has a model, by its name in requests, such as `anthropic:claude-opus-5`.
    ///
    /// - Parameter models: The names, each perhaps with a star at its end; `nil` for every model.
    public static func allows(_ model: String, by models: [String]?) -> Bool {
        guard let models else { return true }
        return models.contains { pattern in
            pattern.utf8.last == UInt8(ascii: "*")
                ? model.utf8.starts(with: pattern.utf8.dropLast()) : model.utf8.elementsEqual(pattern.utf8)
        }
    }
}

/// A number in the settings of a plan.
public enum PlanNumber: String, Sendable, Hashable, CaseIterable {
    /// The turns and tool calls that may start in a minute.
    case requestsPerMinute = "requests_per_minute"
    /// The turns that may run at the same time.
    case concurrentRuns = "concurrent_runs"
    /// The tokens in a minute.
    case tokensPerMinute = "tokens_per_minute"
    /// The tokens in a day.
    case tokensPerDay = "tokens_per_day"
    /// The tokens in a month.
    case tokensPerMonth = "tokens_per_month"
    /// The money in a day, in millionths.
    case moneyPerDay = "money_per_day"
    /// The money in a month, in millionths.
    case moneyPerMonth = "money_per_month"
    /// The stored data, in units of 1,048,576 bytes.
    case storageMegabytes = "storage_mb"
    /// The items of the user's inventory.
    case inventoryItems = "inventory_items"
    /// The days for which conversations are kept.
    case retentionDays = "retention_days"

    /// Whether the number is an amount of money, which JSON has as a text.
    package var isMoney: Bool { self == .moneyPerDay || self == .moneyPerMonth }

    /// The largest number.
    package var largest: Int {
        switch self {
        // A bucket divides each unit into 60,000 parts.
        case .requestsPerMinute, .tokensPerMinute: 1_000_000_000_000
        case .concurrentRuns, .tokensPerDay, .tokensPerMonth, .moneyPerDay, .moneyPerMonth: 999_999_999_999_999
        case .storageMegabytes: 1_000_000_000
        case .inventoryItems: 1_000_000
        case .retentionDays: 36_500
        }
    }

    /// The numbers that limit the usage of models and tools.
    static let ofUsage: [PlanNumber] = [
        .requestsPerMinute, .concurrentRuns, .tokensPerMinute, .tokensPerDay, .tokensPerMonth, .moneyPerDay,
        .moneyPerMonth,
    ]
}
