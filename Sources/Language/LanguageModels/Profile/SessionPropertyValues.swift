public import Observation
import Synchronization

/// The key of a value that a session's tools, instructions and profiles share (Apple FoundationModels 27.0).
public protocol SessionPropertyKey: SendableMetatype {
    /// The type of the value.
    associatedtype Value: Sendable

    /// The value of the property until it is set.
    static var defaultValue: Value { get }
}

/// The values that a session's tools, instructions and profiles share (Apple FoundationModels 27.0).
///
/// A property is declared in an extension, and read where it is needed:
///
/// ```swift
/// extension SessionPropertyValues {
///     @SessionPropertyEntry var city: String = "Kyoto"
/// }
/// struct MapTool: Tool {
///     @SessionProperty(\.city) var city
/// }
/// ```
public final class SessionPropertyValues: Sendable, Observable {
    /// The values of the session whose turn runs in this task.
    @TaskLocal static var current: SessionPropertyValues?

    private struct Session: Sendable {
        weak var session: LanguageModelSession?
    }

    private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])
    private let owner = Mutex(Session())
    private let registrar = ObservationRegistrar()

    /// All values as one property to observe, because a key path cannot name the value of one key.
    private var all: Void { () }

    init() {}

    func belong(to session: LanguageModelSession) { owner.withLock { $0.session = session } }

    /// The value of a key.
    public subscript<Key: SessionPropertyKey>(key: Key.Type) -> Key.Value {
        get {
            registrar.access(self, keyPath: \.all)
            return values.withLock { $0[ObjectIdentifier(key)] } as? Key.Value ?? Key.defaultValue
        }
        set {
            registrar.withMutation(of: self, keyPath: \.all) {
                values.withLock { $0[ObjectIdentifier(key)] = newValue }
            }
        }
    }

    /// The session's history; setting it changes the session's transcript.
    public var history: Transcript.HistoryView {
        get { owner.withLock { $0.session }?.transcript.history ?? Transcript.HistoryView() }
        set { owner.withLock { $0.session }?.transcript.history = newValue }
    }
}

extension LanguageModelSession {
    /// A property of the session whose turn is running (Apple FoundationModels 27.0).
    ///
    /// Outside a turn it has the default value, and setting it has no effect.
    @propertyWrapper
    public struct SessionProperty<Value>: Sendable {
        private let path: any ReferenceWritableKeyPath<SessionPropertyValues, Value> & Sendable

        /// Makes a reference to the property.
        public init(_ path: any ReferenceWritableKeyPath<SessionPropertyValues, Value> & Sendable) {
            self.path = path
        }

        /// The value of the property in the session.
        public var wrappedValue: Value {
            get { (SessionPropertyValues.current ?? SessionPropertyValues())[keyPath: path] }
            nonmutating set { SessionPropertyValues.current?[keyPath: path] = newValue }
        }
    }
}

extension Tool {
    /// A property of the session that calls the tool.
    public typealias SessionProperty = LanguageModelSession.SessionProperty
}
