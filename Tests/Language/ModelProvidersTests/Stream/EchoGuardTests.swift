import Secrets
import Testing
import Transport

@testable import ModelProviders

/// The removal of a key that a model's provider sends in several events.
@Suite struct EchoGuardTests {
    private static let key = "sk-CANARY-0123456789"
    private static let usage = ModelStreamEvent.metadata(["id": "1"])

    private static func passed(_ batches: [[ModelStreamEvent]]) -> [ModelStreamEvent] {
        var guarded = EchoGuard(SecretEcho([SecretString(key)]))
        var passed: [ModelStreamEvent] = []
        for var batch in batches {
            guarded.process(&batch)
            passed += batch
        }
        return passed + guarded.takeHeld()
    }

    private static func text(_ events: [ModelStreamEvent]) -> String {
        events.map { event in
            switch event {
            case .text(let text), .reasoning(let text, _, _), .toolCall(_, _, let text): text
            default: ""
            }
        }.joined()
    }

    private static let kinds: [@Sendable (String) -> ModelStreamEvent] = [
        { .text($0) }, { .reasoning($0) }, { .toolCall(id: "1", name: "f", arguments: $0) },
    ]

    @Test(arguments: kinds.indices, [true, false])
    func aKeyIsRemovedWhereverItIsCut(_ kind: Int, _ isInterrupted: Bool) {
        let (make, answer) = (Self.kinds[kind], "the key is \(Self.key)!")
        for place in 0...answer.count {
            let parts = [String(answer.prefix(place)), String(answer.dropFirst(place))]
            let events = isInterrupted ? [make(parts[0]), Self.usage, make(parts[1])] : parts.map(make)
            #expect(Self.text(Self.passed(events.map { [$0] })) == "the key is ••••!")
            let single = answer.map { isInterrupted ? [make(String($0)), Self.usage] : [make(String($0))] }
            #expect(Self.text(Self.passed(single)) == "the key is ••••!")
        }
    }

    @Test(arguments: kinds.indices)
    func aKeyInEscapesIsRemovedWhereverItIsCut(_ kind: Int) {
        let escaped = Self.key.utf8.map { "\\u00" + String($0, radix: 16) }.joined()
        let (make, answer) = (Self.kinds[kind], #"{"key": "\#(escaped)"}"#)
        for place in 0...answer.count {
            let parts = [String(answer.prefix(place)), String(answer.dropFirst(place))]
            #expect(Self.text(Self.passed(parts.map { [make($0)] })) == #"{"key": "••••"}"#)
        }
        #expect(Self.text(Self.passed(answer.map { [make(String($0))] })) == #"{"key": "••••"}"#)
    }

    /// A short end is passed on before another text, once; most of a key is not.
    @Test func onlyAShortStartOfAKeyIsShownBeforeAnotherText() {
        let call = ModelStreamEvent.toolCall(id: "1", name: "f", arguments: "{}")
        for (start, shown) in [("sk-CANA", "sk-CANA"), ("sk-CANAR", "••••"), (String(Self.key.dropLast()), "••••")] {
            #expect(Self.passed([[.text(start)], [call]]) == [.text(shown), call])
            #expect(Self.passed([[.text(start)], [call], [call]]) == [.text(shown), call, call])
            #expect(Self.passed([[.text(start)], [.seal("s", metadata: [:], entryID: "1")]]).first == .text(shown))
            #expect(Self.passed([[.text(start)]]) == [.text(shown)])
            let rest = ModelStreamEvent.text(String(Self.key.dropFirst(start.count)))
            #expect(Self.passed([[.text(start)], [call], [rest]]) == [.text(shown), call, .text("••••")])
        }
    }

    @Test func otherEventsKeepTheirOrderAndText() {
        let batches: [[ModelStreamEvent]] = [
            [.text("Yes"), Self.usage], [.text("sk-"), .toolCall(id: "1", name: "f", arguments: "{}"), .text("CAN")],
            [.text("s"), .replaceText("the key \(Self.key)"), .text("")],
        ]
        let passed = Self.passed(batches)
        #expect(Self.text(passed) == "Yessk-{}CANs")
        #expect(passed.contains(.replaceText("the key ••••")))
        #expect(
            passed.firstIndex(of: .text("sk-")) ?? 9 < passed.firstIndex(
                of: .toolCall(id: "1", name: "f", arguments: "{}")
            ) ?? 0
        )
    }
}
