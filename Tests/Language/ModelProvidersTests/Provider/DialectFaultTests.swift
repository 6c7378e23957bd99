import Foundation
import KeyLeasing
import LanguageModels
import StandIns
import Testing
import Transport

@testable import ModelProviders

/// Every fault in every dialect, through a session: the caller's error, the outcome for the pool of keys, and whether a router asks the
/// next model.
@Suite(.timeLimit(.minutes(10))) struct DialectFaultTests {
    struct Fault: Sendable {
        var name: String
        var reply: @Sendable (Dialect) -> ScriptedReply
        /// The expected error, outcome for the pool, and answer behind a router.
        var outcome: Outcome
        /// The dialects that report it in another way.
        var exceptions: [Dialect: Outcome] = [:]
        /// The dialects that can report it.
        var dialects = Dialect.allCases
        /// Time limits for an answer that never arrives.
        var timeouts = OpenAIChatLanguageModel.defaultTimeouts

        /// Returns the fault of a response with a status.
        static func status(_ status: Int, named name: String? = nil, _ outcome: Outcome) -> Fault {
            Fault(name: name ?? "\(status)", reply: { $0.failure(status) }, outcome: outcome)
        }
    }

    struct Outcome: Sendable, Equatable {
        var error: String
        var told: [String]
        var movesOn: Bool

        init(_ error: String, _ told: String..., movesOn: Bool) {
            (self.error, self.told, self.movesOn) = (error, told, movesOn)
        }

        var cells: String {
            "\(error) | \(told.isEmpty ? "nothing" : told.joined(separator: ", then ")) | \(movesOn ? "moved on" : "stayed")"
        }
    }

    private static func broken(_ misbehavior: Misbehavior, words: Int = 200) -> ScriptedReply {
        var reply = ScriptedReply.text(Array(repeating: "word", count: words).joined(separator: " "))
        reply.misbehavior = misbehavior
        return reply
    }

    private static let impatient = HTTPTimeouts(firstByte: .milliseconds(300))
    /// The limit for the header is long, so that on a busy machine the stall after it ends the call.
    private static let impatientLater = HTTPTimeouts(idle: .seconds(1))
    /// A busy machine may need more than a second for the part of the answer before the stall.
    private static let impatientInTheMiddle = HTTPTimeouts(idle: .seconds(10))

    static let faults: [Fault] = [
        .status(401, Outcome("unauthorized", "refused", movesOn: true)),
        .status(402, Outcome("outOfCredit", "out of credit", movesOn: true)),
        Fault(
            name: "quota or limit of spending",
            reply: { $0.withoutCredit },
            outcome: Outcome("outOfCredit", "out of credit", movesOn: true)
        ),
        .status(403, Outcome("unauthorized", "refused", movesOn: true)),
        .status(404, named: "404, unknown model", Outcome("modelNotFound", "accepted", movesOn: true)),
        .status(400, named: "400, invalid request", Outcome("invalidRequest", "accepted", movesOn: false)),
        .status(408, Outcome("timeout", "upstream fault", movesOn: true)),
        .status(413, Outcome("contextSizeExceeded", "accepted", movesOn: false)),
        Fault(
            name: "context exceeded, with counts",
            reply: { $0.tooLong },
            outcome: Outcome("contextSizeExceeded 5000 > 4096", "accepted", movesOn: false)
        ),
        Fault(
            name: "429 with Retry-After",
            reply: { $0.failure(429, retryAfter: 7) },
            outcome: Outcome("rateLimited, with a date", "limited, 7 s", movesOn: true)
        ),
        Fault(
            name: "429 without Retry-After",
            reply: { $0.failure(429) },
            outcome: Outcome("rateLimited", "limited", movesOn: true),
            // OpenAI also has a text for it.
            exceptions: [
                .chat: Outcome("rateLimited, with a date", "limited, 1 s", movesOn: true),
                .responses: Outcome("rateLimited, with a date", "limited, 1 s", movesOn: true),
            ]
        ),
        .status(500, Outcome("upstreamFault", "upstream fault", movesOn: true)),
        .status(503, Outcome("upstreamFault", "upstream fault", movesOn: true)),
        .status(504, Outcome("timeout", "upstream fault", movesOn: true)),
        .status(529, Outcome("upstreamFault", "upstream fault", movesOn: true)),
        Fault(
            name: "a page with status 200",
            reply: { _ in .failure(.html(status: 200)) },
            outcome: Outcome("notUnderstood", "upstream fault", movesOn: true)
        ),
        Fault(
            name: "a stream without a word",
            reply: { _ in .failure(.eventStream([])) },
            outcome: Outcome("truncatedStream", "upstream fault", movesOn: true)
        ),
        Fault(
            name: "connection reset before the header",
            reply: { _ in broken(.resetBeforeHeader) },
            outcome: Outcome("transport firstByte", "upstream fault", movesOn: true)
        ),
        Fault(
            name: "cut before the first token",
            reply: { _ in broken(.truncate(afterBytes: 0)) },
            outcome: Outcome("transport body", "upstream fault", movesOn: true)
        ),
        Fault(
            name: "cut in the middle",
            reply: { _ in broken(.truncate(afterBytes: 6000)) },
            outcome: Outcome("transport body", "accepted", "upstream fault", movesOn: false)
        ),
        Fault(
            name: "error event before the first token",
            reply: { _ in
                var reply = ScriptedReply([])
                reply.streamError = "Sorry!"
                return reply
            },
            outcome: Outcome("upstreamFault", "upstream fault", movesOn: true)
        ),
        Fault(
            name: "error event in the middle",
            reply: { _ in .text("It is", thenError: "Sorry!") },
            outcome: Outcome("upstreamFault", "accepted", "upstream fault", movesOn: false)
        ),
        Fault(
            name: "stall before the header",
            reply: { _ in broken(.stallBeforeHeader) },
            outcome: Outcome("transport timeout(firstByte)", "upstream fault", movesOn: true),
            timeouts: impatient
        ),
        Fault(
            name: "stall before the first token",
            reply: { _ in broken(.stall(afterBytes: 0)) },
            outcome: Outcome("transport timeout(idle)", "upstream fault", movesOn: true),
            timeouts: impatientLater
        ),
        Fault(
            name: "stall in the middle",
            reply: { _ in broken(.stall(afterBytes: 6000)) },
            outcome: Outcome("transport timeout(idle)", "accepted", "upstream fault", movesOn: false),
            timeouts: impatientInTheMiddle
        ),
        Fault(
            name: "refusal",
            reply: { _ in .init([.refusal("I can"), .refusal("not.")]) },
            outcome: Outcome("refusal", "accepted", "accepted", movesOn: false),
            dialects: [.chat, .responses, .anthropic]
        ),
    ]

    @Test func table() async throws {
        var lines = ["| fault | dialects | error | the pool was told | router |", "|---|---|---|---|---|"]
        for fault in Self.faults {
            var rows: [(cells: String, dialects: [String])] = []
            for dialect in fault.dialects {
                let outcome = try await Self.outcome(of: fault, in: dialect)
                #expect(outcome == fault.exceptions[dialect] ?? fault.outcome, "\(fault.name), \(dialect)")
                if let index = rows.firstIndex(where: { $0.cells == outcome.cells }) {
                    rows[index].dialects.append(dialect.rawValue)
                } else {
                    rows.append((outcome.cells, [dialect.rawValue]))
                }
            }
            for row in rows {
                let dialects =
                    row.dialects.count == Dialect.allCases.count ? "all five" : row.dialects.joined(separator: ", ")
                lines.append("| \(fault.name) | \(dialects) | \(row.cells) |")
            }
        }
        print(lines.joined(separator: "\n"))
    }

    private static func outcome(of fault: Fault, in dialect: Dialect) async throws -> Outcome {
        var outcome = Outcome("an answer", movesOn: false)
        let keys = ReportedKeys([Dialect.key])
        let script: OpenAIStandIn.Script = { _ in fault.reply(dialect) }
        try await dialect.with(keys: keys.source, timeouts: fault.timeouts, script: script) { model, standIn in
            outcome.error = try await error(of: LanguageModelSession(model: model))
            outcome.told = keys.told.map { String($0.dropFirst("\(Dialect.key): ".count)) }
            outcome.movesOn = try await movesOn(model)
            // Once alone and once behind the router: nothing was repeated.
            #expect(standIn.requests.count == 2, "\(fault.name), \(dialect)")
        }
        return outcome
    }

    /// Checks the error of a session, whose message must not contain text of the upstream.
    private static func error(of session: LanguageModelSession) async throws -> String {
        do {
            _ = try await session.respond(to: "Well?")
            return "an answer"
        } catch {
            let (name, message) = describe(error)
            for hidden in ["sk-", "0123456789", "Sorry", "stand-in proxy", "organization"] {
                #expect(!message.contains(hidden))
            }
            #expect(session.transcript.isEmpty)
            return name
        }
    }

    private static func describe(_ error: any Error) -> (name: String, message: String) {
        switch error {
        case let error as ModelProviderError: (error.code.description, error.message)
        case let error as TransportError: ("transport \(error.code)", error.message)
        case LanguageModelError.rateLimited(let limit):
            ("rateLimited" + (limit.resetDate == nil ? "" : ", with a date"), limit.debugDescription)
        case LanguageModelError.contextSizeExceeded(let excess):
            (
                "contextSizeExceeded"
                    + (excess.contextSize == 0 ? "" : " \(excess.tokenCount) > \(excess.contextSize)"),
                excess.debugDescription
            )
        case LanguageModelError.timeout(let timeout): ("timeout", timeout.debugDescription)
        case LanguageModelError.refusal(let refusal): ("refusal", refusal.debugDescription)
        default: ("\(type(of: error))", "\(error)")
        }
    }

    private static func movesOn(_ model: any LanguageModel) async throws -> Bool {
        var answer: String?
        try await OpenAIStandIn.with(script: { _ in .text("second") }) { backup in
            let second = OpenAIChatLanguageModel("m", baseURL: backup.baseURL, client: HTTPClient(), keys: { nil })
            let router = RouterLanguageModel(RoutedModel("first", model), [RoutedModel("second", second)])
            answer = try? await LanguageModelSession(model: router).respond(to: "Well?").content
            #expect(backup.requests.count == (answer == nil ? 0 : 1))
        }
        return answer == "second"
    }
}
