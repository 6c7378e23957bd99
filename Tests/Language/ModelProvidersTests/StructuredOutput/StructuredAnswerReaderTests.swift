import LanguageModels
import Testing

@testable import ModelProviders

@Suite struct StructuredAnswerReaderTests {
    /// The session's view of an answer: texts, their replacements, and calls.
    private struct Seen: Equatable {
        var text = ""
        var calls: [String] = []

        mutating func take(_ events: [ModelStreamEvent]) {
            for event in events {
                switch event {
                case .text(let piece): text += piece
                case .replaceText(let whole): text = whole
                case .toolCall(_, let name, let arguments): calls.append("\(name) \(arguments)")
                default: break
                }
            }
        }
    }

    private func read(_ events: [ModelStreamEvent], answerTool: String? = nil) -> (Seen, StructuredAnswerReader.Outcome)
    {
        var reader = StructuredAnswerReader(answerTool: answerTool)
        var seen = Seen()
        for event in events { seen.take(reader.read(event)) }
        return (seen, reader.finish())
    }

    @Test(arguments: [
        (#"{"a":"東京}"}"#, #"{"a":"東京}"}"#), (" \n [1]\n", "[1]"), (#"{"a":1} is it."#, #"{"a":1}"#), ("{ no", "{ no"),
        ("Sure! {}", ""), ("```json\n{}\n```", ""), ("", ""), ("  ", ""), ("<think>{}</think>{}", ""),
    ]) func textThatStartsLikeJSONIsShown(text: String, shown: String) {
        // The text is cut at every place, and into single characters.
        var cuts = (0...text.count).map { [String(text.prefix($0)), String(text.dropFirst($0))] }
        cuts.append(text.map(String.init))
        for pieces in cuts {
            let (seen, outcome) = read(pieces.map { .text($0) })
            #expect(seen.text == shown)
            #expect(outcome.text == text)
            #expect(outcome.shown == shown)
        }
    }

    /// Searching the whole text for each piece would need hours.
    @Test(.timeLimit(.minutes(1)), arguments: [" ", " \u{301}", "\u{301}\u{316}"])
    func longPrefixesAreReadInLinearTime(piece: String) {
        let (seen, outcome) = read(Array(repeating: .text(piece), count: 200_000) + [.text("[1]")])
        #expect(outcome.text.utf8.count >= 200_000)
        #expect(outcome.shown == seen.text)
    }

    /// A refusal is not an answer, and its round has no other event that could carry its tokens.
    @Test func aRefusalAndItsTokensArePassedOn() {
        var reader = StructuredAnswerReader(answerTool: nil)
        let usage = ModelStreamEvent.usage(.init(), ofCalls: false)
        #expect(reader.read(usage) == [])
        #expect(reader.read(.refusal("I cannot.")) == [.refusal("I cannot.")])
        #expect(reader.read(usage) == [usage])
        #expect(reader.finish().text.isEmpty)
    }

    @Test func textGrowsAsItArrives() {
        var reader = StructuredAnswerReader(answerTool: nil)
        #expect(reader.read(.text("{\"a")) == [.text("{\"a")])
        #expect(reader.read(.text("\":1}")) == [.text("\":1}")])
    }

    @Test func argumentsAreTheAnswer() {
        let call = ["{\"a", "\":1", "}"].map { ModelStreamEvent.toolCall(id: "1", name: "final", arguments: $0) }
        let (seen, outcome) = read([.text("Here you are."), .reasoning("Hm.")] + call, answerTool: "final")
        #expect(seen == Seen(text: #"{"a":1}"#))
        #expect(outcome.text == #"{"a":1}"#)
        #expect(outcome.shown == outcome.text)
        #expect(outcome.isCall && !outcome.hasToolCalls)
    }

    @Test func aSecondAnswerIsLeftOut() {
        let (seen, outcome) = read(
            [
                .toolCall(id: "1", name: "final", arguments: "{}"), .callMetadata(["s": "x"], id: "1", name: "final"),
                .toolCall(id: "2", name: "final", arguments: "[]"),
            ],
            answerTool: "final"
        )
        #expect(seen == Seen(text: "{}"))
        #expect(outcome.text == "{}")
    }

    @Test func toolsPrecedeTheAnswer() {
        let answer = ModelStreamEvent.toolCall(id: "1", name: "final", arguments: #"{"a":1}"#)
        let tool = ModelStreamEvent.toolCall(id: "2", name: "search", arguments: "{}")
        for events in [[.text("I look."), answer, tool], [.text("I look."), tool, answer]] {
            let (seen, outcome) = read(events, answerTool: "final")
            #expect(seen == Seen(text: "I look.", calls: ["search {}"]))
            #expect(outcome.hasToolCalls && !outcome.isCall)
            #expect(outcome.text == "I look.")
        }
        for text in ["I look.", "{}", "{} I look."] {
            let (seen, outcome) = read([.text(text), tool, .text(" Now."), .metadata(["finish_reason": "tool_calls"])])
            #expect(seen == Seen(text: text + " Now.", calls: ["search {}"]))
            #expect(outcome.metadata == ["finish_reason": "tool_calls"])
        }
    }

    @Test func textInThePlaceOfACallIsKeptBack() {
        let (seen, outcome) = read([.text(#"{"a":1}"#)], answerTool: "final")
        #expect(seen == Seen())
        #expect(outcome.text == #"{"a":1}"#)
        #expect(!outcome.isCall && outcome.shown.isEmpty)
    }
}
