/// A collection of items with numbers, and the tools that list, show, create, change and delete them.
///
/// It is declared with the phrases of the tool that lists. The model resolves names to numbers by listing, and computes
/// relative changes from the output of the tool that shows an item.
///
/// Phrases of these tools may have arguments that are never sent: `quantity+` and `quantity-` for an amount to add or
/// subtract, `quantity*` for a factor, `?clear` for a field to empty, `?field` for a requested field, `?is` for a state
/// to compare, `?has` and `?gone` for whether something exists, `?few`, `?below` and `?upTo` for the items of which there
/// are few, or fewer than a number, or no more than that, `?all` if every item with a name is meant, and `?add`
/// if a missing item should be created.
public struct ItemCollection: Sendable, Hashable {
    /// The names of the tools.
    public struct Tools: Sendable, Hashable {
        /// Lists items.
        public var list: String
        /// Shows an item.
        public var show: String
        /// Creates an item.
        public var create: String
        /// Changes an item.
        public var update: String
        /// Deletes an item.
        public var delete: String

        /// Names the tools.
        public init(list: String, show: String, create: String, update: String, delete: String) {
            self.list = list
            self.show = show
            self.create = create
            self.update = update
            self.delete = delete
        }
    }

    /// A field of an item.
    public struct Field: Sendable, Hashable {
        /// The argument of the tools.
        public var argument: String
        /// The words for it, in any language.
        public var words: [String]
        /// The labels of its value in the output of the tool that shows an item.
        public var labels: [String]
        /// Whether lists can be filtered by it.
        public var isFilter: Bool

        /// Declares a field.
        public init(
            _ argument: String,
            english: [String],
            japanese: [String],
            labels: [String],
            isFilter: Bool = false
        ) {
            self.argument = argument
            words = english + japanese
            self.labels = labels
            self.isFilter = isFilter
        }
    }

    /// The tools.
    public var tools: Tools
    /// The fields, `title` and `quantity` among them.
    public var fields: [Field]

    /// Declares a collection.
    public init(tools: Tools, fields: [Field]) {
        self.tools = tools
        self.fields = fields
    }
}
