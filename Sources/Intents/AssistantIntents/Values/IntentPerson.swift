public import AssistantSchemas
public import StreamingJSON

/// A person, as far as a request or an app describes one.
public struct IntentPerson: IntentValue, Hashable {
    /// The identifier in the app; ``Identifier/unknown`` for a person who is only described.
    public var identifier: Identifier
    /// The name.
    public var name: Name
    /// The address.
    public var handle: Handle?

    /// Describes a person.
    public init(identifier: Identifier = .unknown, name: Name = .unknown, handle: Handle? = nil) {
        self.identifier = identifier
        self.name = name
        self.handle = handle
    }

    /// The identifier of a person.
    public enum Identifier: Sendable, Hashable {
        /// None.
        case unknown
        /// The identifier in the app.
        case applicationDefined(String)
    }

    /// The name of a person.
    public enum Name: Sendable, Hashable {
        /// None.
        case unknown
        /// The name as people write it.
        case displayName(String)

        /// The name as people write it; empty for none.
        public var displayString: String {
            if case .displayName(let name) = self { name } else { "" }
        }
    }

    /// The address of a person.
    public struct Handle: Sendable, Hashable {
        /// The address with its kind.
        public var value: Value

        /// Makes an address of any kind.
        public init(_ value: Value) { self.value = value }

        /// Makes an email address.
        public init(emailAddress: String) { value = .emailAddress(emailAddress) }

        /// Makes a telephone number.
        public init(phoneNumber: String) { value = .phoneNumber(phoneNumber) }

        /// An address with its kind.
        public enum Value: Sendable, Hashable {
            /// An email address.
            case emailAddress(String)
            /// A telephone number.
            case phoneNumber(String)
            /// An address that the app defines.
            case applicationDefined(String)
        }
    }

    /// `IntentPerson`.
    public static var schemaType: SchemaType { .person }

    /// Reads `{"name", "handle": {"kind", "value"}, "id"}`.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> IntentPerson {
        guard let members = json.objectValue else { throw context.fault("a person", not: json) }
        var person = IntentPerson()
        if let id = members["id"]?.stringValue { person.identifier = .applicationDefined(id) }
        if let name = members["name"]?.stringValue { person.name = .displayName(name) }
        if let handle = members["handle"], !handle.isNull {
            guard let value = handle["value"]?.stringValue else {
                throw context.at("handle").fault("an address", not: handle)
            }
            person.handle =
                switch handle["kind"]?.stringValue {
                case "email": Handle(emailAddress: value)
                case "phone": Handle(phoneNumber: value)
                default: Handle(.applicationDefined(value))
                }
        }
        return person
    }

    /// Returns the known members of `{"name", "handle", "id"}`.
    public func json(in context: IntentOutput) async throws -> JSONValue {
        var members = JSONObject()
        if case .displayName(let name) = name { members["name"] = .string(name) }
        members["handle"] = handle.map { handle in
            switch handle.value {
            case .emailAddress(let address): ["kind": "email", "value": .string(address)]
            case .phoneNumber(let number): ["kind": "phone", "value": .string(number)]
            case .applicationDefined(let value): ["kind": "other", "value": .string(value)]
            }
        }
        if case .applicationDefined(let id) = identifier { members["id"] = .string(id) }
        // A person on the wire has at least one member.
        if members.isEmpty { members["name"] = "" }
        return .object(members)
    }
}
