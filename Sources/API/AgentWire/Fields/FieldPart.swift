import StreamingJSON

/// The direction in which values are sent.
package enum FieldForm: Sendable {
    /// To clients, which ignore unknown fields, because a newer server may add some.
    case answer
    /// To the server, which refuses unknown fields.
    case request
}

/// The part of a schema that describes a field.
struct FieldPart: Sendable {
    /// When a field is written, and whether a request may leave it out.
    enum Presence {
        /// Always, with a value.
        case required
        /// Always; `null` without a value.
        case nullable
        /// Always, with a value; one that is missing has a default.
        case withDefault
        /// With a value.
        case optional
        /// At times, and then `null` without a value.
        case optionalOrNull
    }

    let name: String
    let schema: WireSchema
    let presence: Presence

    /// The field of an object that there may not be.
    var asOptional: FieldPart {
        FieldPart(name: name, schema: schema, presence: presence == .nullable ? .optionalOrNull : .optional)
    }

    /// Returns the member of the schema of an answer or a request, in which `null` is the same as a missing field.
    func member(of form: FieldForm) -> WireSchema.Member {
        switch (presence, form) {
        case (.required, _), (.withDefault, .answer): .always(name, schema)
        case (.nullable, .answer): .always(name, schema.orNull)
        case (.optional, .answer): .maybe(name, schema)
        case (.optionalOrNull, _), (_, .request): .maybe(name, schema.orNull)
        }
    }
}

/// The writer of a field.
struct FieldWriter<Root>: Sendable {
    let name: String
    let write: @Sendable (Root, inout JSONObject) -> Void
}
