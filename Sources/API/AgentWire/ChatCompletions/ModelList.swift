public import StreamingJSON

/// The response of `GET /v1/models`: the models that a client may use.
public struct ModelList: WireValue {
    /// A model, which is also the response of `GET /v1/models/{id}`.
    public struct Model: WireValue {
        /// The name that requests use.
        public var id: String
        /// The time from which it is offered, in whole seconds since 1970.
        public var createdAt: Int
        /// The model's provider.
        public var owner: String
        /// The first day on which the provider no longer serves it, as `YYYY-MM-DD`; `nil` if none is announced.
        public var shutdownDate: String?
        /// The name of the model that answers in its place from then on, or else of the one that the provider recommends.
        public var replacement: String?

        /// Makes a model.
        public init(id: String, createdAt: Int, owner: String, shutdownDate: String? = nil, replacement: String? = nil)
        {
            (self.id, self.createdAt, self.owner) = (id, createdAt, owner)
            (self.shutdownDate, self.replacement) = (shutdownDate, replacement)
        }

        /// Reads a model.
        ///
        /// - Throws: ``WireError`` with every field that is missing or of another type.
        public init(jsonValue: JSONValue) throws(WireError) {
            var fields = try RequestFields(open: jsonValue)
            id = fields.requiredString("id")
            createdAt = fields.requiredInteger("created")
            owner = fields.requiredString("owned_by")
            shutdownDate = fields.string("shutdown_date")
            replacement = jsonValue["torii"]?["replacement"]?.stringValue
            try fields.check()
        }

        /// The model as JSON.
        public var jsonValue: JSONValue {
            var object: JSONObject = [
                "id": .string(id), "object": "model", "created": .integer(createdAt), "owned_by": .string(owner),
            ]
            if let shutdownDate { object["shutdown_date"] = .string(shutdownDate) }
            if let extensionValue { object["torii"] = extensionValue }
            return .object(object)
        }

        /// The members that only this server has; `nil` for none.
        var extensionValue: JSONValue? { replacement.map { ["replacement": .string($0)] } }
    }

    /// The models, in listing order.
    public var models: [Model]

    /// Makes a list.
    public init(_ models: [Model]) { self.models = models }

    /// The model with a name; `nil` if the client may not use one.
    public subscript(id: String) -> Model? { models.first { $0.id.utf8.elementsEqual(id.utf8) } }

    /// Reads a list.
    ///
    /// - Throws: ``WireError`` with every fault of every element.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        models = fields.requiredValues("data")
        try fields.check()
    }

    /// The list as JSON.
    public var jsonValue: JSONValue { ["object": "list", "data": .array(models.map(\.jsonValue))] }
}
