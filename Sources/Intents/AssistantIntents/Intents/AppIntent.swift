/// An action of an app.
///
/// The names are those of Apple's framework AppIntents, so that source written for it compiles with this import. An action
/// is offered to models if it adopts a schema of the catalog with ``AppIntent(schema:)``.
public protocol AppIntent: Sendable {
    /// The type of the result.
    associatedtype PerformResult: IntentResult
    /// The type of the sentence with the parameters.
    associatedtype SummaryContent: ParameterSummary = EmptyParameterSummary

    /// The name for people.
    static var title: LocalizedStringResource { get }

    /// The purpose for people.
    static var description: IntentDescription? { get }

    /// The sentence with the parameters for people.
    static var parameterSummary: SummaryContent { get }

    /// Whether the app is shown before the action runs.
    static var openAppWhenRun: Bool { get }

    /// The places in which the action can run.
    static var supportedModes: IntentModes { get }

    /// Whether people find the action by themselves.
    static var isDiscoverable: Bool { get }

    /// Whether only models see the action, because people see another one for the same purpose.
    static var isAssistantOnly: Bool { get }

    /// The authentication that a call needs; never weaker than the one of the schema.
    static var authenticationPolicy: IntentAuthenticationPolicy { get }

    /// The identifier of the action in the app, by default the name of the type.
    static var persistentIdentifier: String { get }

    /// Whether a person confirms every call, beyond what the schema requires.
    ///
    /// Apple's framework has no such property.
    static var confirmsEveryCall: Bool { get }

    /// Whether two calls with one input leave the same state as one, so that a call with an unknown outcome may be repeated.
    ///
    /// Apple's framework has no such property.
    static var isIdempotent: Bool { get }

    /// The time for a run; `nil` for the default of the server.
    ///
    /// Apple's framework has no such property.
    static var timeLimit: Duration? { get }

    /// Makes an action whose parameters have no values yet.
    init()

    /// Carries the action out.
    func perform() async throws -> PerformResult
}

extension AppIntent {
    /// None.
    public static var description: IntentDescription? { nil }

    /// False.
    public static var openAppWhenRun: Bool { false }

    /// The foreground if the app is shown first, otherwise the background.
    public static var supportedModes: IntentModes { openAppWhenRun ? .foreground : .background }

    /// True.
    public static var isDiscoverable: Bool { true }

    /// False.
    public static var isAssistantOnly: Bool { false }

    /// ``IntentAuthenticationPolicy/alwaysAllowed``; the minimum of the schema for an action that adopts one.
    public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }

    /// The name of the type.
    public static var persistentIdentifier: String { String(describing: self) }

    /// False.
    public static var confirmsEveryCall: Bool { false }

    /// False.
    public static var isIdempotent: Bool { false }

    /// The default of the server.
    public static var timeLimit: Duration? { nil }

    /// The type of the attribute of a parameter.
    public typealias Parameter<Value: IntentValue> = IntentParameter<Value>

    /// The type of the attribute of a dependency.
    public typealias Dependency<Value: Sendable> = AppDependency<Value>
}

extension AppIntent where SummaryContent == EmptyParameterSummary {
    /// None.
    public static var parameterSummary: EmptyParameterSummary { EmptyParameterSummary() }
}
