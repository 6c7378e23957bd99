import LanguageModels
import Observation
import Testing

extension SessionPropertyValues {
    @SessionPropertyEntry var shelf: String = "A"
    @SessionPropertyEntry var visitCount = 0
    @SessionPropertyEntry var lastBook: String?
}

/// A screen's view model with nested generated types.
@MainActor
@Observable
private final class RecipeScreen {
    private(set) var recipe: Recipe.PartiallyGenerated?
    private(set) var changeCount = 0

    func suggest(with session: LanguageModelSession) async throws -> Recipe {
        let stream = session.streamResponse(to: "Something with rice", generating: Recipe.self)
        for try await snapshot in stream {
            // Views compare partial values to decide whether to redraw.
            if snapshot.content != recipe { changeCount += 1 }
            recipe = snapshot.content
        }
        return try await stream.collect().content
    }

    @Generable(description: "A recipe")
    struct Recipe {
        @Guide(description: "The title, in a few words")
        var title: String
        @Guide(description: "Minutes until it is ready", .range(5...180))
        let minutes: Int
        @Guide(.count(2))
        var ingredients: [Ingredient]
        @Guide(description: "A code on the card", /[A-Z]{2}-\d{3}/)
        var code: String
        @Guide<String>(description: "The course", .anyOf(["starter", "main"]))
        var course: String
        var difficulty: Difficulty
        var serving: Serving?
        var note: String?
    }

    @Generable
    struct Ingredient {
        var name: String
        var grams: Double
    }

    @Generable(description: "How hard it is")
    enum Difficulty: String, CaseIterable {
        case easy
        case notSoEasy = "not so easy"
    }

    @Generable
    enum Serving {
        case hot(degrees: Int)
        case cold
    }
}

@Generable(description: "A person", representNilExplicitlyInGeneratedContent: true)
private struct Author {
    var name: String
    var born: Int?
}

@Generable(name: "Volume", description: "A book", representNilExplicitlyInGeneratedContent: true)
private struct Book {
    var title: String
    var author: Author
    var shelf: String?
}

@Generable(name: "Card")
private struct LibraryCard {
    var number: Int
    var holder: String?
}

/// The macros (reference §2.1).
@Suite(.timeLimit(.minutes(1))) struct MacroFamilyTests {
    private static let recipe = """
        {"title": "Risotto", "minutes": 40, "ingredients": [{"name": "rice", "grams": 300}, {"name": "stock", "grams": 900.5}],
         "code": "AB-123", "course": "main", "difficulty": "not so easy", "serving": {"type": "hot", "degrees": 70}}
        """

    @MainActor
    @Test func aScreenStreamsTheTypesThatItHolds() async throws {
        let pieces = Self.recipe.map { String($0) }
        let model = ScriptedModel([
            { _, channel in for piece in pieces { await channel.send(.response(action: .appendText(piece))) } }
        ])
        let screen = RecipeScreen()
        let recipe = try await screen.suggest(with: LanguageModelSession(model: model))
        #expect(recipe.title == "Risotto")
        #expect(recipe.ingredients.map(\.grams) == [300, 900.5])
        #expect(recipe.difficulty == .notSoEasy)
        #expect(recipe.note == nil)
        if case .hot(let degrees) = recipe.serving { #expect(degrees == 70) } else { Issue.record("not hot") }
        #expect(screen.recipe?.ingredients?.last?.name == "stock")
        #expect(screen.recipe?.difficulty == .notSoEasy)
        // Whitespace between two values changes nothing, so not every piece is a change.
        #expect(screen.changeCount > 20)
        #expect(screen.changeCount < pieces.count)
    }

    @Test func theSchemaOfTheRequestHasGuidesAndDescriptions() async throws {
        let model = ScriptedModel([ScriptedModel.text(Self.recipe)])
        try await LanguageModelSession(model: model).respond(to: "Rice", generating: RecipeScreen.Recipe.self)
        let schema = try #require(model.requests.first?.schema).debugDescription
        for part in [
            #""description":"A recipe""#, #""description":"The title, in a few words""#, #""minimum":5,"maximum":180"#,
            #""minItems":2,"maxItems":2"#, "[A-Z]{2}", #""enum":["starter","main"]"#, #""enum":["easy","not so easy"]"#,
            #""description":"How hard it is""#,
            ##""x-order":["title","minutes","ingredients","code","course","difficulty","serving","note"]"##,
            #""required":["title","minutes","ingredients","code","course","difficulty"]"#,
        ] { #expect(schema.contains(part), "\(part)") }
    }

    @Test func aMissingValueIsWrittenAsNullIfTheMacroIsConfiguredSo() throws {
        let author = Author(name: "Sei", born: nil)
        #expect(author.generatedContent.jsonString == #"{"name":"Sei","born":null}"#)
        let book = Book(title: "Pillow", author: author, shelf: nil)
        #expect(book.generatedContent.jsonString.contains(#""shelf":null"#))
        #expect(Book.generationSchema.debugDescription.contains(#""required":["title","author","shelf"]"#))
        let card = LibraryCard(number: 1, holder: nil)
        #expect(card.generatedContent.jsonString == #"{"number":1}"#)
        #expect(try LibraryCard(GeneratedContent(json: #"{"number": 2, "holder": null}"#)).holder == nil)
    }

    @Test func aTypeMayHaveAnotherNameInSchemas() {
        #expect(Book.generationSchema.name == "Volume")
        #expect(Book.generationSchema.debugDescription.contains(#""description":"A book""#))
        #expect(LibraryCard.generationSchema.name == "Card")
    }

    /// The partial form is a separate type: identifiable, equatable, and readable from incomplete content.
    @Test func thePartialFormHasTheConformancesOfApples() throws {
        func check<Part: Identifiable & Equatable & ConvertibleFromGeneratedContent>(
            _: Part.Type,
            _ json: String
        ) throws
            -> Part where Part.ID == GenerationID
        {
            let content = try GeneratedContent(json: json)
            let id = GenerationID()
            let (first, second) = (
                try Part(GeneratedContent(content, id: id)), try Part(GeneratedContent(content, id: id))
            )
            #expect(first == second)
            #expect(first.id == id)
            #expect(first != (try Part(GeneratedContent(content, id: GenerationID()))))
            return first
        }
        let card = try check(LibraryCard.PartiallyGenerated.self, #"{"number": 7, "hol"#)
        #expect(card.number == 7)
        #expect(card.holder == nil)
        let recipe = try check(RecipeScreen.Recipe.PartiallyGenerated.self, #"{"title": "Ri", "ingredients": [{"na"#)
        #expect(recipe.ingredients?.first?.name == nil)
        #expect(recipe.ingredients?.count == 1)
    }

    @Test func aValueIsItsOwnPartialForm() {
        let part = LibraryCard(number: 3, holder: "Murasaki").asPartiallyGenerated()
        #expect(part.number == 3)
        #expect(part.holder == "Murasaki")
    }

    @Test func sessionPropertiesHaveDefaultsAndKeepTheirValues() {
        let session = LanguageModelSession(model: ScriptedModel([]))
        #expect(session.properties.shelf == "A")
        #expect(session.properties.visitCount == 0)
        #expect(session.properties.lastBook == nil)
        session.properties.visitCount += 2
        session.properties.lastBook = "Genji"
        #expect(session.properties.visitCount == 2)
        #expect(session.properties.lastBook == "Genji")
    }
}
