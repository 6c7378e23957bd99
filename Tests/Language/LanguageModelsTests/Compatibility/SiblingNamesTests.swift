import LanguageModels
import Testing

/// A tool whose arguments use sibling types, as in samples for Apple's framework.
private struct FindShopsTool: Tool {
    let name = "findShops"
    let description = "Finds shops of a kind near a station."

    @Generable
    enum Kind: String, CaseIterable {
        case bakery, bookstore = "book store"
    }

    enum Unit {
        static let texts = ["meters", "minutes"]
    }

    @Generable
    struct Arguments {
        @Guide(description: "The kind of shop") let kind: Kind
        let further: [Kind]
        let except: Kind?
        @Guide(.anyOf(Unit.texts)) let unit: String
    }

    @Generable
    struct Unused { let unit: Kind? }

    func call(arguments: Arguments) async throws -> String {
        "\(arguments.kind.rawValue) in \(arguments.unit), \(arguments.further.count) further kinds"
    }
}

/// A class with a plan and the sibling types of the plan; the plan also uses constants of the class.
private final class Router {
    static let palette = ["red", "green"]
    static let planText = "Where to go"

    @Generable(description: planText)
    struct Plan: Equatable {
        @Guide(.anyOf(palette)) var color: String
        @Guide(.anyOf(ownPalette)) var shade: String
        var route: Route
        var steps: [Route]

        static let ownPalette = ["light", "dark"]
    }

    @Generable
    enum Route: Equatable {
        case direct
        case through(Stop, then: [Stop])
    }

    @Generable
    struct Stop: Equatable { var name: String }
}

private enum Outer {
    @Generable
    struct Inner: Equatable { var number: Int }
}

extension Outer {
    @Generable
    struct Beside: Equatable {
        var inner: Inner
        var maybe: Inner?
    }

    @Generable
    enum Choice: Equatable {
        case inner(Inner)
        case nothing
    }
}

/// Generated code finds sibling types and constants by their short names.
@Suite struct SiblingNamesTests {
    @Test func theArgumentsOfAToolNameTypesOfTheTool() async throws {
        let model = ScriptedModel([
            ScriptedModel.calls(
                (
                    id: "1", name: "findShops",
                    arguments: #"{"kind":"book store","further":["bakery"],"unit":"minutes"}"#
                )
            ),
            ScriptedModel.text("Found."),
        ])
        let session = LanguageModelSession(model: model, tools: [FindShopsTool()])
        #expect(try await session.respond(to: "Where?").content == "Found.")
        let outputs = session.transcript.compactMap { entry -> String? in
            guard case .toolOutput(let output) = entry else { return nil }
            return output.segments.text
        }
        #expect(outputs == ["book store in minutes, 1 further kinds"])
    }

    @Test func aPlanNamesRoutesAndConstantsOfItsClass() throws {
        let schema = Router.Plan.generationSchema.debugDescription
        for word in ["red", "dark", "Where to go", "through"] { #expect(schema.contains(word)) }
        let plan = try Router.Plan(
            GeneratedContent(
                json: """
                    {"color": "red", "shade": "dark", "route": {"type": "direct"},
                     "steps": [{"type": "through", "value1": {"name": "a"}, "then": [{"name": "b"}]}]}
                    """
            )
        )
        #expect(plan.route == .direct)
        #expect(plan.steps == [.through(.init(name: "a"), then: [.init(name: "b")])])
        #expect(try Router.Plan(plan.generatedContent) == plan)
    }

    @Test func aTypeInAnExtensionNamesTypesOfTheExtendedOne() throws {
        let value = Outer.Beside(inner: .init(number: 1), maybe: nil)
        #expect(try Outer.Beside(value.generatedContent) == value)
        let choice = Outer.Choice.inner(.init(number: 2))
        #expect(try Outer.Choice(choice.generatedContent) == choice)
        let partial = try Outer.Beside.PartiallyGenerated(GeneratedContent(json: #"{"inner": {"number": 3"#))
        #expect(partial.maybe == nil)
    }

    /// The generated initializer is in an extension, so the structure keeps its memberwise one.
    @Test func theMemberwiseInitializerStays() {
        #expect(Outer.Inner(number: 1).number == 1)
    }
}
