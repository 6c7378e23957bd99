import LLMCodable
import LanguageModels
import ScriptedModels
import Testing

@Suite(.timeLimit(.minutes(1))) struct PartialStreamTests {
    private static let pieces = [#"{"na"#, #"me":"A"#, #"da","a"#, #"ge":3"#, #"6}"#]

    @Test func aValueIsShownAsItGrows() async throws {
        let stream = try "Ada is 36.".decodeStream(as: Person.self, using: ScriptedModel(.text(Self.pieces)))
        var names: [String?] = []
        var ages: [Int?] = []
        for try await snapshot in stream {
            names.append(snapshot.content.name)
            // The short form reads the same property.
            ages.append(snapshot.age)
        }
        #expect(names == [nil, "A", "Ada", "Ada", "Ada"])
        #expect(ages == [nil, nil, nil, nil, 36])
    }

    @Test func collectingReturnsTheWholeValue() async throws {
        let stream = try "Ada is 36.".decodeStream(as: Person.self, using: ScriptedModel(.text(Self.pieces)))
        #expect(try await stream.collect() == Person(name: "Ada", age: 36, nickname: nil))
    }

    @Test func allSnapshotsOfAPartHaveOneIdentity() async throws {
        let answer = #"{"street":"Elm","people":[{"name":"Ada","age":36},{"name":"Bob","age":7}]}"#
        let stream = try "Elm".decodeStream(
            as: Household.self,
            using: ScriptedModel(.text(answer.map { String($0) }))
        )
        var identities: Set<GenerationID> = []
        for try await snapshot in stream { identities.formUnion(snapshot.content.people?.map(\.id) ?? []) }
        #expect(identities.count == 2)
    }

    @Test(arguments: [
        ([#"{"name":"Ada","age":36"#], LLMDecodingError.Code.incomplete),
        ([#"{"name":"Ada""#, #" age"#], .notJSON),
        ([#"{"name":"Ada"}"#], .doesNotFit),
        ([#"{"name":"Ada","age":999}"#], .doesNotFit),
        ([#"{"name":7"#, #","age":36}"#], .doesNotFit),
        ([], .incomplete),
    ])
    func aBadEndIsAnError(pieces: [String], code: LLMDecodingError.Code) async throws {
        let stream = try "Ada is 36.".decodeStream(as: Person.self, using: ScriptedModel(.text(pieces)))
        let error = await #expect(throws: LLMDecodingError.self) { for try await _ in stream {} }
        #expect(error?.code == code)
    }

    @Test func leavingEarlyEndsTheRequest() async throws {
        let pieces = [#"{"name":""#] + Array(repeating: "a", count: 1000)
        let model = ScriptedModel(.text(pieces))
        for try await snapshot in try "Ada".decodeStream(as: Person.self, using: model)
        where snapshot.content.name != nil { break }
        // Far fewer than all pieces: those in transit are in two buffers of 64.
        #expect(model.sentPieceCount < 200)
    }

    @Test func aValueThatIsNoObjectGrowsToo() async throws {
        let model = ScriptedModel(.text([#"{"value":"#, "[1,", "22,3", "3]}"]))
        var shown: [[Int]] = []
        for try await snapshot in try "1, 22, 33".decodeStream(as: [Int].self, using: model) {
            shown.append(snapshot.content)
        }
        #expect(shown == [[1], [1, 22], [1, 22, 33]])
    }

    @Test func aReplacementDiscardsTheEarlierAnswer() async throws {
        let model = ScriptedModel(.replacedText([#"{"name":"Eve","#, #"{"name":"Ada","age":36}"#]))
        let stream = try "Ada is 36.".decodeStream(as: Person.self, using: model)
        #expect(try await stream.collect().name == "Ada")
    }
}
