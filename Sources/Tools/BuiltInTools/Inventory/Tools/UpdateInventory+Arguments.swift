public import LanguageModels
public import ToolRecords
import StreamingJSON

extension UpdateInventory {
    /// The item and the new values of its fields: a missing field keeps its value, and `null` clears it.
    ///
    /// The conformance is written by hand because the macro does not distinguish `null` from a missing field.
    public struct Arguments: Generable, Sendable {
        /// The item's id.
        public var id: Int

        /// The changes of the fields.
        public var change: InventoryItemChange

        /// Whether the title is `null`, which is invalid because every item has a title.
        public var isTitleCleared: Bool

        /// The expected version of the item; nil for any.
        public var version: String?

        /// Reads a model's arguments.
        public init(_ content: GeneratedContent) throws {
            id = try content.value(Int.self, forProperty: "id")
            version = try content.value(String?.self, forProperty: "version")
            isTitleCleared = content.jsonValue["title"]?.isNull == true
            change = InventoryItemChange(
                title: try content.value(String?.self, forProperty: "title"),
                quantity: try Self.change(of: "quantity", in: content),
                unit: try Self.change(of: "unit", in: content),
                category: try Self.change(of: "category", in: content),
                place: try Self.change(of: "place", in: content),
                state: try Self.change(of: "state", in: content),
                code: try Self.change(of: "code", in: content),
                note: try Self.change(of: "note", in: content)
            )
        }

        private static func change<Value: Generable & Sendable & Equatable>(
            of field: String,
            in content: GeneratedContent
        ) throws -> FieldChange<Value> {
            if let value = try content.value(Value?.self, forProperty: field) { return .set(value) }
            return content.jsonValue[field] == nil ? .keep : .clear
        }
    }
}

extension UpdateInventory.Arguments {
    /// The arguments in the form in which a model writes them.
    public var generatedContent: GeneratedContent {
        var members: JSONObject = ["id": .integer(id)]
        members["title"] = isTitleCleared ? .null : change.title.map(JSONValue.string)
        members["quantity"] = change.quantity.json(JSONValue.number)
        members["unit"] = change.unit.json(JSONValue.string)
        members["category"] = change.category.json(JSONValue.string)
        members["place"] = change.place.json(JSONValue.string)
        members["state"] = change.state.json(JSONValue.string)
        members["code"] = change.code.json(JSONValue.string)
        members["note"] = change.note.json(JSONValue.string)
        members["version"] = version.map(JSONValue.string)
        return GeneratedContent(jsonValue: .object(members))
    }

    /// The schema for the model.
    public static var generationSchema: GenerationSchema {
        GenerationSchema(
            type: Self.self,
            properties: [
                .init(name: "id", description: "The item's ID, as a list shows it.", type: Int.self),
                .init(name: "title", description: "The new title; leave out what stays as it is.", type: String?.self),
                .init(name: "quantity", description: "The new quantity.", type: OrNull<Double>?.self),
                .init(
                    name: "unit",
                    description: "The unit of the quantity, such as boxes or 個.",
                    type: OrNull<String>?.self
                ),
                .init(name: "category", description: "The group the item belongs to.", type: OrNull<String>?.self),
                .init(name: "place", description: "Where the item is kept.", type: OrNull<String>?.self),
                .init(
                    name: "state",
                    description: "The condition the item is in, such as new.",
                    type: OrNull<String>?.self
                ),
                .init(
                    name: "code",
                    description: "The bar code or another code on the item.",
                    type: OrNull<String>?.self
                ),
                .init(name: "note", description: "Anything else worth knowing.", type: OrNull<String>?.self),
                .init(
                    name: "version",
                    description:
                        "The version that is meant, from the item's details: if it has changed since, nothing is done.",
                    type: String?.self
                ),
            ]
        )
    }
}

/// A value or `null`, for the schema of a field that can be cleared.
private enum OrNull<Value: Generable & Sendable>: Generable {
    case value(Value)
    case null

    init(_ content: GeneratedContent) throws {
        self = content.jsonValue.isNull ? .null : .value(try content.value())
    }

    var generatedContent: GeneratedContent {
        switch self {
        case .value(let value): value.generatedContent
        case .null: GeneratedContent(jsonValue: .null)
        }
    }

    static var generationSchema: GenerationSchema {
        var keywords = Value.generationSchema.jsonValue.objectValue ?? [:]
        if let type = keywords["type"] { keywords["type"] = [type, "null"] }
        // The quantity is the only field with a number.
        if Value.self == Double.self { keywords["minimum"] = 0 }
        return GenerationSchema(jsonSchema: keywords)
    }
}

extension FieldChange {
    fileprivate func json(_ value: (Value) -> JSONValue) -> JSONValue? {
        switch self {
        case .keep: nil
        case .clear: .null
        case .set(let new): value(new)
        }
    }
}
