public import LanguageModels

/// The models that may be used, the preferred one first.
public struct ModelCatalog: Sendable {
    /// One model and the name it is asked for by.
    public struct Entry: Sendable {
        /// The name.
        public var reference: ModelReference
        /// The model.
        public var model: any LanguageModel

        /// Makes an entry.
        public init(reference: ModelReference, model: any LanguageModel) {
            self.reference = reference
            self.model = model
        }
    }

    /// The preferred model.
    public let preferred: Entry
    private let others: [Entry]

    /// Makes a catalogue.
    public init(preferred: Entry, others: [Entry] = []) {
        self.preferred = preferred
        self.others = others
    }

    /// All models, the preferred one first.
    public var entries: [Entry] { [preferred] + others }

    /// The model that a request asks for by name; `nil` when it may not be used.
    func entry(named name: String) -> Entry? {
        entries.first { $0.reference.description == name || (!$0.reference.name.isEmpty && $0.reference.name == name) }
    }
}
