public import AssistantSchemas

/// A schema of an action, as an argument of ``AppIntent(schema:)``: `.photos.openAlbum`.
public struct AppSchemaIntent: Sendable, Hashable {
    /// The identifier, such as `photos.openAlbum`.
    public let id: String

    /// Names a schema; the generated constants are the ones of the catalog.
    init(_ id: String) { self.id = id }
}

/// A schema of a thing, as an argument of ``AppEntity(schema:)``: `.photos.album`.
public struct AppSchemaEntity: Sendable, Hashable {
    /// The identifier, such as `photos.album`.
    public let id: String

    /// Names a schema; the generated constants are the ones of the catalog.
    init(_ id: String) { self.id = id }
}

/// A schema of a set of choices, as an argument of ``AppEnum(schema:)``: `.photos.albumType`.
public struct AppSchemaEnum: Sendable, Hashable {
    /// The identifier, such as `photos.albumType`.
    public let id: String

    /// Names a schema; the generated constants are the ones of the catalog.
    init(_ id: String) { self.id = id }
}

/// A type that represents a schema, so that the compiler compares schemas as it compares types.
public protocol SchemaMarker {
    /// The identifier of the schema.
    static var schemaID: String { get }
}

/// A type that represents the schema of a thing.
public protocol EntitySchemaMarker: SchemaMarker {}

/// A type that represents the schema of a set of choices.
public protocol EnumSchemaMarker: SchemaMarker {}

/// An action that adopts a schema; ``AppIntent(schema:)`` makes the conformance.
public protocol AssistantSchemaIntent: AppIntent {
    /// The identifier of the schema.
    static var schemaID: String { get }

    /// The parameters of the action, those beyond the schema too.
    static var schemaParameters: [SchemaParameterBinding<Self>] { get }
}

extension AssistantSchemaIntent {
    /// The schema.
    public static var schema: IntentSchema? { SchemaCatalog.current.intent(schemaID) }

    /// The name in the catalog.
    public static var title: LocalizedStringResource {
        LocalizedStringResource(stringLiteral: schema?.title.english ?? schemaID)
    }

    /// The purpose in the catalog.
    public static var description: IntentDescription? {
        schema.map { IntentDescription(stringLiteral: $0.summary.english) }
    }

    /// The minimum of the schema.
    public static var authenticationPolicy: IntentAuthenticationPolicy {
        schema.map { IntentAuthenticationPolicy($0.minimumAuthentication) } ?? .requiresAuthentication
    }
}

/// A thing that adopts a schema; ``AppEntity(schema:)`` makes the conformance.
public protocol AssistantSchemaEntity: AppEntity {
    /// The schema.
    associatedtype Schema: EntitySchemaMarker

    /// The properties of the schema.
    static var schemaProperties: [SchemaPropertyBinding<Self>] { get }
}

extension AssistantSchemaEntity {
    /// The name in the catalog.
    public static var typeDisplayRepresentation: TypeDisplayRepresentation {
        let schema = SchemaCatalog.current.entity(Schema.schemaID)
        return TypeDisplayRepresentation(stringLiteral: schema?.title.english ?? Schema.schemaID)
    }

    /// The schema of the thing.
    public static var schemaType: SchemaType { .entity(Schema.schemaID) }
}

/// A set of choices that adopts a schema; ``AppEnum(schema:)`` makes the conformance.
public protocol AssistantSchemaEnum: AppEnum {
    /// The schema.
    associatedtype Schema: EnumSchemaMarker
}

extension AssistantSchemaEnum {
    /// The name in the catalog.
    public static var typeDisplayRepresentation: TypeDisplayRepresentation {
        let schema = SchemaCatalog.current.enumeration(Schema.schemaID)
        return TypeDisplayRepresentation(stringLiteral: schema?.title.english ?? Schema.schemaID)
    }

    /// The schema of the choices.
    public static var schemaType: SchemaType { .enumeration(Schema.schemaID) }
}

/// The access to a parameter of an action by its name.
public struct SchemaParameterBinding<Intent: AppIntent>: Sendable {
    /// The name.
    public let name: String
    /// Returns the parameter of an action.
    public let parameter: @Sendable (Intent) -> any AnyIntentParameter

    /// Makes an access.
    public init(_ name: String, _ parameter: @escaping @Sendable (Intent) -> any AnyIntentParameter) {
        self.name = name
        self.parameter = parameter
    }
}

/// The access to a property of a thing by its name.
public struct SchemaPropertyBinding<Entity: AppEntity>: Sendable {
    /// The name.
    public let name: String
    /// The type of the value.
    public let type: any IntentValue.Type
    /// Returns the value of a thing; `nil` if it was not set.
    public let value: @Sendable (Entity) -> (any IntentValue)?
    /// Sets the value of a thing without an identifier from an input; `nil` for a property that cannot be set.
    let set: (@Sendable (Entity, any IntentValue) -> Void)?

    /// Makes an access to a property with the attribute `@Property`.
    public init<Value: IntentValue>(
        _ name: String,
        wrapped property: @escaping @Sendable (Entity) -> EntityProperty<Value>
    ) {
        self.name = name
        type = Value.self
        value = { property($0).value }
        set = { entity, value in
            if let value = value as? Value { property(entity).wrappedValue = value }
        }
    }

    /// Makes an access to a property without an attribute.
    public init<Value: IntentValue>(_ name: String, plain property: @escaping @Sendable (Entity) -> Value) {
        self.name = name
        type = Value.self
        value = { property($0) }
        set = nil
    }
}
