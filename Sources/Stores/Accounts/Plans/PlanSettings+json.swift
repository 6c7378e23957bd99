import Storage
public import StreamingJSON

extension PlanSettings {
    /// The most patterns of models.
    static let mostModels = 64
    /// The longest name or pattern of a model, in bytes.
    private static let longestModel = 256

    /// Reads settings.
    ///
    /// - Parameter path: The name of the object, for errors.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/invalidClient`` and a sentence about the first faulty member.
    public init(jsonValue: JSONValue, at path: String) throws(AccountsError) {
        try self.init(jsonValue: jsonValue, at: path, numbers: PlanNumber.allCases, models: true)
    }

    /// Reads stored settings; those that cannot be read, which another version has written, inherit everything.
    init?(stored text: String) {
        guard let value = try? JSONValue(parsing: text),
            let settings = try? PlanSettings(jsonValue: value, at: "limits")
        else { return nil }
        self = settings
    }

    /// Reads settings of some numbers, perhaps without models.
    init(jsonValue: JSONValue, at path: String, numbers: [PlanNumber], models: Bool) throws(AccountsError) {
        let known = numbers.map(\.rawValue) + (models ? ["models", "model", "effort"] : [])
        let reader = try SettingsReader(jsonValue, at: path, known: known)
        self.init()
        for number in numbers {
            let expected =
                number.isMoney
                ? "an amount as a text, such as \"2.50\", of more than 0 and with at most six decimal places"
                : "a whole number from 1 to \(number.largest)"
            if let value = try reader.setting(number.rawValue, expected, number.read) {
                self.numbers.updateValue(value, forKey: number)
            }
        }
        guard models else { return }
        self.models = try reader.setting("models", "a list of 1 to \(Self.mostModels) names of models") { value in
            guard let names = value.arrayValue, (1...Self.mostModels).contains(names.count) else { return nil }
            let read = names.compactMap(Self.modelName)
            return read.count == names.count ? read : nil
        }
        model = try reader.setting("model", "the name of a model", Self.modelName)
        effort = try reader.setting("effort", "one of \(UserPlan.efforts.joined(separator: ", "))") { value in
            value.stringValue.flatMap { UserPlan.efforts.contains($0) ? $0 : nil }
        }
    }

    private static func modelName(_ value: JSONValue) -> String? {
        value.stringValue.flatMap { isModelName($0) ? $0 : nil }
    }

    /// Whether a text can be the name or the pattern of a model.
    static func isModelName(_ text: String) -> Bool {
        (1...longestModel).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// The settings as JSON, with `null` for what is lifted.
    public var jsonValue: JSONValue {
        var object = JSONObject()
        for number in PlanNumber.allCases {
            guard let value = numbers[number] else { continue }
            object[number.rawValue] = number.json(value)
        }
        if let models { object["models"] = models.map { .array($0.map(JSONValue.string)) } ?? .null }
        if let model { object["model"] = model.map(JSONValue.string) ?? .null }
        if let effort { object["effort"] = effort.map(JSONValue.string) ?? .null }
        return .object(object)
    }
}

extension PlanNumber {
    fileprivate func read(_ value: JSONValue) -> Int? {
        let number = isMoney ? value.stringValue.flatMap { Money($0) }?.micros : value.intValue
        return number.flatMap { (1...largest).contains($0) ? $0 : nil }
    }

    fileprivate func json(_ value: Int?) -> JSONValue {
        guard let value else { return .null }
        return isMoney ? .string(Money(micros: value).description) : .integer(value)
    }
}
