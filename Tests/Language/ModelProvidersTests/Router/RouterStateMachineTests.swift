import Testing

@testable import ModelProviders

/// The decisions without the models: which are asked, whose answer counts, and when there is none.
@Suite struct RouterStateMachineTests {
    enum Step: Sendable {
        case start
        case spoke(Int)
        case ended(Int)
        case failed(Int, FaultClass, tokens: Int = 0, size: Int = 0)
        case timer(Int)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var sizes: [Int?] = [nil, nil]
        var mayHedge: [Bool]?
        var order: [Int]?
        var hedges = false
        /// An event, and the expected actions.
        var steps: [(Step, [RouterStateMachine.Action])]
        var speaker: Int?
    }

    static let rows: [Row] = [
        Row(
            testDescription: "the first answers",
            steps: [(.start, [.start(0)]), (.spoke(0), []), (.ended(0), [.succeed])],
            speaker: 0
        ),
        Row(
            testDescription: "an answer without a word is one",
            steps: [(.start, [.start(0)]), (.ended(0), [.succeed])],
            speaker: 0
        ),
        Row(
            testDescription: "a fault leads to the next",
            steps: [
                (.start, [.start(0)]), (.failed(0, .upstreamFault), [.start(1)]), (.spoke(1), []),
                (.ended(1), [.succeed]),
            ],
            speaker: 1
        ),
        Row(
            testDescription: "the order given is the one kept",
            sizes: [nil, nil, nil],
            order: [2, 0, 1],
            steps: [
                (.start, [.start(2)]), (.failed(2, .rateLimited), [.start(0)]), (.failed(0, .unreachable), [.start(1)]),
                (.failed(1, .keyRefused), [.fail(1)]),
            ]
        ),
        Row(
            testDescription: "a request that is wrong is wrong for all",
            steps: [(.start, [.start(0)]), (.failed(0, .invalidRequest), [.fail(0)])]
        ),
        Row(
            testDescription: "a refusal is an answer",
            steps: [(.start, [.start(0)]), (.failed(0, .refused), [.fail(0)])]
        ),
        Row(
            testDescription: "a break after the first word is the round's",
            steps: [(.start, [.start(0)]), (.spoke(0), []), (.failed(0, .upstreamFault), [.fail(0)])],
            speaker: 0
        ),
        Row(
            testDescription: "the only one fails",
            sizes: [nil],
            steps: [(.start, [.start(0)]), (.failed(0, .timedOut), [.fail(0)])]
        ),
        Row(
            testDescription: "too long, and nobody is known to read more",
            steps: [(.start, [.start(0)]), (.failed(0, .contextExceeded, tokens: 5000, size: 4096), [.fail(0)])]
        ),
        Row(
            testDescription: "too long goes to one that can read it, past one that cannot",
            sizes: [4096, 4096, 8192],
            steps: [
                (.start, [.start(0)]), (.failed(0, .contextExceeded, tokens: 5000, size: 4096), [.start(2)]),
                (.spoke(2), []),
            ],
            speaker: 2
        ),
        Row(
            testDescription: "too long without counts goes to a larger one",
            sizes: [4096, nil, 8192],
            steps: [(.start, [.start(0)]), (.failed(0, .contextExceeded), [.start(2)])]
        ),
        Row(
            testDescription: "too long by the provider's own size",
            sizes: [nil, 8192],
            steps: [(.start, [.start(0)]), (.failed(0, .contextExceeded, size: 4096), [.start(1)])]
        ),
        Row(
            testDescription: "too long counts for more than what came after",
            sizes: [4096, 8192],
            steps: [
                (.start, [.start(0)]), (.failed(0, .contextExceeded), [.start(1)]),
                (.failed(1, .upstreamFault), [.fail(0)]),
            ]
        ),
        Row(
            testDescription: "a silent one is joined, and the first to speak wins",
            hedges: true,
            steps: [
                (.start, [.start(0), .arm(timer: 1)]), (.timer(1), [.start(1)]), (.spoke(1), [.cancel(0)]),
                (.failed(0, .cancelled), []), (.spoke(0), []), (.ended(1), [.succeed]),
            ],
            speaker: 1
        ),
        Row(
            testDescription: "the one that was silent may win all the same",
            hedges: true,
            steps: [
                (.start, [.start(0), .arm(timer: 1)]), (.timer(1), [.start(1)]), (.spoke(0), [.cancel(1)]),
                (.ended(0), [.succeed]),
            ],
            speaker: 0
        ),
        Row(
            testDescription: "the timer of one that has spoken does nothing",
            hedges: true,
            steps: [(.start, [.start(0), .arm(timer: 1)]), (.spoke(0), []), (.timer(1), [])],
            speaker: 0
        ),
        Row(
            testDescription: "each joins after a delay of its own",
            sizes: [nil, nil, nil],
            hedges: true,
            steps: [
                (.start, [.start(0), .arm(timer: 1)]), (.failed(0, .unreachable), [.start(1), .arm(timer: 2)]),
                (.timer(1), []), (.timer(2), [.start(2)]),
            ]
        ),
        Row(
            testDescription: "one that fails leaves the other to answer",
            hedges: true,
            steps: [
                (.start, [.start(0), .arm(timer: 1)]), (.timer(1), [.start(1)]), (.failed(0, .timedOut), []),
                (.failed(1, .upstreamFault), [.fail(1)]),
            ]
        ),
        Row(
            testDescription: "a wrong request ends the other one too",
            hedges: true,
            steps: [
                (.start, [.start(0), .arm(timer: 1)]), (.timer(1), [.start(1)]),
                (.failed(1, .invalidRequest), [.cancel(0), .fail(1)]), (.failed(0, .cancelled), []),
            ]
        ),
        Row(
            testDescription: "a last resort joins nobody",
            mayHedge: [true, false],
            hedges: true,
            steps: [(.start, [.start(0)]), (.timer(1), []), (.failed(0, .upstreamFault), [.start(1)])]
        ),
        Row(
            testDescription: "an answer without a word ends the other one",
            hedges: true,
            steps: [
                (.start, [.start(0), .arm(timer: 1)]), (.timer(1), [.start(1)]), (.ended(1), [.cancel(0), .succeed]),
                (.ended(0), []),
            ],
            speaker: 1
        ),
    ]

    @Test(arguments: rows.indices) func table(index: Int) {
        let row = Self.rows[index]
        var machine = RouterStateMachine(
            members: row.sizes.enumerated().map { index, size in
                .init(contextSize: size, mayHedge: row.mayHedge?[index] ?? true)
            },
            order: row.order ?? Array(row.sizes.indices),
            hedges: row.hedges
        )
        for (number, (step, expected)) in row.steps.enumerated() {
            let actions =
                switch step {
                case .start: machine.start()
                case .spoke(let member): machine.spoke(member)
                case .ended(let member): machine.ended(member)
                case .failed(let member, let kind, let tokens, let size):
                    machine.failed(member, ClassifiedFault(kind, tokenCount: tokens, contextSize: size))
                case .timer(let timer): machine.timerFired(timer)
                }
            #expect(actions == expected, "\(row.testDescription), step \(number)")
        }
        #expect(machine.speaker == row.speaker, "\(row.testDescription)")
    }
}
