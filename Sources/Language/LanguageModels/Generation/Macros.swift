/// Makes a structure or an enumeration ``Generable`` by generating its schema, its conversions, and its partial form.
///
/// ``Guide(description:)`` describes a property; a model need not generate an optional one. Enumerations are generated
/// by the names of their cases, or by their raw values if those are strings. An enumeration with associated values is
/// generated as an object: its `type` is the name of the case, and its other properties are the values by their
/// labels.
///
/// A constant with a value, such as `let id = UUID()`, is not generated: it is not in the schema, is not read, and
/// keeps its value. The partial form does not have it; its `id` is then the ``GenerationID``.
///
/// The partial form is `Equatable`, so that a view can decide whether to redraw.
///
/// An array of optionals, such as `[String?]`, is refused. `Optional` is not ``Generable``, here as in Apple's
/// framework, because a schema can make a property optional, but not an element.
@attached(extension, conformances: Generable, names: named(init(_:)))
@attached(member, names: named(PartiallyGenerated), named(init(_:)), named(generatedContent), named(generationSchema))
public macro Generable(description: String? = nil) =
    #externalMacro(module: "LanguageModelsMacros", type: "GenerableMacro")

/// Makes a structure or an enumeration ``Generable`` (Apple FoundationModels 26.4).
///
/// With `representNilExplicitlyInGeneratedContent` a property without a value is `null`, both in the content for the
/// model and in the schema.
@attached(extension, conformances: Generable, names: named(init(_:)))
@attached(member, names: named(PartiallyGenerated), named(init(_:)), named(generatedContent), named(generationSchema))
public macro Generable(description: String? = nil, representNilExplicitlyInGeneratedContent: Bool) =
    #externalMacro(module: "LanguageModelsMacros", type: "GenerableMacro")

/// Makes a structure or an enumeration ``Generable`` with a custom name in schemas (Apple FoundationModels 27.0).
@attached(extension, conformances: Generable, names: named(init(_:)))
@attached(member, names: named(PartiallyGenerated), named(init(_:)), named(generatedContent), named(generationSchema))
public macro Generable(
    name: String,
    description: String? = nil,
    representNilExplicitlyInGeneratedContent: Bool = false
) = #externalMacro(module: "LanguageModelsMacros", type: "GenerableMacro")

/// Describes a property to the model.
@attached(peer)
public macro Guide(description: String) = #externalMacro(module: "LanguageModelsMacros", type: "GuideMacro")

/// Describes a property to the model and limits its value.
///
/// The expressions of the guides are copied into the schema, so any expression is possible. Several guides apply
/// together, as do several `@Guide` attributes of one property.
@attached(peer)
public macro Guide<Value: Generable>(description: String? = nil, _ guides: GenerationGuide<Value>...) =
    #externalMacro(module: "LanguageModelsMacros", type: "GuideMacro")

/// Describes a property to the model and sets the regular expression that its text must match.
@attached(peer)
public macro Guide<RegexOutput>(description: String? = nil, _ guides: Regex<RegexOutput>) =
    #externalMacro(module: "LanguageModelsMacros", type: "GuideMacro")

/// Declares a property that the tools, instructions and profiles of a session share (Apple FoundationModels 27.0).
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro SessionPropertyEntry() =
    #externalMacro(module: "LanguageModelsMacros", type: "SessionPropertyEntryMacro")
