import StreamingJSON

/// A property of a thing.
///
/// The value is shared by all copies of the thing, so that a property can be set without changing the thing itself.
@propertyWrapper
public final class EntityProperty<Value: IntentValue>: Sendable {
    /// The name for people; `nil` for that of the catalog.
    public let title: LocalizedStringResource?

    private let state: Protected<Value?>

    /// Makes a property with the names of the catalog.
    public init() {
        title = nil
        state = Protected(nil)
    }

    /// Makes a property with a value.
    public init(wrappedValue: Value) {
        title = nil
        state = Protected(wrappedValue)
    }

    /// Makes a property.
    public init(title: LocalizedStringResource) {
        self.title = title
        state = Protected(nil)
    }

    /// The value; none for an optional property that was not set.
    public var wrappedValue: Value {
        get {
            if let value { return value }
            guard let nothing = (Value.self as? any NothingRepresentable.Type)?.nothing as? Value else {
                preconditionFailure("A property was read before it has a value; set it when the entity is made.")
            }
            return nothing
        }
        set { state.withLock { $0 = newValue } }
    }

    /// The property itself.
    public var projectedValue: EntityProperty<Value> { self }

    /// The value; `nil` if it was not set.
    var value: Value? { state.withLock { $0 } }
}
