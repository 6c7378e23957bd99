import LanguageModels
import Testing

@testable import ModelProviders

/// The deviations of servers that call themselves compatible.
@Suite struct OpenAICompatibleStreamTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var data: [String]
        var events: [ModelStreamEvent]
        var failure: String?

        init(_ name: String, _ data: [String], _ events: [ModelStreamEvent], failure: String? = nil) {
            testDescription = name
            self.data = data
            self.events = events
            self.failure = failure
        }
    }

    private static func chunk(_ delta: String, finish: String? = nil) -> String {
        let reason = finish.map { "\"\($0)\"" } ?? "null"
        return #"{"choices":[{"index":0,"delta":\#(delta),"finish_reason":\#(reason)}]}"#
    }

    private static func call(_ fragment: String) -> String { chunk(#"{"tool_calls":[\#(fragment)]}"#) }

    private static func event(_ id: String, _ name: String, _ arguments: String) -> ModelStreamEvent {
        .toolCall(id: id, name: name, arguments: arguments)
    }

    private static let a = chunk(#"{"content":"a"}"#)
    private static let stop = chunk("{}", finish: "stop")
    private static let stopped = ModelStreamEvent.metadata(["finish_reason": "stop"])

    private static func named(_ name: OpenAIChatThought.Name) -> ModelStreamEvent {
        .thoughtMetadata(OpenAIChatThought.metadata(name))
    }

    private static let written: LanguageModelSession.Usage.Input = {
        var input = LanguageModelSession.Usage.Input(totalTokenCount: 9, cachedTokenCount: 4)
        input.writtenTokenCount = 3
        return input
    }()

    static let rows: [Row] = [
        Row(
            "nulls everywhere",
            [
                #"{"choices":[{"delta":{"role":null,"content":null,"tool_calls":null,"refusal":null}}],"usage":null}"#,
                a, stop,
            ],
            [.text("a"), stopped]
        ),
        Row(
            "no choices at all",
            [#"{"id":"x"}"#, #"{"choices":[]}"#, #"{"choices":null}"#, a, "[DONE]"],
            [.text("a")]
        ),
        Row(
            "delta is null",
            [a, #"{"choices":[{"index":0,"delta":null,"finish_reason":"stop"}]}"#],
            [.text("a"), stopped]
        ),
        Row(
            "other choices are not ours",
            [#"{"choices":[{"index":1,"delta":{"content":"b"}}]}"#, a, stop],
            [.text("a"), stopped]
        ),
        Row(
            "no index on tool deltas",
            [
                call(#"{"id":"a","function":{"name":"f","arguments":"{"}}"#), call(#"{"function":{"arguments":"}"}}"#),
                call(#"{"id":"b","function":{"name":"g","arguments":"{"}}"#), call(#"{"function":{"arguments":"}"}}"#),
                stop,
            ],
            [event("a", "f", "{"), event("a", "f", "}"), event("b", "g", "{"), event("b", "g", "}")]
        ),
        Row(
            "no index, two whole calls in one delta",
            [
                call(
                    #"{"id":"a","function":{"name":"f","arguments":"{}"}},{"id":"b","function":{"name":"g","arguments":"{}"}}"#
                ), stop,
            ],
            [event("a", "f", "{}"), event("b", "g", "{}")]
        ),
        Row(
            "every call has index 0",
            [
                call(#"{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}"#),
                call(#"{"index":0,"id":"b","function":{"name":"f","arguments":"{"}}"#),
                call(#"{"index":0,"function":{"arguments":"}"}}"#), stop,
            ],
            [event("a", "f", "{}"), event("b", "f", "{"), event("b", "f", "}")]
        ),
        Row(
            "id and name repeated on every delta, and a legacy function_call beside",
            [
                chunk(
                    #"{"role":null,"content":null,"function_call":{"name":"f","arguments":"{"},"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":"{"}}]}"#
                ),
                chunk(
                    #"{"role":null,"content":null,"function_call":{"name":"f","arguments":"}"},"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":"}"}}]}"#
                ), chunk("{}", finish: "tool_calls"),
            ],
            [event("a", "f", "{"), event("a", "f", "}")]
        ),
        Row(
            "interleaved",
            [
                call(#"{"index":0,"id":"a","function":{"name":"f","arguments":""}}"#),
                call(#"{"index":1,"id":"b","function":{"name":"g","arguments":""}}"#),
                call(#"{"index":0,"function":{"arguments":"1"}},{"index":1,"function":{"arguments":"2"}}"#), stop,
            ],
            [event("a", "f", ""), event("b", "g", ""), event("a", "f", "1"), event("b", "g", "2")]
        ),
        Row(
            "no ids",
            [call(#"{"index":0,"function":{"name":"f"}}"#), call(#"{"index":1,"function":{"name":"f"}}"#), stop],
            [event("call_x_0", "f", ""), event("call_x_1", "f", "")]
        ),
        Row(
            "one id for two indices",
            [
                call(#"{"index":0,"id":"c","function":{"name":"f","arguments":""}}"#),
                call(#"{"index":1,"id":"c","function":{"name":"f","arguments":""}}"#),
                call(#"{"index":0,"id":"c","function":{"arguments":"1"}},{"index":1,"function":{"arguments":"2"}}"#),
                stop,
            ],
            [event("c", "f", ""), event("c_2", "f", ""), event("c", "f", "1"), event("c_2", "f", "2")]
        ),
        Row(
            "one id for two whole calls without an index",
            [
                call(
                    #"{"id":"c","function":{"name":"f","arguments":"{}"}},{"id":"c","function":{"name":"f","arguments":"{}"}}"#
                ), stop,
            ],
            [event("c", "f", "{}"), event("c_2", "f", "{}")]
        ),
        Row(
            "one id and index 0 for whole calls in deltas of their own, and a real id that looks like ours",
            [
                call(#"{"index":0,"id":"c","function":{"name":"f","arguments":"{\"a\":\"}\"}"}}"#),
                call(#"{"index":0,"id":"c","function":{"name":"f","arguments":"{}"}}"#),
                call(#"{"index":0,"id":"c_2","function":{"name":"f","arguments":"{}"}}"#),
                call(#"{"index":0,"id":"c","function":{"name":"g","arguments":"{}"}}"#), stop,
            ],
            [
                event("c", "f", #"{"a":"}"}"#), event("c_2", "f", "{}"), event("c_2_2", "f", "{}"),
                event("c_3", "g", "{}"),
            ]
        ),
        Row(
            "neither ids nor indices, but whole calls",
            [
                call(#"{"function":{"name":"f","arguments":"{}"}}"#),
                call(#"{"function":{"name":"f","arguments":"{"}}"#), call(#"{"function":{"arguments":"}"}}"#), stop,
            ],
            [event("call_x_0", "f", "{}"), event("call_x_1", "f", "{"), event("call_x_1", "f", "}")]
        ),
        Row(
            "an empty id after the first",
            [
                call(#"{"index":0,"id":"a","function":{"name":"f"}}"#),
                call(#"{"index":0,"id":"","function":{"name":"","arguments":"{}"}}"#), stop,
            ],
            [event("a", "f", ""), event("a", "f", "{}")]
        ),
        Row(
            "the name comes after the arguments began",
            [
                call(#"{"index":0,"id":"a","function":{"arguments":"{"}}"#),
                call(#"{"index":0,"function":{"name":"f","arguments":"}"}}"#), stop,
            ],
            [event("a", "f", "{}")]
        ),
        Row(
            "a call that never gets a name",
            [call(#"{"index":0,"id":"a","function":{"arguments":"{}"}}"#), stop],
            [],
            failure: "notUnderstood"
        ),
        Row(
            "arguments as an object",
            [call(#"{"index":0,"id":"a","function":{"name":"f","arguments":{"n":1}}}"#), stop],
            [event("a", "f", #"{"n":1}"#)]
        ),
        Row(
            "thoughts under two names",
            [
                chunk(#"{"reasoning_content":"hm"}"#), chunk(#"{"reasoning":"ah"}"#),
                chunk(#"{"reasoning_content":"x","reasoning":"x"}"#), stop,
            ],
            [
                .reasoning("hm"), named(.reasoningContent), .reasoning("ah"), named(.reasoning), .reasoning("x"),
                named(.reasoningContent),
            ]
        ),
        Row(
            "a thought after text is another one",
            [chunk(#"{"reasoning":"hm","reasoning_content":""}"#), a, chunk(#"{"reasoning":"ah"}"#), stop],
            [.reasoning("hm"), named(.reasoning), .text("a"), .reasoning("ah"), named(.reasoning), stopped]
        ),
        Row(
            "thoughts as parts of the content",
            [
                chunk(
                    #"{"content":[{"type":"thinking","thinking":[{"type":"text","text":"h"},{"type":"text","text":"m"}]}]}"#
                ),
                chunk(#"{"content":[{"type":"thinking","thinking":"!"},{"type":"text","text":"a"}]}"#), stop,
            ],
            [.reasoning("hm"), named(.parts), .reasoning("!"), .text("a"), stopped]
        ),
        Row(
            "details of thoughts",
            [
                chunk(
                    #"{"reasoning":"h","reasoning_details":[{"type":"reasoning.text","index":0,"text":"h","signature":null}]}"#
                ),
                chunk(
                    #"{"reasoning":"m","reasoning_details":[{"type":"reasoning.text","index":0,"text":"m","signature":"s"},{"type":"reasoning.encrypted","data":"e","index":1}]}"#
                ), a, stop,
            ],
            [
                .reasoning("h"), named(.reasoning), .reasoning("m"), .text("a"),
                .thoughtMetadata(
                    OpenAIChatThought.metadata(
                        .reasoning,
                        details:
                            #"[{"type":"reasoning.text","index":0,"text":"hm","signature":"s"},{"type":"reasoning.encrypted","data":"e","index":1}]"#
                    ),
                    entryID: "thought_x"
                ), stopped,
            ]
        ),
        Row(
            "details without text",
            [
                chunk(#"{"reasoning_details":[{"type":"reasoning.encrypted","data":"e"}]}"#),
                chunk(#"{"content":"a","reasoning_details":[{"type":"reasoning.encrypted","data":"f"}]}"#), stop,
            ],
            [
                .seal("", metadata: OpenAIChatThought.metadata(.reasoning), entryID: "thought_x"), .text("a"),
                .thoughtMetadata(
                    OpenAIChatThought.metadata(
                        .reasoning,
                        details:
                            #"[{"type":"reasoning.encrypted","data":"e"},{"type":"reasoning.encrypted","data":"f"}]"#
                    ),
                    entryID: "thought_x"
                ), stopped,
            ]
        ),
        Row(
            "content as parts",
            [chunk(#"{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}"#), stop],
            [.text("ab"), stopped]
        ),
        Row(
            "usage in a chunk with a choice",
            [
                chunk(#"{"content":"a"}"#),
                #"{"choices":[{"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":7,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":5},"completion_tokens_details":{"reasoning_tokens":1}}}"#,
            ],
            [
                .text("a"), stopped,
                .usage(
                    .init(
                        input: .init(totalTokenCount: 7, cachedTokenCount: 5),
                        output: .init(totalTokenCount: 2, reasoningTokenCount: 1)
                    ),
                    ofCalls: false
                ),
            ]
        ),
        Row(
            "usage that nobody can have used",
            [
                #"{"choices":[],"usage":{"prompt_tokens":9223372036854775807,"completion_tokens":1e300,"prompt_tokens_details":{"cached_tokens":-1},"completion_tokens_details":{"reasoning_tokens":99999999999999999999}}}"#,
                a, stop,
            ],
            [
                .text("a"), stopped,
                .usage(
                    .init(
                        input: .init(totalTokenCount: 1 << 40),
                        output: .init(totalTokenCount: 1 << 40, reasoningTokenCount: 1 << 40)
                    ),
                    ofCalls: false
                ),
            ]
        ),
        Row("no finish reason but an end", [chunk(#"{"content":"a"}"#), "[DONE]", "rubbish"], [.text("a")]),
        Row("a finish reason but no end", [chunk(#"{"content":"a"}"#, finish: "stop")], [.text("a"), stopped]),
        Row(
            "a whole answer in one piece",
            [#"{"choices":[{"index":0,"message":{"content":"a"},"finish_reason":"stop"}]}"#],
            [.text("a"), stopped]
        ),
        Row("neither finish reason nor end", [chunk(#"{"content":"a"}"#)], [.text("a")], failure: "truncatedStream"),
        Row("nothing", [], [], failure: "truncatedStream"),
        Row("not JSON", [chunk(#"{"content":"a"}"#), "<html>"], [.text("a")], failure: "notUnderstood"),
        Row("JSON, but no object", ["[]"], [], failure: "notUnderstood"),
        Row("the filter", [chunk(#"{"content":"a"}"#, finish: "content_filter")], [.text("a")], failure: "guardrail"),
        Row("finish reason error", [chunk("{}", finish: "error")], [], failure: "upstreamFault"),
        Row(
            "calls cut by the limit",
            [call(#"{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}"#), chunk("{}", finish: "length")],
            [event("a", "f", "{")],
            failure: "outputLimit"
        ),
        Row(
            "an error with a number for its code",
            [#"{"error":{"code":429,"message":"slow down"}}"#],
            [],
            failure: "rateLimited"
        ),
        Row("an error that is a text", [#"{"error":"overloaded"}"#], [], failure: "upstreamFault"),
        Row("no error at all", [#"{"error":null,"choices":[]}"#, a, stop], [.text("a"), stopped]),
        Row("only an end", ["[DONE]"], [], failure: "truncatedStream"),
        Row(
            "a role and an end",
            [chunk(#"{"role":"assistant","content":""}"#), "[DONE]"],
            [],
            failure: "truncatedStream"
        ),
        Row(
            "thoughts and an end",
            [chunk(#"{"reasoning":"hm"}"#), "[DONE]"],
            [.reasoning("hm"), named(.reasoning)],
            failure: "truncatedStream"
        ),
        Row("an empty success", [stop, "[DONE]"], [], failure: "upstreamFault"),
        Row(
            "the tokens of an empty success",
            [stop, #"{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2}}"#, "[DONE]"],
            [.usage(.init(input: .init(totalTokenCount: 7), output: .init(totalTokenCount: 2)), ofCalls: false)],
            failure: "upstreamFault"
        ),
        Row("calls that never came", [chunk("{}", finish: "tool_calls")], [], failure: "upstreamFault"),
        Row("an unknown end without content", [chunk("{}", finish: "weird")], [], failure: "upstreamFault"),
        Row("an unknown end after content", [a, chunk("{}", finish: "weird")], [.text("a"), stopped]),
        Row("an end in other words", [a, chunk("{}", finish: "eos")], [.text("a"), stopped]),
        Row("thoughts that the limit cut", [chunk("{}", finish: "length")], [.metadata(["finish_reason": "length"])]),
        Row(
            "a limit in other words",
            [a, chunk("{}", finish: "model_length")],
            [.text("a"), .metadata(["finish_reason": "length"])]
        ),
        Row(
            "an answer that the server broke off",
            [a, chunk("{}", finish: "insufficient_system_resource")],
            [.text("a")],
            failure: "upstreamFault"
        ),
        Row("an aborted answer", [a, chunk("{}", finish: "abort")], [.text("a")], failure: "upstreamFault"),
        Row(
            "a flat error",
            [#"{"object":"error","message":"slow down","type":"rate_limit_error","code":429}"#],
            [],
            failure: "rateLimited"
        ),
        Row("an event of an error", [#"{"type":"error","code":"server_error"}"#], [], failure: "upstreamFault"),
        Row(
            "an error with a code of its own",
            [a, #"{"error_code":336100,"error_msg":"busy"}"#, "[DONE]"],
            [.text("a")],
            failure: "upstreamFault"
        ),
        Row(
            "MiniMax's outcome",
            [#"{"choices":null,"usage":{"total_tokens":0},"base_resp":{"status_code":1008,"status_msg":"no money"}}"#],
            [],
            failure: "outOfCredit"
        ),
        Row(
            "MiniMax's success",
            [#"{"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}],"base_resp":{"status_code":0}}"#],
            [.text("a"), stopped]
        ),
        Row(
            "cached tokens in other words",
            [
                a, stop,
                #"{"choices":[],"usage":{"prompt_cache_hit_tokens":5,"prompt_tokens_details":{},"prompt_tokens":7,"completion_tokens":2}}"#,
            ],
            [
                .text("a"), stopped,
                .usage(
                    .init(input: .init(totalTokenCount: 7, cachedTokenCount: 5), output: .init(totalTokenCount: 2)),
                    ofCalls: false
                ),
            ]
        ),
        Row(
            "tokens written to the cache",
            [
                a, stop,
                #"{"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":4,"cache_write_tokens":3}}}"#,
            ],
            [.text("a"), stopped, .usage(.init(input: written, output: .init(totalTokenCount: 2)), ofCalls: false)]
        ),
        Row(
            "escapes and pairs, also in names",
            [chunk(#"{"con\u0074ent":"\u6771\n\"\ud83d\ude00\u0000\/"}"#), stop],
            [.text("東\n\"😀\u{0}/"), stopped]
        ),
        Row("the last of a repeated member", [chunk(#"{"content":"a","content":"b"}"#), stop], [.text("b"), stopped]),
        Row(
            "a wrong escape anywhere",
            [chunk(#"{"content":"a"}"#), #"{"id":"\x","choices":[{"delta":{"content":"b"}}]}"#],
            [.text("a")],
            failure: "notUnderstood"
        ),
        Row(
            "half a pair",
            [chunk(#"{"content":"a\ud83d"}"#), stop],
            [],
            failure: "notUnderstood"
        ),
        Row(
            "a line end within a text",
            [chunk("{\"content\":\"a\nb\"}"), stop],
            [],
            failure: "notUnderstood"
        ),
        Row(
            "arguments that are not JSON",
            [call(#"{"function":{"name":"f","arguments":{"a":tru}}}"#)],
            [],
            failure: "notUnderstood"
        ),
        Row("choices that are not whole", [#"{"choices":[{"delta":{}} {}]}"#], [], failure: "notUnderstood"),
        Row("a delta that is not whole", [#"{"choices":[{"delta":{"content"}}]}"#], [], failure: "notUnderstood"),
        Row(
            "an array of calls that is not whole",
            [chunk(#"{"tool_calls":[{"index":0 "id":"a"}]}"#)],
            [],
            failure: "notUnderstood"
        ),
        Row(
            "what is not what it should be",
            [
                #"{"choices":[null,7]}"#, #"{"choices":{},"usage":[],"model":7}"#, #"{"choices":[{"delta":"x"}]}"#,
                chunk(#"{"content":7,"refusal":{},"tool_calls":{},"reasoning":[]}"#),
                #"{"choices":[{"index":-1,"delta":{"content":"no"}},{"index":"0","delta":{"content":"a"}}]}"#, stop,
            ],
            [.text("a"), stopped]
        ),
        Row(
            "unknown members, however they look",
            [
                #"{"x":{"choices":[{"delta":{"content":"no"}}]},"y":["]","}",{"z":"\\"}],"choices":[{"logprobs":{"content":[{"token":"no"}]},"delta":{"x":{"content":"no"},"content":"a","y":1e9}}],"z":null}"#,
                stop,
            ],
            [.text("a"), stopped]
        ),
    ]

    @Test(arguments: rows) func table(row: Row) {
        var decoder = OpenAIChatStreamDecoder(host: "host", fallbackID: "x", needsWholeAnswer: false)
        var events: [ModelStreamEvent] = []
        let failure = OpenAIChatStreamDecoderTests.failure {
            for data in row.data { events += try decoder.decode(data) }
            events += try decoder.finish()
        }
        #expect(events == row.events)
        #expect(failure == row.failure)
    }
}
