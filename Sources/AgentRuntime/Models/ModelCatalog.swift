public import LanguageModels

/// The models that requests may name, and the model for a request that names none.
public struct ModelCatalog: Sendable {
    /// A model and the name that requests use for it.
    public struct Entry: Sendable {
        /// The name.
        public var reference: ModelReference
        /// The model.
        public var model: any LanguageModel
        /// Whether the model can be called: its provider has a key, or needs none.
        ///
        /// Checked for each turn, so that an added or removed key counts without a restart.
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
    /// The models among which the first one chooses; empty if it is no router.
    private let routed: [Entry]

    /// The models that a request may name.
    public let entries: [Entry]

    /// Further names for them.
    public var aliases = ModelAliases.none

    /// Makes a catalog.
    ///
    /// A request without a name gets the first model that is ready; a request may name any of them.
    public init(_ first: Entry, _ others: [Entry] = []) {
        self.first = first
        alternatives = others
        routed = []
        entries = [first] + others
    }

    /// Makes a catalog in which a request without a name gets one model, such as a router.
    ///
    /// - Parameters:
    ///   - model: That model. Its reference is shown until the model that answers is known.
    ///   - routed: The models among which it chooses, in order of preference; empty if it is no router.
    ///   - entries: The models that a request may name.
    public init(preferring model: Entry, among routed: [Entry] = [], allowing entries: [Entry]) {
        first = model
        alternatives = []
        self.routed = routed
        self.entries = entries
    }

    /// Returns the model for a request that names none: the first that is ready, or the first of all when none is.
    public func preferred() async throws -> Entry {
        for entry in [first] + alternatives where try await entry.isReady() { return entry }
        return first
    }

    /// Returns the model that is shown as the one for requests that name none: of a router, the first model that is ready.
    public func standard() async throws -> ModelReference {
        for entry in routed where try await entry.isReady() { return entry.reference }
        return try await preferred().reference
    }

    /// Returns the models in the order of ``entries``, each with whether it can be called now.
    public func readiness() async throws -> [(model: ModelReference, isReady: Bool)] {
        var list: [(model: ModelReference, isReady: Bool)] = []
        for entry in entries { list.append((entry.reference, try await entry.isReady())) }
        return list
    }

    /// Returns the models that can be called now, in the order of ``entries``.
    public func ready() async throws -> [ModelReference] { try await readiness().filter(\.isReady).map(\.model) }

    /// Returns the exact aliases of models that can be called, each with its model.
    public func readyAliases() async throws -> [(name: String, model: ModelReference)] {
        let ready = Set(try await ready())
        return aliases.all.filter { !$0.isPattern && ready.contains($0.target) }.map { ($0.pattern, $0.target) }
    }

    /// Returns the model that a request names; `nil` when this server offers none under this name.
    ///
    /// An alias without a `*` comes first, then the models' own names, then the longest pattern: an operator may rename a model, but a
    /// pattern such as `*` must not hide the models that are offered.
    public func entry(askedFor name: String) -> Entry? {
        if let target = aliases.exactTarget(of: name) { return entry(named: target.description) }
        return entry(named: name) ?? aliases.patternTarget(of: name).flatMap { entry(named: $0.description) }
    }

    /// Returns the model with a name of its own; `nil` when requests may not name it.
    func entry(named name: String) -> Entry? {
        entries.first { $0.reference.description == name || (!$0.reference.name.isEmpty && $0.reference.name == name) }
    }
}
