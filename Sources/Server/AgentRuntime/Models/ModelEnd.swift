/// The announced end of a model at its provider.
public struct ModelEnd: Sendable, Hashable {
    /// The first day on which the provider no longer serves the model, as `YYYY-MM-DD`; `nil` for an earlier day that is not known.
    public var day: String?
    /// The days until then, negative after it; `nil` if the day is not known.
    public var daysLeft: Int?
    /// The name of the model that the provider recommends in its place; `nil` for none.
    public var replacement: String?

    /// Makes an end.
    public init(day: String?, daysLeft: Int?, replacement: String? = nil) {
        (self.day, self.daysLeft, self.replacement) = (day, daysLeft, replacement)
    }

    /// Whether the provider no longer serves the model.
    public var isOver: Bool { daysLeft.map { $0 <= 0 } ?? true }
}

/// The ends of models, and the models that answer in their place.
public struct ModelLives: Sendable {
    /// Returns the announced end of a model; `nil` if there is none.
    public var end: @Sendable (ModelReference) -> ModelEnd?
    /// Whether the provider's own list of models lacks a model; false if it has reported no list.
    public var isUnlisted: @Sendable (ModelReference) -> Bool
    /// The operator's replacements.
    public var replacements: ModelReplacements

    /// Makes lives; by default no model ends.
    public init(
        replacements: ModelReplacements = .none,
        isUnlisted: @escaping @Sendable (ModelReference) -> Bool = { _ in false },
        end: @escaping @Sendable (ModelReference) -> ModelEnd? = { _ in nil }
    ) {
        (self.end, self.isUnlisted, self.replacements) = (end, isUnlisted, replacements)
    }

    /// Returns the model that answers in place of another one: from its end on, or at once if the provider does not list it; `nil` while
    /// it answers itself.
    public func replacement(of model: ModelReference) -> ModelReference? {
        guard let target = replacements.target(of: model), end(model)?.isOver ?? false || isUnlisted(model) else {
            return nil
        }
        return target
    }
}
