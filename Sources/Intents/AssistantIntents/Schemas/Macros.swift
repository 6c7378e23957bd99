/// Makes a structure an action that adopts a schema of the catalog.
///
/// ```swift
/// @AppIntent(schema: .photos.openAlbum)
/// struct OpenAlbumIntent: OpenIntent {
///     var target: AlbumEntity
///
///     func perform() async throws -> some IntentResult { … }
/// }
/// ```
///
/// The compiler refuses the structure if it lacks the protocol or a parameter of the schema, if a parameter or the result
/// has another type, if a further parameter is not optional, and if its authentication policy is weaker than the schema's.
/// The stored variables become parameters without `@Parameter`.
@attached(extension, conformances: AppIntent, AssistantSchemaIntent)
@attached(member, names: named(schemaID), named(schemaParameters))
@attached(memberAttribute)
public macro AppIntent(schema: AppSchemaIntent) =
    #externalMacro(module: "LanguageModelsMacros", type: "SchemaIntentMacro")

/// Makes a structure a thing that adopts a schema of the catalog.
///
/// ```swift
/// @AppEntity(schema: .photos.album)
/// struct AlbumEntity {
///     static let defaultQuery = AlbumQuery()
///
///     let id: String
///     var name: String
///     var creationDate: Date?
///     var albumType: AlbumType
///
///     var displayRepresentation: DisplayRepresentation { "\(name)" }
/// }
/// ```
///
/// The compiler refuses the structure if it lacks a property of the schema, its identifier, its words for people or its
/// query, or if a property has another type. The stored variables of the schema become properties without `@Property`.
@attached(extension, conformances: AppEntity, AssistantSchemaEntity)
@attached(member, names: named(Schema), named(schemaProperties))
@attached(memberAttribute)
public macro AppEntity(schema: AppSchemaEntity) =
    #externalMacro(module: "LanguageModelsMacros", type: "SchemaEntityMacro")

/// Makes an enumeration a set of choices that adopts a schema of the catalog.
///
/// The compiler refuses the enumeration if its raw values are no texts, if it lacks the words for its cases, or if the
/// schema fixes the cases and they differ.
@attached(extension, conformances: AppEnum, AssistantSchemaEnum)
@attached(member, names: named(Schema), named(allCases))
public macro AppEnum(schema: AppSchemaEnum) =
    #externalMacro(module: "LanguageModelsMacros", type: "SchemaEnumMacro")

/// Makes a structure an action that adopts a schema (Apple's name of 2024).
@attached(extension, conformances: AppIntent, AssistantSchemaIntent)
@attached(member, names: named(schemaID), named(schemaParameters))
@attached(memberAttribute)
public macro AssistantIntent(schema: AppSchemaIntent) =
    #externalMacro(module: "LanguageModelsMacros", type: "SchemaIntentMacro")

/// Makes a structure a thing that adopts a schema (Apple's name of 2024); properties that the schema got later may be
/// missing.
@attached(extension, conformances: AppEntity, AssistantSchemaEntity)
@attached(member, names: named(Schema), named(schemaProperties))
@attached(memberAttribute)
public macro AssistantEntity(schema: AppSchemaEntity) =
    #externalMacro(module: "LanguageModelsMacros", type: "SchemaEntityMacro")

/// Makes an enumeration a set of choices that adopts a schema (Apple's name of 2024).
@attached(extension, conformances: AppEnum, AssistantSchemaEnum)
@attached(member, names: named(Schema), named(allCases))
public macro AssistantEnum(schema: AppSchemaEnum) =
    #externalMacro(module: "LanguageModelsMacros", type: "SchemaEnumMacro")

/// Makes an enumeration with one associated value for each case a parameter that accepts any of them.
@attached(extension, conformances: AppUnionValue)
@attached(member, names: named(Cases), named(memberTypes), named(value(of:from:in:)), named(member))
public macro UnionValue() = #externalMacro(module: "LanguageModelsMacros", type: "UnionValueMacro")

/// Marks a computed property of a thing, which needs no storage.
@attached(peer)
public macro ComputedProperty(title: LocalizedStringResource? = nil) =
    #externalMacro(module: "LanguageModelsMacros", type: "ComputedPropertyMacro")
