import LLMCodable
import LanguageModels
import ScriptedModels
import StreamingJSON
import Testing

@Suite(.timeLimit(.minutes(1))) struct ConfidenceTests {
    private static func decoder(_ model: ScriptedModel) -> LLMDecoder {
        var decoder = LLMDecoder(model: model)
        decoder.repairAttempts = 0
        return decoder
    }

    @Test func theValueOfMostSamplesIsTheResult() async throws {
        let model = ScriptedModel(
            .text([#"{"name":"Ada","age":36}"#]),
            .text([#"{"age":36.0,"name":"Ada"}"#]),
            .text([#"{"name":"Ada","age":63}"#]),
            .text([#"{"name":"Adam","age":36}"#])
        )
        let result = try await "Ada is 36.".decodeWithConfidence(
            as: Person.self,
            using: model,
            method: .agreement(samples: 4)
        )
        #expect(result.value == Person(name: "Ada", age: 36, nickname: nil))
        #expect(result.method == .agreement(samples: 4))
        #expect(result.partConfidences == [JSONPath([.name("name")]): 0.75, JSONPath([.name("age")]): 0.75])
        #expect(result.confidence == 0.75)
        // Each sample has its own session.
        #expect(model.requests.allSatisfy { $0.transcript.prompts.count == 1 })
    }

    @Test func aValueThatIsNoObjectIsComparedDirectly() async throws {
        let model = ScriptedModel(.text([#"{"value":"good"}"#]), .text([#"{"value":"bad"}"#]))
        let result = try await "Ada is fine.".decodeWithConfidence(
            as: Mood.self,
            using: model,
            method: .agreement(samples: 2)
        )
        #expect(result.partConfidences == [JSONPath(): 0.5])
    }

    @Test func aSampleThatDoesNotFitAgreesWithNone() async throws {
        let model = ScriptedModel(.text([#"{"name":"Ada","age":36}"#]), .text(["no idea"]))
        let result = try await Self.decoder(model).decodeWithConfidence(
            Person.self,
            from: "Ada is 36.",
            method: .agreement(samples: 2)
        )
        #expect(result.value.age == 36)
        #expect(result.confidence == 0.5)
    }

    @Test func withoutAFittingSampleTheFaultIsThrown() async throws {
        let model = ScriptedModel(.text(["no idea"]), .text(["none"]))
        let error = await #expect(throws: LLMDecodingError.self) {
            try await Self.decoder(model).decodeWithConfidence(
                Person.self,
                from: "Ada is 36.",
                method: .agreement(samples: 1)
            )
        }
        #expect(error?.code == .notJSON)
        #expect(model.requests.count == 2)
    }

    @Test func errorsOfTheModelPassThrough() async throws {
        for method in [ConfidenceMethod.agreement(samples: 3), .selfGrade] {
            let model = ScriptedModel(.text([#"{"name":"Ada","age":36}"#]))
            await #expect(throws: ScriptedModel.ScriptEnded.self) {
                try await "Ada is 36.".decodeWithConfidence(as: Person.self, using: model, method: method)
            }
        }
    }

    @Test func theDefaultMethodRequestsAGradeInTheSameSession() async throws {
        let model = ScriptedModel(.text([#"{"name":"Ada","age":36}"#]), .text([#"{"confidence":0.7}"#]))
        let result = try await "Ada may be 36.".decodeWithConfidence(as: Person.self, using: model)
        #expect(result.value.age == 36)
        #expect(result.confidence == 0.7)
        #expect(result.method == .selfGrade)
        #expect(model.requests.map { $0.transcript.prompts.count } == [1, 2])
    }

    @Test func aNamedSessionHasBothTurns() async throws {
        let model = ScriptedModel(.text([#"{"name":"Ada","age":36}"#]), .text([#"{"confidence":1}"#]))
        let session = LanguageModelSession(model: model)
        let result = try await Person.decodeWithConfidence(from: "Ada is 36.", using: session)
        #expect(result.confidence == 1)
        #expect(session.transcript.count == 4)
    }

    @Test func aSelfReportIsPartOfTheSameAnswer() async throws {
        let model = ScriptedModel(.text([#"{"value":{"name":"Ada","age":36},"confidence":0.9}"#]))
        let result = try await Person.decodeWithConfidence(from: "Ada is 36.", using: model, method: .selfReport)
        #expect(result.value.name == "Ada")
        #expect(result.confidence == 0.9)
        #expect(result.method == .selfReport)
        #expect(result.partConfidences.isEmpty)
        #expect(model.requests.count == 1)
    }

    @Test func aGradeOutOfBoundsIsAFault() async throws {
        let model = ScriptedModel(.text([#"{"value":{"name":"Ada","age":36},"confidence":90}"#]))
        let error = await #expect(throws: LLMDecodingError.self) {
            try await Self.decoder(model).decodeWithConfidence(Person.self, from: "Ada is 36.", method: .selfReport)
        }
        #expect(error?.code == .doesNotFit)
    }

    @Test func samplesMayDiffer() async throws {
        let answer = ScriptedModel.Round.text([#"{"name":"Ada","age":36}"#])
        let model = ScriptedModel(answer, answer)
        _ = try await "Ada is 36.".decodeWithConfidence(
            as: Person.self,
            using: model,
            method: .agreement(samples: 2),
            options: GenerationOptions(samplingMode: .random(top: 5, seed: 7), temperature: 0)
        )
        let options = model.requests.map(\.generationOptions)
        #expect(options.allSatisfy { $0.temperature == nil })
        #expect(options.contains { $0.samplingMode == .random(top: 5, seed: 7) })
        #expect(options.contains { $0.samplingMode == .random(top: 5, seed: 8) })
    }
}
