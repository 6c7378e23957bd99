public import LanguageModels
import StreamingJSON
import Testing

@propertyWrapper
private struct Trimmed: Equatable {
    private var value = ""
    var wrappedValue: String {
        get { value }
        set { value = String(newValue.drop { $0 == " " }) }
    }
    init(wrappedValue: String) { self.wrappedValue = wrappedValue }
}

/// Every way of declaring a generated property, and properties that are not generated.
@Generable
private struct Everything: Equatable {
    static let limit = 3
    static var shared: Int { 1 }

    let constant: String
    var withDefault: Int = 5
    private var hidden: Bool
    fileprivate var halfHidden: Double
    private(set) var readable: Int
    var observed: Int { didSet { changes += observed == oldValue ? 0 : 1 } }
    @Trimmed var wrapped: String
    var `default`: String
    var optional: Optional<Int>
    var qualified: Swift.Optional<Swift.String>
    var parenthesised: (Int)
    var list: Array<Int>
    @Guide(.maximumCount(Everything.limit)) var limited: [Everything.Part]
    var changes: Int
    var content: String
    var properties: [String]
    var value: Int?

    var computed: Int { withDefault + 1 }
    func method() -> Int { computed }

    init(_ number: Int) {
        constant = "c"
        hidden = true
        halfHidden = 0.5
        readable = number
        observed = number
        _wrapped = Trimmed(wrappedValue: "  x")
        self.default = "d"
        optional = nil
        qualified = "q"
        parenthesised = 1
        list = [1]
        limited = [Part(a: 1)]
        changes = 0
        content = "content"
        properties = ["p"]
        value = 1
    }

    @LanguageModels.Generable
    struct Part: Equatable, Sendable {
        @LanguageModels.Guide(description: "A part", .minimum(0)) let a: Int
    }
}

/// A public type with internal parts.
@Generable
public struct Published: Sendable, Hashable, Identifiable {
    /// The type's own identity.
    public var id: String
    var secret: Inner
    /// A public part.
    public let part: [Inner.Deep]

    struct Hidden {}

    /// A nested type.
    @Generable
    public struct Inner: Sendable, Hashable {
        var number: Int

        /// A type nested deeper.
        @Generable
        public enum Deep: Sendable, Hashable {
            case one(Int)
            case two
        }
    }
}

/// The declaration has the conformance already.
@Generable
private struct Stated: Generable {
    var a: Int
}

extension Stated {
    init(twice a: Int) { self.a = 2 * a }
}

@MainActor
private final class Screen {
    @Generable
    struct Form: Equatable {
        var field: String
    }

    func read(_ json: String) throws -> Form { try Form(GeneratedContent(json: json)) }
}

@Suite struct DeclarationTests {
    @Test func everyDeclarationIsRead() throws {
        let value = Everything(3)
        #expect(
            value.generatedContent.jsonString
                == #"{"constant":"c","withDefault":5,"hidden":true,"halfHidden":0.5,"readable":3,"observed":3,"#
                + #""wrapped":"x","default":"d","qualified":"q","parenthesised":1,"list":[1],"limited":[{"a":1}],"#
                + #""changes":0,"content":"content","properties":["p"],"value":1}"#
        )
        #expect(try Everything(value.generatedContent) == value)
        #expect(
            Everything.generationSchema.jsonValue["x-order"]
                == [
                    "constant", "withDefault", "hidden", "halfHidden", "readable", "observed", "wrapped", "default",
                    "optional", "qualified", "parenthesised", "list", "limited", "changes", "content", "properties",
                    "value",
                ]
        )
        let required = (Everything.generationSchema.jsonValue["required"]?.arrayValue ?? []).compactMap(\.stringValue)
        #expect(required.count == 14)
        #expect(Set(required).isDisjoint(with: ["optional", "qualified", "value"]))
        #expect(Everything.generationSchema.jsonValue["properties"]?["limited"]?["maxItems"] == 3)
        #expect(
            Everything.generationSchema.jsonValue["$defs"]?["Part"]?["properties"]?["a"]
                == ["type": "integer", "minimum": 0, "description": "A part"]
        )
        #expect(value.asPartiallyGenerated().default == "d")
        #expect(value.asPartiallyGenerated().halfHidden == 0.5)
        #expect(value.computed == 6)
    }

    @Test func aPropertyWithADefaultIsRequiredAllTheSame() throws {
        let error = #expect(throws: GeneratedContent.ParsingError.self) {
            try Everything(GeneratedContent(json: #"{"constant":"c"}"#))
        }
        #expect(error?.debugDescription == "the required property 'withDefault' is missing")
    }

    @Test func theMemberwiseInitializerStays() {
        #expect(Everything.Part(a: 1).generatedContent.jsonString == #"{"a":1}"#)
        #expect(Stated(twice: 2).a == 4)
        #expect(Stated(a: 1).generatedContent.jsonString == #"{"a":1}"#)
    }

    @Test func publicTypesHavePublicParts() throws {
        let value = Published(id: "x", secret: .init(number: 1), part: [.one(2), .two])
        #expect(try Published(value.generatedContent) == value)
        let content = GeneratedContent(value, id: GenerationID())
        let partial = try Published.PartiallyGenerated(content)
        #expect(partial.id == "x")
        #expect(partial.part == [.one(2), .two])
        #expect(try partial == Published.PartiallyGenerated(content))
        #expect(partial != value.asPartiallyGenerated())
    }

    @Test @MainActor func aTypeMayBeNestedInAnActor() async throws {
        let form = try Screen().read(#"{"field":"x"}"#)
        #expect(form == Screen.Form(field: "x"))
        // Conformances are not isolated to the actor.
        let text = await Task.detached { Screen.Form(field: "y").generatedContent.jsonString }.value
        #expect(text == #"{"field":"y"}"#)
    }

    @Test func aTypeMayBeNestedInAFunction() throws {
        struct Local: Generable {
            let text: String
            static var generationSchema: GenerationSchema { GenerationSchema(type: Self.self, properties: []) }
            init(_ content: GeneratedContent) throws { text = try content.value(forProperty: "text") }
            var generatedContent: GeneratedContent { GeneratedContent(properties: ["text": text]) }
        }
        #expect(Local.generationSchema.name == "Local")
        #expect(try Local(GeneratedContent(json: #"{"text":"x"}"#)).text == "x")
    }
}
