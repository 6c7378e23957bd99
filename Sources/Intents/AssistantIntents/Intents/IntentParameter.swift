import AssistantSchemas
public import StreamingJSON

/// A parameter of an action.
///
/// The value is shared by all copies of the action, so that a parameter can be set without changing the action itself.
@propertyWrapper
public final class IntentParameter<Value: IntentValue>: Sendable {
    /// The name for people; `nil` for that of the catalog.
    public let title: LocalizedStringResource?

    private let defaultValue: Value?
    private let state: Protected<(value: Value?, name: String)>

    /// The state of a parameter in a call: left out, or set, to none too.
    public enum ValueState: Sendable {
        /// The call does not mention the parameter, so that the present value stays.
        case unset
        /// The call has a value; `nil` of an optional parameter removes the present value.
        case set(Value)
    }

    /// Makes a parameter with the names of the catalog.
    public init() {
        title = nil
        defaultValue = nil
        state = Protected((nil, ""))
    }

    /// Makes a parameter.
    public init(
        title: LocalizedStringResource,
        description: LocalizedStringResource? = nil,
        default defaultValue: Value? = nil,
        requestValueDialog: IntentDialog? = nil
    ) {
        self.title = title
        self.defaultValue = defaultValue
        state = Protected((nil, ""))
    }

    /// Makes a parameter with a default.
    public init(wrappedValue: Value) {
        title = nil
        defaultValue = wrappedValue
        state = Protected((nil, ""))
    }

    /// The value: that of the call, else the default, else none for an optional parameter.
    public var wrappedValue: Value {
        get {
            let (value, name) = state.withLock { $0 }
            if let value = value ?? defaultValue { return value }
            guard let nothing = (Value.self as? any NothingRepresentable.Type)?.nothing as? Value else {
                preconditionFailure(
                    "The parameter '\(name)' was read before it has a value; set it, or make it optional."
                )
            }
            return nothing
        }
        set { state.withLock { $0.value = newValue } }
    }

    /// The parameter itself.
    public var projectedValue: IntentParameter<Value> { self }

    /// Whether the call has a value.
    public var valueState: ValueState {
        state.withLock { $0.value }.map(ValueState.set) ?? .unset
    }

    /// Returns an error that makes the server ask the person for the value, and call again.
    public func needsValueError(_ dialog: IntentDialog? = nil) -> any Error {
        NeedsValueError(need: IntentNeed(parameter: state.withLock { $0.name }, prompt: dialog?.text))
    }

    /// Makes the server ask the person for the value, and call again.
    ///
    /// - Throws: always; a call does not wait for a person.
    public func requestValue(_ dialog: IntentDialog? = nil) async throws -> Value {
        throw needsValueError(dialog)
    }

    /// Makes the server ask the person to choose among values, and call again.
    ///
    /// - Throws: always; a call does not wait for a person.
    public func requestDisambiguation(among values: [Value], dialog: IntentDialog? = nil) async throws -> Value {
        var choices: [JSONValue] = []
        for value in values.prefix(EntityQueryCall.mostEntities) {
            choices.append(try await value.json(in: IntentOutput(depth: 0, properties: [], files: nil)))
        }
        throw NeedsValueError(
            need: IntentNeed(parameter: state.withLock { $0.name }, prompt: dialog?.text, choices: choices)
        )
    }
}

/// A parameter without its type, as the toolbox uses it.
public protocol AnyIntentParameter: Sendable {
    /// The type of its values.
    var valueType: any IntentValue.Type { get }

    /// Whether it has a value without a call.
    var hasDefault: Bool { get }

    /// Sets the name, which errors mention.
    func setName(_ name: String)

    /// Sets the value from an input.
    func set(_ json: JSONValue, in context: IntentInput) async throws
}

extension IntentParameter: AnyIntentParameter {
    /// The type of the values.
    public var valueType: any IntentValue.Type { Value.self }

    /// Whether there is a default.
    public var hasDefault: Bool { defaultValue != nil }

    /// Sets the name, which errors mention.
    public func setName(_ name: String) { state.withLock { $0.name = name } }

    /// Sets the value from an input.
    public func set(_ json: JSONValue, in context: IntentInput) async throws {
        let value = try await Value.value(from: json, in: context)
        state.withLock { $0.value = value }
    }
}

/// A type with a value that means none.
protocol NothingRepresentable {
    static var nothing: Self { get }
}

extension Optional: NothingRepresentable {
    static var nothing: Self { nil }
}

/// The end of a run that lacks a value.
struct NeedsValueError: Error {
    let need: IntentNeed
}
