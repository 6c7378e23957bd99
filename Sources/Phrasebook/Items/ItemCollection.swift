/// A collection of items with numbers, and the tools that list, show, make, change and delete them.
///
/// Declared with the phrases of the tool that lists. The model resolves names to numbers by listing, and computes relative changes from
/// what the tool that shows an item says.
///
/// Phrases of these tools may have arguments that are never sent: `quantity+` and `quantity-` for an amount that is added or taken
/// away, `quantity*` for a factor, `?clear` for a field to empty, `?field` for one that is asked for, `?is` for a state to compare,
/// `?has` and `?gone` for whether there is something, `?all` where every item of a name is
/// meant, and `?add` where an item is made if there is none.
public struct ItemCollection: Sendable, Hashable {
    /// The names of the tools.
    public struct Tools: Sendable, Hashable {
        /// Lists items.
        public var list: String
        /// Shows an item.
        public var show: String
        /// Makes an item.
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
        /// The names before its value in what the tool that shows an item says.
        public var labels: [String]
        /// Whether lists can be narrowed by it.
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
