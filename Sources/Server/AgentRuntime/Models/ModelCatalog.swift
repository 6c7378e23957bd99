public import Accounts
import AgentWire
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

    /// The models of which the first that is ready is that of a request without a name; a router is the only one.
    private var preferences: [Entry]
    /// The models among which the router chooses; empty if there is none.
    private var routed: [Entry]
    /// The models of the router that was made at the start.
    private let routerMembers: [ModelReference]
    /// The plan of a user, which has only some of the models or another one for requests without a name; `nil` for all.
    private var plan: UserPlan?

    /// Whether the client has only some of the models.
    private var isWithinClient = false

    /// The models that a request may name.
    public private(set) var entries: [Entry]

    /// Further names for them.
    public var aliases = ModelAliases.none

    /// The ends of the models, and the models in place of those that have ended.
    public var lives = ModelLives()

    /// Returns the router among other models than at the start, because one of them has ended; `nil` if there is no router.
    public var router: (@Sendable ([Entry]) -> any LanguageModel)?

    /// Returns what keeps a model from answering, by what is known of its keys, in words for the operator; `nil` if nothing does.
    ///
    /// It changes no choice: a request fails with the reason rather than be answered by another model unasked.
    public var obstacle: @Sendable (ModelReference) -> String? = { _ in nil }

    /// Makes a catalog.
    ///
    /// A request without a name gets the first model that is ready; a request may name any of them.
    public init(_ first: Entry, _ others: [Entry] = []) {
        preferences = [first] + others
        (routed, routerMembers) = ([], [])
        entries = [first] + others
    }

    /// Makes a catalog in which a request without a name gets one model, such as a router.
    ///
    /// - Parameters:
    ///   - model: That model. Its reference is shown until the model that answers is known.
    ///   - routed: The models among which it chooses, in order of preference; empty if it is no router.
    ///   - entries: The models that a request may name.
    public init(preferring model: Entry, among routed: [Entry] = [], allowing entries: [Entry]) {
        preferences = [model]
        (self.routed, routerMembers) = (routed, routed.map(\.reference))
        self.entries = entries
    }

    /// Returns the models of a user's plan; all of them without a plan.
    ///
    /// A router chooses, and an alias and a replacement lead to, these models only.
    ///
    /// - Parameter models: The names of the models of the client, each perhaps with a star at its end; `nil` for every model.
    public func offered(to plan: UserPlan?, within models: [String]? = nil) -> ModelCatalog {
        guard models != nil || plan?.models != nil || plan?.model != nil else { return self }
        let isOffered = { (entry: Entry) -> Bool in
            let name = entry.reference.description
            return UserPlan.allows(name, by: models) && UserPlan.allows(name, by: plan?.models)
        }
        var catalog = self
        (catalog.plan, catalog.isWithinClient) = (plan, models != nil)
        catalog.entries = entries.filter(isOffered)
        catalog.routed = routed.filter(isOffered)
        // Fewer than two models need no router, and a plan without a standard model of the server has its own first one.
        guard routed.count < 2 || catalog.routed.count < 2 else { return catalog }
        catalog.preferences = (routed.count < 2 ? preferences : routed).filter(isOffered)
        if catalog.preferences.isEmpty { catalog.preferences = catalog.entries }
        return catalog
    }

    /// Returns the model for a request that names none: the plan's, or the first that is ready, or the first of all when none is.
    ///
    /// - Throws: ``Problem`` if the plan of the user, or the client, has none of the models.
    public func preferred() async throws -> Entry {
        if let chosen = try await chosen() { return chosen }
        guard routed.count < 2 else { return presentRouter }
        let models = preferences.map(present)
        for entry in models where try await entry.isReady() { return entry }
        guard let first = models.first else {
            throw Problem(.forbidden, detail: "\(offerer) has none of the models of this server; ask its operator")
        }
        return first
    }

    /// Returns the plan's model for a request that names none; `nil` without one, and while it cannot be called.
    private func chosen() async throws -> Entry? {
        guard let name = plan?.model, let entry = entry(askedFor: name), try await entry.isReady() else { return nil }
        return entry
    }

    /// Whether the plan or the client has only some of the models.
    var isNarrowed: Bool { isWithinClient || plan?.models != nil }

    /// The server, the client or the plan that offers the models, for problems.
    var offerer: String {
        if let plan, plan.models != nil { return "the plan '\(plan.name)'" }
        return isWithinClient ? "this client" : "this server"
    }

    /// The first model, which is a router, among the models that answer now.
    private var presentRouter: Entry {
        var members: [Entry] = []
        for member in routed.map(present) where !members.contains(where: { $0.reference == member.reference }) {
            members.append(member)
        }
        let isAtStart = members.map(\.reference) == routerMembers
        if isAtStart || router == nil && routed.count == routerMembers.count { return preferences[0] }
        guard let router, members.count > 1 else { return members[0] }
        var entry = preferences[0]
        (entry.reference, entry.model) = (members[0].reference, router(members))
        return entry
    }

    /// Returns the model that is shown as the one for requests that name none: of a router, the first model that is ready.
    public func standard() async throws -> ModelReference {
        if let chosen = try await chosen() { return chosen.reference }
        for entry in routed.map(present) where try await entry.isReady() { return entry.reference }
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
    /// pattern such as `*` must not hide the models that are offered. A name that is not offered and has a replacement is that of the
    /// replacement.
    public func entry(askedFor name: String) -> Entry? {
        if let target = aliases.exactTarget(of: name) { return entry(named: target.description) }
        return entry(named: name) ?? lives.replacements.target(ofUnoffered: name).flatMap(entry(named:))
            ?? aliases.patternTarget(of: name).flatMap { entry(named: $0.description) }
    }

    /// Returns the model that a request names and the one that answers in its place, with an arrow between them; `nil` while the model
    /// answers itself.
    public func replacementNote(askedFor name: String) -> String? {
        guard let answering = entry(askedFor: name)?.reference else { return nil }
        var unreplaced = self
        unreplaced.lives = ModelLives()
        let named = unreplaced.entry(askedFor: name)?.reference
        guard named != answering else { return nil }
        // For a header, which has ASCII only.
        let note = "\(named?.description ?? name) -> \(answering)"
        return String(note.unicodeScalars.map { (0x20...0x7E).contains($0.value) ? Character($0) : "?" })
    }

    /// Returns the model with a name of its own, or the one in its place if it has ended; `nil` when requests may not name it.
    func entry(named name: String) -> Entry? { own(name).map(present) }

    private func own(_ name: String) -> Entry? {
        entries.first { $0.reference.description == name || (!$0.reference.name.isEmpty && $0.reference.name == name) }
    }

    /// Returns a model, or the one that answers in its place.
    ///
    /// A replacement may have ended too; in a circle of replacements the last one answers.
    private func present(_ entry: Entry) -> Entry {
        var (entry, seen) = (entry, Set([entry.reference]))
        while let target = lives.replacement(of: entry.reference), seen.insert(target).inserted,
            let next = own(target.description)
        { entry = next }
        return entry
    }
}
