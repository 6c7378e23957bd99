import AgentWire
import StreamingJSON
import Testing

/// The types of the frames of recorded runs, in order.
@Suite struct ResponseEncoderTests {
    private typealias F = ResponseFrames

    private static func words(
        _ run: RecordedRuns.Run,
        after waits: Int = 0,
        _ form: ResponseForm = F.plain
    ) throws -> [String] {
        try F.words(F.bytes(run.events, after: waits, form))
    }

    private static let pieces = ["昨", "日\n", "\"\\", "\u{1}\u{2028}", "é", "👩‍👩‍👧"]
    private static let arguments = "{\"a\":\"\\\"\u{2028}日\"}"

    /// A run, and the frames of its stream after the opening ones.
    @Test(
        arguments: [
            (RecordedRuns.text, F.message(0, ["Hello"]) + ["completed completed"]),
            // Reasoning is an empty item unless its summary was requested.
            (
                RecordedRuns.pieces,
                ["output_item.added 0 reasoning", "output_item.done 0 reasoning"] + F.message(1, pieces)
                    + ["completed completed"]
            ),
            (
                RecordedRuns.serverTool,
                F.message(0, ["Let me see."]) + [
                    "output_item.added 1 torii:tool_call server1", "torii:tool_call.progress 1 half",
                    "output_item.done 1 torii:tool_call server1 completed",
                ] + F.message(2, ["It is ", "5."]) + ["completed completed"]
            ),
            (
                RecordedRuns.parallelCalls,
                [
                    "output_item.added 0 torii:tool_call s0", "output_item.added 1 torii:tool_call s1",
                    "torii:tool_call.progress 1 a \"quarter\"", "torii:tool_call.progress 0",
                    "output_item.done 1 torii:tool_call s1 completed",
                    "output_item.done 0 torii:tool_call s0 completed",
                ] + F.message(2, ["Found."]) + ["completed completed"]
            ),
            (
                RecordedRuns.twoClientTools,
                F.call(0, "call_01ab_0", [arguments]) + F.call(1, "call_01ab_1", [arguments]) + ["completed completed"]
            ),
            (
                RecordedRuns.callsInPieces,
                [
                    "output_item.added 0 message", "content_part.added 0.0 output_text",
                    "output_text.delta 0.0 One ", "output_item.added 1 function_call call_01ab_1",
                    "function_call_arguments.delta 1 {\"a\": \"\\\"", "output_text.delta 0.0 moment.",
                    "output_item.added 2 function_call call_01ab_2", "function_call_arguments.delta 2 {",
                    "function_call_arguments.delta 1 \u{2028}日\" }", "function_call_arguments.delta 2 \n}",
                    "output_text.done 0.0 One moment.", "content_part.done 0.0 output_text",
                    "output_item.done 0 message completed",
                    "function_call_arguments.done 1 {\"a\": \"\\\"\u{2028}日\" }",
                    "output_item.done 1 function_call call_01ab_1 completed", "function_call_arguments.done 2 {\n}",
                    "output_item.done 2 function_call call_01ab_2 completed",
                ] + F.serverCall(3, "server3") + ["completed completed"]
            ),
            (
                RecordedRuns.bothTools,
                F.message(0, ["One moment."]) + F.serverCall(1, "server1") + F.call(2, "call_01ab_2", [arguments]) + [
                    "output_item.added 3 torii:approval_request", "output_item.done 3 torii:approval_request completed",
                ] + F.message(4, ["May sendMail be called?"]) + ["completed completed"]
            ),
            (
                RecordedRuns.value,
                F.serverCall(0, "server1") + F.message(1, ["\n{\"a\":", "[1,\"二\"]}"]) + ["completed completed"]
            ),
            (
                RecordedRuns.restartedValue,
                F.message(0, ["{\"a\":"]) + ["error structured_output_invalid", "failed failed"]
            ),
            (
                RecordedRuns.cutValue,
                F.message(0, ["{\"a\":"], "incomplete") + ["error structured_output_invalid", "failed failed"]
            ),
            (
                RecordedRuns.length,
                F.message(0, ["Once upon"], "incomplete") + ["incomplete incomplete max_output_tokens"]
            ),
            (RecordedRuns.filter, F.message(0, ["Once"], "incomplete") + ["incomplete incomplete content_filter"]),
            (
                RecordedRuns.wholeText,
                F.message(0, ["Whole"], "incomplete") + ["incomplete incomplete max_output_tokens"]
            ),
            (RecordedRuns.replaced, F.message(0, ["New."]) + ["completed completed"]),
            (
                RecordedRuns.failure,
                [
                    "output_item.added 0 message", "content_part.added 0.0 output_text", "output_text.delta 0.0 Once",
                    "error upstream_failed", "output_text.done 0.0 Once", "content_part.done 0.0 output_text",
                    "output_item.done 0 message incomplete", "failed failed",
                ]
            ),
            (RecordedRuns.cancelled, F.message(0, ["Once"]) + ["incomplete cancelled"]),
            (
                RecordedRuns.brokenServerCall,
                F.message(0, ["One moment."]) + F.serverCall(1, "s1", "incomplete") + ["incomplete cancelled"]
            ),
            (
                RecordedRuns.interrupted,
                [
                    "output_item.added 0 reasoning", "error server_stopped", "output_item.done 0 reasoning",
                    "failed failed",
                ]
            ),
            (
                RecordedRuns.brokenCall,
                [
                    "output_item.added 0 function_call call_01ab_0", "function_call_arguments.delta 0 {\"a\":",
                    "error upstream_failed", "function_call_arguments.done 0 {\"a\":",
                    "output_item.done 0 function_call call_01ab_0 incomplete", "failed failed",
                ]
            ),
            (
                RecordedRuns.refusal,
                [
                    "output_item.added 0 message", "content_part.added 0.0 output_text",
                    "output_text.delta 0.0 Well, ", "content_part.added 0.1 refusal", "refusal.delta 0.1 I can",
                    "refusal.delta 0.1 not \"\u{2028}日.", "output_text.done 0.0 Well, ",
                    "content_part.done 0.0 output_text", "refusal.done 0.1 I cannot \"\u{2028}日.",
                    "content_part.done 0.1 refusal", "output_item.done 0 message completed", "completed completed",
                ]
            ),
        ] as [(RecordedRuns.Run, [String])]
    )
    func aRunIsEncoded(run: RecordedRuns.Run, frames: [String]) throws {
        #expect(try Self.words(run) == F.opening + frames)
    }

    /// A run that waits, the number of waits before the answer, and the answer's frames.
    @Test(
        arguments: [
            (RecordedRuns.twoClientTools, 1, F.message(0, ["Done."]) + ["completed completed"]),
            (RecordedRuns.callsInPieces, 1, F.call(0, "call_01ab_4", ["{}"]) + ["completed completed"]),
            (RecordedRuns.callsInPieces, 2, F.message(0, ["Done."]) + ["completed completed"]),
            (
                RecordedRuns.approval, 1,
                F.serverCall(0, "server0") + F.message(1, ["Sent."]) + ["completed completed"]
            ),
            (RecordedRuns.bothTools, 1, ["incomplete cancelled"]),
        ] as [(RecordedRuns.Run, Int, [String])]
    )
    func anAnswerFollowsAWait(run: RecordedRuns.Run, waits: Int, frames: [String]) throws {
        #expect(try Self.words(run, after: waits) == F.opening + frames)
        let data = try F.data(F.bytes(run.events, after: waits))
        #expect(data.first?["response"]?["id"] == .string("resp_01ab_\(waits)"))
    }

    /// A run, and the frames of its thoughts.
    @Test(
        arguments: [
            (
                RecordedRuns.sealedThoughts,
                F.reasoning(0, ["First \"", "look."])
                    + ["output_item.added 1 reasoning", "output_item.done 1 reasoning"]
                    + ["output_item.added 2 torii:tool_call s"] + F.reasoning(3, ["Now."])
            ), (RecordedRuns.pieces, F.reasoning(0, ["hm\n…"])),
            (RecordedRuns.thoughts, F.reasoning(0, ["First, ", "look."]) + F.reasoning(1, ["Then ask."])),
        ] as [(RecordedRuns.Run, [String])]
    )
    func reasoningIsShownOnRequest(run: RecordedRuns.Run, frames: [String]) throws {
        #expect(try Self.words(run, F.open).starts(with: F.opening + frames))
    }

    /// A client that declares this server's tools as those of an MCP server gets its items.
    @Test func anApprovalIsAnItemOfMCPForAClientThatKnowsIt() throws {
        let request = F.request { $0.echo = ["tools": [["type": "mcp", "server_label": "torii"]]] }
        let words = try Self.words(RecordedRuns.approval, ResponseForm(request))
        #expect(
            words
                == F.opening + ["output_item.added 0 mcp_approval_request", "output_item.done 0 mcp_approval_request"]
                + F.message(1, ["May sendMail be called?"]) + ["completed completed"]
        )
    }

    /// A value that is not an object is not the model's text, and a value that is not streamed may start again.
    @Test func aHeldValueIsSentWhole() throws {
        let format = ResponseFormat(schema: ["type": "array"])
        let held = ResponseForm(F.request { $0.responseFormat = format })
        #expect(try Self.words(RecordedRuns.list, held) == F.opening + F.message(0, ["[1]"]) + ["completed completed"])
        let whole = ResponseForm(
            F.request {
                $0.responseFormat = ResponseFormat(schema: ["type": "object"])
                $0.stream = false
            }
        )
        #expect(
            try Self.words(RecordedRuns.restartedValue, whole)
                == F.opening + F.message(0, ["{\"a\":1}"]) + ["completed completed"]
        )
    }

    @Test func aBackgroundResponseIsQueuedFirst() throws {
        let form = ResponseForm(F.request { $0.echo = ["background": true] })
        let words = try Self.words(RecordedRuns.text, form)
        #expect(words.prefix(3) == ["created queued", "queued queued", "in_progress in_progress"])
        #expect(try Self.words(RecordedRuns.twoClientTools, after: 1, form).prefix(2) == F.opening[...])
    }
}
