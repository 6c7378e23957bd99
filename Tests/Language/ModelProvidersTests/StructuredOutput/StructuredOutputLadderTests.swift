import LanguageModels
import StreamingJSON
import Testing

@testable import ModelProviders

@Suite struct StructuredOutputLadderTests {
    typealias Step = StructuredOutputLadder.Step

    enum Event: Sendable {
        case refused(StructuredOutputLadder.Refusal)
        case answered(StructuredOutputLadder.Verdict)
    }

    struct Course: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var question: [StructuredOutputRung] = [.strict, .described, .tool, .prompted]
        var repair: [StructuredOutputRung] = [.strict, .described, .tool, .prompted]
        var events: [Event]
        var steps: [Step]
    }

    static let courses: [Course] = [
        Course(testDescription: "fits", events: [.answered(.fits)], steps: [.ask(.strict), .finish]),
        Course(
            testDescription: "a schema refused",
            events: [.refused(.schema), .answered(.fits)],
            steps: [.ask(.strict), .ask(.described), .finish]
        ),
        Course(
            testDescription: "schemas refused",
            events: [.refused(.feature), .answered(.fits)],
            steps: [.ask(.strict), .ask(.tool), .finish]
        ),
        Course(
            testDescription: "all but words refused",
            events: [.refused(.schema), .refused(.schema), .refused(.feature), .answered(.fits)],
            steps: [.ask(.strict), .ask(.described), .ask(.tool), .ask(.prompted), .finish]
        ),
        Course(
            testDescription: "a limit overstepped once",
            events: [.answered(.doesNotFit), .answered(.fits)],
            steps: [.ask(.strict), .repair(.strict), .finish]
        ),
        Course(
            testDescription: "a limit overstepped twice",
            events: [.answered(.doesNotFit), .answered(.doesNotFit)],
            steps: [.ask(.strict), .repair(.strict), .giveUp]
        ),
        Course(
            testDescription: "ignored, then called",
            events: [.answered(.isUnenforced), .answered(.fits)],
            steps: [.ask(.strict), .repair(.tool), .finish]
        ),
        Course(
            testDescription: "ignored, the call refused",
            events: [.answered(.isUnenforced), .refused(.feature), .answered(.fits)],
            steps: [.ask(.strict), .repair(.tool), .repair(.prompted), .finish]
        ),
        Course(
            testDescription: "a call not made",
            question: [.tool, .prompted],
            repair: [.tool, .prompted],
            events: [.answered(.isUnenforced), .answered(.fits)],
            steps: [.ask(.tool), .repair(.prompted), .finish]
        ),
        Course(
            testDescription: "beside tools by a call, repaired natively",
            question: [.tool, .prompted],
            repair: [.strict, .prompted],
            events: [.answered(.doesNotFit), .answered(.fits)],
            steps: [.ask(.tool), .repair(.strict), .finish]
        ),
        Course(
            testDescription: "words do not help",
            question: [.prompted],
            repair: [.prompted],
            events: [.answered(.doesNotFit), .answered(.doesNotFit)],
            steps: [.ask(.prompted), .repair(.prompted), .giveUp]
        ),
        Course(testDescription: "no way at all", question: [], repair: [], events: [], steps: [.giveUp]),
    ]

    @Test(arguments: courses) func goesDownStepByStep(course: Course) {
        var ladder = StructuredOutputLadder(questionRungs: course.question, repairRungs: course.repair)
        var steps = [ladder.begin()]
        for event in course.events {
            guard let rung = Self.rung(steps.last) else { break }
            switch event {
            case .refused(let refusal): steps.append(ladder.refused(rung, refusal))
            case .answered(let verdict): steps.append(ladder.answered(by: rung, verdict))
            }
        }
        #expect(steps == course.steps)
    }

    private static func rung(_ step: Step?) -> StructuredOutputRung? {
        switch step {
        case .ask(let rung), .repair(let rung): rung
        case .finish, .giveUp, nil: nil
        }
    }

    @Test(arguments: [
        (StructuredOutputAbilities(nativeRungs: [.strict]), false, "strict tool prompted"),
        (StructuredOutputAbilities(nativeRungs: [.strict, .described]), true, "strict described tool prompted"),
        (StructuredOutputAbilities(nativeRungs: [.strict], isNativeBesideTools: false), true, "tool prompted"),
        (StructuredOutputAbilities(nativeRungs: [.strict], isNativeBesideTools: false), false, "strict tool prompted"),
        (
            StructuredOutputAbilities(nativeRungs: [.strict], isNativeBesideTools: false, forcesCalls: false), true,
            "tool prompted"
        ),
        (StructuredOutputAbilities(nativeRungs: [.strict], forcesCalls: false), false, "strict prompted"),
        (StructuredOutputAbilities(nativeRungs: []), false, "tool prompted"),
    ]) func rungsByAbility(abilities: StructuredOutputAbilities, besideTools: Bool, rungs: String) {
        let found = abilities.rungs(for: .init(jsonSchema: ["type": "object"]), besideTools: besideTools)
        #expect(found.map(\.rawValue).joined(separator: " ") == rungs)
        // An array cannot be a call's arguments.
        let ofList = abilities.rungs(for: .init(jsonSchema: ["type": "array"]), besideTools: besideTools)
        #expect(ofList == found.filter { $0 != .tool })
    }
}
