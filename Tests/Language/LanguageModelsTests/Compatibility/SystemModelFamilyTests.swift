import Foundation
import LanguageModels
import Testing

private struct EchoTool: Tool {
    let name = "echo"
    let description = "Echoes."
    @Generable struct Arguments { var text: String }
    func call(arguments: Arguments) async throws -> String { arguments.text }
}

/// The system's model, and Apple's models that are not available here (reference §2.13).
@Suite(.timeLimit(.minutes(1))) struct SystemModelFamilyTests {
    /// The switch of an app that explains why there is no model.
    private static func words(_ availability: SystemLanguageModel.Availability) -> String {
        switch availability {
        case .available: "available"
        case .unavailable(.deviceNotEligible): "not this device"
        case .unavailable(.appleIntelligenceNotEnabled): "turned off"
        case .unavailable(.modelNotReady): "later"
        @unknown default: "unknown"
        }
    }

    @Test func withoutAModelItIsNotReadyAndTheErrorNamesTheSolution() async throws {
        let model = SystemLanguageModel.default
        #expect(Self.words(model.availability) == "later")
        #expect(!model.isAvailable)
        #expect(model.contextSize == 4096)
        let error = await #expect(throws: SystemLanguageModel.Error.self) {
            try await LanguageModelSession().respond(to: "Hi")
        }
        guard case .assetsUnavailable(let payload)? = error else { Issue.record("\(error as Any)"); return }
        #expect(payload.debugDescription.contains("SystemLanguageModel.use"))
        #expect(error?.errorDescription == payload.debugDescription)
        let own = SystemLanguageModel.Error.AssetsUnavailable(debugDescription: "own")
        #expect(SystemLanguageModel.Error.assetsUnavailable(own).errorDescription == "own")
    }

    @Test func withAModelItIsAvailableInEveryForm() async throws {
        let forms: [SystemLanguageModel] = [
            .default, SystemLanguageModel(), SystemLanguageModel(useCase: .contentTagging),
            SystemLanguageModel(guardrails: .permissiveContentTransformations),
            SystemLanguageModel(useCase: .general, guardrails: .default),
        ]
        let model = ScriptedModel(forms.map { _ in ScriptedModel.text("ok") })
        let languages: Set<Locale.Language> = [.init(identifier: "ja"), .init(identifier: "en")]
        for form in forms {
            try await SystemLanguageModel.withModel(model, contextSize: 8192, supportedLanguages: languages) {
                try await Self.use(form, languages)
            }
        }
        #expect(model.requests.count == forms.count)
    }

    private static func use(_ model: SystemLanguageModel, _ languages: Set<Locale.Language>) async throws {
        #expect(words(model.availability) == "available")
        #expect(model.isAvailable)
        #expect(model.contextSize == 8192)
        #expect(model.supportedLanguages == languages)
        #expect(model.supportsLocale(Locale(identifier: "ja_JP")))
        #expect(!model.supportsLocale(Locale(identifier: "fr_FR")))
        #expect(model.variant != .core3 && model.variant != .coreAdvanced3)
        #expect(!model.variant.displayName.isEmpty)
        #expect(model.capabilities.contains(.toolCalling))
        #expect(try await LanguageModelSession(model: model).respond(to: "Hi").content == "ok")
    }

    @Test func aModelWithoutLanguagesSupportsAll() async {
        await SystemLanguageModel.withModel(ScriptedModel([])) {
            #expect(SystemLanguageModel.default.supportedLanguages.isEmpty)
            #expect(SystemLanguageModel.default.supportsLocale())
        }
    }

    /// Longer content has more tokens, for each kind that can be counted.
    @Test func tokensAreCountedByEstimate() async throws {
        let model = SystemLanguageModel.default
        let (short, long) = ("Hi", String(repeating: "A longer sentence. ", count: 40))
        #expect(try await model.tokenCount(for: short) < model.tokenCount(for: long))
        #expect(try await model.tokenCount(for: Prompt(short)) == model.tokenCount(for: short))
        #expect(
            try await model.tokenCount(for: Instructions(short)) < model.tokenCount(for: Instructions(long))
        )
        let tools: [any Tool] = [EchoTool()]
        #expect(try await model.tokenCount(for: tools) > 0)
        #expect(try await model.tokenCount(for: EchoTool.Arguments.generationSchema) > 0)
        let entries: [Transcript.Entry] = [short, long].map {
            .prompt(.init(segments: [.text(.init(content: $0))]))
        }
        #expect(
            try await model.tokenCount(for: entries.prefix(1)) < model.tokenCount(for: Transcript(entries: entries))
        )
    }

    @Test func openingAnAdapterThrows() async throws {
        func isRefused(_ open: () throws -> SystemLanguageModel.Adapter) {
            do {
                let adapter = try open()
                // Code that uses an opened adapter.
                _ = (SystemLanguageModel(adapter: adapter, guardrails: .default), adapter.creatorDefinedMetadata)
                Issue.record("an adapter was opened")
            } catch SystemLanguageModel.Adapter.AssetError.compatibleAdapterNotFound(let context) {
                #expect(context.debugDescription.contains("SystemLanguageModel.use"))
            } catch {
                Issue.record(error)
            }
        }
        isRefused { try SystemLanguageModel.Adapter(name: "poems") }
        isRefused { try SystemLanguageModel.Adapter(fileURL: URL(filePath: "/tmp/poems.fmadapter")) }
    }

    /// Code for Apple's servers checks availability first and has a fallback for machines without them.
    @Test func applesServersAreUnavailableWithTheReason() async throws {
        typealias Private = PrivateCloudComputeLanguageModel
        let model = Private()
        switch model.availability {
        case .available: Issue.record("available")
        case .unavailable(let reason): #expect(reason == .deviceNotEligible)
        }
        #expect(!model.isAvailable)
        #expect(!model.quotaUsage.isLimitReached)
        #expect(model.quotaUsage.resetDate == nil)
        #expect(model.quotaUsage.limitIncreaseSuggestion == nil)
        if case .belowLimit(let rest) = model.quotaUsage.status { #expect(!rest.isApproachingLimit) }
        #expect(model.capabilities.contains(.reasoning))
        await #expect(throws: Private.Error.self) { try await model.contextSize }
        await #expect(throws: Private.Error.self) { try await model.supportedLanguages }
        await #expect(throws: Private.Error.self) { try await model.supportsLocale() }
        let error = await #expect(throws: Private.Error.self) {
            try await LanguageModelSession(model: model).respond(to: "Hi")
        }
        func words(_ error: Private.Error) -> String {
            switch error {
            case .networkFailure(let payload): "network \(payload.debugDescription)"
            case .quotaLimitReached(let payload): "quota \(payload.resetDate == nil) \(payload.debugDescription)"
            case .serviceUnavailable(let payload): "service \(payload.debugDescription)"
            }
        }
        #expect(error.map(words)?.hasPrefix("service Apple's servers answer only Apple's devices.") == true)
        #expect(words(.networkFailure(.init(debugDescription: "a"))) == "network a")
        #expect(words(.quotaLimitReached(.init(debugDescription: "b"))) == "quota true b")
        #expect(words(.serviceUnavailable(.init(debugDescription: "c"))) == "service c")
    }
}
