/// The result of an action.
public protocol IntentResult: Sendable {}

/// A result with a value.
public protocol ReturnsValue<Value>: IntentResult {
    /// The type of the value.
    associatedtype Value: IntentValue

    /// The value.
    var value: Value? { get }
}

/// A result with words for the person.
public protocol ProvidesDialog: IntentResult {
    /// The words.
    var resultDialog: IntentDialog? { get }
}

/// A result that leads to another action, which the app performs after this one.
public protocol OpensIntent: IntentResult {
    /// Performs the next action.
    func performNext() async throws
}

/// The result that ``IntentResult/result()`` and its variants make.
public struct IntentResultContainer<Value: Sendable, OpensAppIntent: Sendable, Snippet: Sendable, Dialog: Sendable>:
    IntentResult
{
    /// The value.
    public let value: Value?
    /// The next action.
    public let opensIntent: OpensAppIntent?
    /// The words for the person.
    public let dialog: Dialog?
}

extension IntentResultContainer: ReturnsValue where Value: IntentValue {}

extension IntentResultContainer: OpensIntent where OpensAppIntent: AppIntent {
    /// Performs the next action.
    public func performNext() async throws { _ = try await opensIntent?.perform() }
}

extension IntentResultContainer: ProvidesDialog where Dialog == IntentDialog {
    /// The words for the person.
    public var resultDialog: IntentDialog? { dialog }
}

extension IntentResult {
    /// Makes a result without a value.
    public static func result() -> Self where Self == IntentResultContainer<Never, Never, Never, Never> {
        IntentResultContainer(value: nil, opensIntent: nil, dialog: nil)
    }

    /// Makes a result with a value.
    public static func result<Value: IntentValue>(
        value: Value
    ) -> Self where Self == IntentResultContainer<Value, Never, Never, Never> {
        IntentResultContainer(value: value, opensIntent: nil, dialog: nil)
    }

    /// Makes a result with words for the person.
    public static func result(
        dialog: IntentDialog
    ) -> Self where Self == IntentResultContainer<Never, Never, Never, IntentDialog> {
        IntentResultContainer(value: nil, opensIntent: nil, dialog: dialog)
    }

    /// Makes a result with a value and words for the person.
    public static func result<Value: IntentValue>(
        value: Value,
        dialog: IntentDialog
    ) -> Self where Self == IntentResultContainer<Value, Never, Never, IntentDialog> {
        IntentResultContainer(value: value, opensIntent: nil, dialog: dialog)
    }

    /// Makes a result that leads to another action.
    public static func result<Next: AppIntent>(
        opensIntent: Next
    ) -> Self where Self == IntentResultContainer<Never, Next, Never, Never> {
        IntentResultContainer(value: nil, opensIntent: opensIntent, dialog: nil)
    }

    /// Makes a result with a value that leads to another action.
    public static func result<Value: IntentValue, Next: AppIntent>(
        value: Value,
        opensIntent: Next
    ) -> Self where Self == IntentResultContainer<Value, Next, Never, Never> {
        IntentResultContainer(value: value, opensIntent: opensIntent, dialog: nil)
    }
}
