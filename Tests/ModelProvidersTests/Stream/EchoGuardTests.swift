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
