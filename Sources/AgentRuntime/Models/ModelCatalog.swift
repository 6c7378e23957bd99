public import LanguageModels

/// The models that may be used: what answers when a request names none, and what it may name.
public struct ModelCatalog: Sendable {
    /// One model and the name it is asked for by.
    public struct Entry: Sendable {
        /// The name.
        public var reference: ModelReference
        /// The model.
        public var model: any LanguageModel
        /// Whether the model can be asked: its provider has a key, or wants none.
        ///
        /// It is asked for each turn, so that a key which comes or goes is noticed without a restart.
        public var isReady: @Sendable () async throws -> Bool

        /// Makes an entry.
        public init(
            reference: ModelReference,
            model: any LanguageModel,
            isReady: @escaping @Sendable () async throws -> Bool = { true }
        ) {
            self.reference = reference
            self.model = model
            self.isReady = isReady
        }
    }

    private let first: Entry
    private let alternatives: [Entry]

    /// The models that a request may name.
    public let entries: [Entry]

    /// Makes a catalogue in which a request without a name gets the first model that is ready, and any of them may be named.
    public init(_ first: Entry, _ others: [Entry] = []) {
        self.first = first
        alternatives = others
        entries = [first] + others
    }

    /// Makes a catalogue in which a request without a name gets one model, such as a router.
    ///
    /// - Parameters:
    ///   - model: That model; its reference is what is told before it is known who answers.
    ///   - entries: The models that may be named.
    public init(preferring model: Entry, allowing entries: [Entry]) {
        first = model
        alternatives = []
        self.entries = entries
    }

    /// The model for a request that names none: the first that is ready, or the first of all when none is.
    public func preferred() async throws -> Entry {
        for entry in [first] + alternatives where try await entry.isReady() { return entry }
        return first
    }

    /// The models that can be asked now, in the order of ``entries``.
    public func ready() async throws -> [ModelReference] {
        var ready: [ModelReference] = []
        for entry in entries where try await entry.isReady() { ready.append(entry.reference) }
        return ready
    }

    /// The model that a request asks for by name; `nil` when it may not be used.
    func entry(named name: String) -> Entry? {
        entries.first { $0.reference.description == name || (!$0.reference.name.isEmpty && $0.reference.name == name) }
    }
}
