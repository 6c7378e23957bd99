/// The objects that actions and queries use, by their type.
public final class AppDependencyManager: Sendable {
    /// The objects of the process.
    public static let shared = AppDependencyManager()

    /// The objects of the toolbox that performs the current call; those of the process outside of calls.
    @TaskLocal public static var current = AppDependencyManager.shared

    private struct Key: Hashable {
        var type: ObjectIdentifier
        var name: String?
    }

    private let objects = Protected<[Key: any Sendable]>([:])

    /// Makes a manager without objects.
    public init() {}

    /// Adds an object, in place of an earlier one of its type and key.
    public func add<Dependency: Sendable>(key: String? = nil, dependency: Dependency) {
        objects.withLock { $0[Key(type: ObjectIdentifier(Dependency.self), name: key)] = dependency }
    }

    /// Adds an object, in place of an earlier one of its type and key.
    public func add<Dependency: Sendable>(key: String? = nil, dependency make: () -> Dependency) {
        add(key: key, dependency: make())
    }

    /// Returns the object of a type; `nil` if none was added.
    func object<Dependency: Sendable>(_ type: Dependency.Type, key: String?) -> Dependency? {
        objects.withLock { $0[Key(type: ObjectIdentifier(type), name: key)] } as? Dependency
    }
}

/// An object that an action or a query uses: no parameter, and not on the wire.
@propertyWrapper
public struct AppDependency<Value: Sendable>: Sendable {
    private let key: String?

    /// Names an object by its type and a key.
    public init(key: String? = nil) { self.key = key }

    /// Names an object by its type.
    public init() { key = nil }

    /// The object of the current toolbox, else that of the process.
    public var wrappedValue: Value {
        let manager = AppDependencyManager.current
        guard
            let value = manager.object(Value.self, key: key)
                ?? AppDependencyManager.shared.object(Value.self, key: key)
        else {
            preconditionFailure(
                "There is no dependency of the type \(Value.self). Add one with AppDependencyManager.add when the app starts."
            )
        }
        return value
    }
}
