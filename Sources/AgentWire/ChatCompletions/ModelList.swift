public import StreamingJSON

/// The answer of `GET /v1/models`: the models that a client may use.
public struct ModelList: Sendable, Equatable {
    /// One model, which is also the answer of `GET /v1/models/{id}`.
    public struct Model: Sendable, Equatable {
        /// The name by which requests ask for it.
        public var id: String
        /// The time since when it is offered, in whole seconds since 1970.
        public var createdAt: Int
        /// Its provider.
        public var owner: String

        /// Makes a model.
        public init(id: String, createdAt: Int, owner: String) {
            (self.id, self.createdAt, self.owner) = (id, createdAt, owner)
        }

        /// The model as JSON.
        public var jsonValue: JSONValue {
            [
                "id": .string(id), "object": "model", "created": .integer(createdAt), "owned_by": .string(owner),
            ]
        }
    }

    /// The models, in the order in which they are listed.
    public var models: [Model]

    /// Makes a list.
    public init(_ models: [Model]) { self.models = models }

    /// The model of a name; `nil` for none that the client may use.
    public subscript(id: String) -> Model? { models.first { $0.id.utf8.elementsEqual(id.utf8) } }

    /// The list as JSON.
    public var jsonValue: JSONValue { ["object": "list", "data": .array(models.map(\.jsonValue))] }
}
