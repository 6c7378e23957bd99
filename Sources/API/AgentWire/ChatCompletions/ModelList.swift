import StreamingJSON

/// The response of `GET /v1/models`: the models that a client may use.
public struct ModelList: WireRecord {
    /// A model, which is also the response of `GET /v1/models/{id}`.
    public struct Model: WireRecord {
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

        package static let fields: Fields<Self> = Fields(
            named: "Model",
            from: Model(id: "", createdAt: 0, owner: ""),
            .always("id", \.id),
            .constant("object", "model"),
            .always("created", \.createdAt),
            .always("owned_by", \.owner),
            .maybe(
                "shutdown_date",
                \.shutdownDate,
                "The first day on which the provider no longer serves it, as `YYYY-MM-DD`."
            ),
            Field(
                parts: [FieldPart(name: "torii", schema: extensionSchema, presence: .optional)],
                inline: \.replacement,
                writes: { replacement, object in
                    if let replacement { object["torii"] = ["replacement": .string(replacement)] }
                },
                read: { .some($0.value("torii")?["replacement"]?.stringValue) }
            )
        )

        /// The schema of the members that only this server has.
        package static let extensionSchema = WireSchema.object(
            .maybe("replacement", .text("The model that answers in its place then, or that the provider recommends."))
        )

        /// The members that only this server has; `nil` for none.
        var extensionValue: JSONValue? { replacement.map { ["replacement": .string($0)] } }
    }

    /// The models, in listing order.
    public var models: [Model]

    /// Makes a list.
    public init(_ models: [Model]) { self.models = models }

    /// The model with a name; `nil` if the client may not use one.
    public subscript(id: String) -> Model? { models.first { $0.id.utf8.elementsEqual(id.utf8) } }

    package static let fields: Fields<Self> = Fields(
        from: ModelList([]),
        .constant("object", "list"),
        .always("data", \.models)
    )
}
