import Testing

/// The compiler's errors for code that uses unavailable declarations: the reason, and the alternative.
@Suite(.timeLimit(.minutes(2))) struct UnavailableDeclarationTests {
    private static let source = """
        import Foundation
        import LanguageModels

        struct Text: Tool {
            let description = ""
            func call(arguments: String) async throws -> String { "" }
        }
        struct Number: Tool {
            let description = ""
            func call(arguments: Int) async throws -> String { "" }
        }
        struct Ratio: Tool {
            let description = ""
            func call(arguments: Double) async throws -> String { "" }
        }
        struct Share: Tool {
            let description = ""
            func call(arguments: Float) async throws -> String { "" }
        }
        struct Price: Tool {
            let description = ""
            func call(arguments: Decimal) async throws -> String { "" }
        }
        struct Flag: Tool {
            let description = ""
            func call(arguments: Bool) async throws -> String { "" }
        }
        struct Form: Tool {
            let description = ""
            let parameters = String.generationSchema
            func call(arguments: String) async throws -> String { "" }
        }
        func attach(_ value: any DataAttachmentRepresentable) {}
        func enter(_ value: any DataEntryRepresentable) {}
        func read(_ attachment: Transcript.DataAttachment, _ entry: Transcript.DataEntry) {}
        func show(_ model: PrivateCloudComputeLanguageModel) { model.quotaUsage.limitIncreaseSuggestion?.show() }
        struct Stranger {}
        func prompt() -> Prompt { Prompt { Stranger() } }
        func instructions() -> Instructions { Instructions { Stranger() } }
        """

    @Test func eachUseIsRefusedWithTheReason() async throws {
        let errors = try await EmittedInterface.messages(of: Self.source)
        let types = ["a String", "an Int", "a Double", "a Float", "a Decimal", "a Bool"]
        let reasons =
            types.map { "A tool's arguments are an object, not \($0). Use a @Generable structure." }
            + ["Attachment", "Entry"].map {
                "'Data\($0)Representable' is unavailable: Data is named by UTType, which only Apple's systems have."
            }
            + ["Attachment", "Entry"].map {
                "'Data\($0)' is unavailable: Data is named by UTType, which only Apple's systems have."
            }
            + [
                "'show()' is unavailable: Apple's offers can be shown on Apple's systems only.",
                "Only `Prompt` and `PromptRepresentable` are accepted here.",
                "Only `Instructions` and `InstructionsRepresentable` are accepted here.",
            ]
        for reason in reasons { #expect(errors.contains("error: ") && errors.contains(reason), "\(reason)") }
        // A tool that defines its parameters itself may have a bare value as arguments.
        #expect(!errors.contains("type 'Form' does not conform"))
    }
}
