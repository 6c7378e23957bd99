import StreamingJSON
import Testing

@testable import ModelContextProtocol

/// States that a client returns are those that it was given, by the caller that was given them, for the same request, in time.
struct SealedStateTests {
    private static let state: JSONValue = ["step": 1, "京": ["a.b", .null, 1.5]]
    private static let params: JSONObject = ["name": "one", "arguments": ["a": 1, "b": ["c": 2, "d": [3, 4]]]]

    private let time = TestTime()
    private let server: MCPServer
    private let states = Recorder<JSONValue?>()
    private let offer: ScriptedOffer

    init() {
        server = .test(time: time)
        offer = ScriptedOffer(call: { [states] _, exchange in
            states.append(exchange.state)
            return exchange.state == nil ? .inputRequired(MCPInputRequest([], state: Self.state)) : .text("done")
        })
    }

    /// Returns the state that the server gives.
    private func given() async throws -> String {
        let result = try await server.result("tools/call", Self.params, offer)
        #expect(result["resultType"] == "input_required" && result["inputRequests"] == nil)
        return try #require(result["requestState"]?.stringValue)
    }

    private func send(
        _ state: String,
        _ params: JSONObject = params,
        _ offer: ScriptedOffer? = nil,
        method: String = "tools/call"
    ) async throws -> JSONObject {
        var params = params
        params["requestState"] = .string(state)
        return try await server.result(method, params, offer ?? self.offer)
    }

    private func isRefused(
        _ state: String,
        _ params: JSONObject = params,
        _ offer: ScriptedOffer? = nil,
        method: String = "tools/call"
    ) async -> Bool {
        do {
            _ = try await send(state, params, offer, method: method)
            return false
        } catch {
            return (error as? RPCError)?.code == .invalidParameters && states.all.count == 1
        }
    }

    @Test func theStateReturns() async throws {
        #expect(try await send(try await given())["resultType"] == "complete")
        #expect(states.all == [nil, Self.state])
    }

    @Test func aChangeAtAnyByteIsRefused() async throws {
        let bytes = Array(try await given().utf8)
        for place in bytes.indices {
            for change in [0x01, 0x20] as [UInt8] {
                var changed = bytes
                changed[place] ^= change
                // Changed bytes beyond ASCII may be no text, which JSON cannot have.
                guard let text = String(validating: changed, as: UTF8.self) else { continue }
                #expect(await isRefused(text), "byte \(place)")
            }
            if let cut = String(validating: bytes[..<place], as: UTF8.self) { #expect(await isRefused(cut)) }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        for added in [text + " ", " " + text, text + text, "." + text, text.uppercased()] {
            #expect(await isRefused(added))
        }
    }

    @Test(arguments: ["", ".", "..", "{}", "00.{}", #".{"e":9999999999,"s":{}}"#])
    func madeUpStatesAreRefused(_ state: String) async throws {
        _ = try await given()
        #expect(await isRefused(state))
    }

    @Test(arguments: [.null, 1, [], [:], true] as [JSONValue])
    func aStateIsAText(_ state: JSONValue) async {
        var params = Self.params
        params["requestState"] = state
        await #expect(throws: RPCError.invalid("requestState must be the text of the earlier result")) {
            try await server.result("tools/call", params, offer)
        }
    }

    @Test func anotherCallerIsRefused() async throws {
        let state = try await given()
        var other = offer
        for owner in ["other", "Caller", "", "caller\u{0}"] {
            other.owner = owner
            #expect(await isRefused(state, Self.params, other))
        }
        // Neither is the end of one part the start of the next.
        other.owner = "caller\u{0}tools"
        #expect(await isRefused(state, Self.params, other))
    }

    @Test func anotherServerIsRefused() async throws {
        let state = try await given()
        let other = MCPServer(seal: TestSeal(key: 8), now: { [time] in time.now })
        var params = Self.params
        params["requestState"] = .string(state)
        let error = await #expect(throws: RPCError.self) { try await other.result("tools/call", params, offer) }
        #expect(error?.code == .invalidParameters)
    }

    @Test(
        arguments: [
            ["name": "two", "arguments": ["a": 1, "b": ["c": 2, "d": [3, 4]]]], ["name": "one"],
            ["name": "one", "arguments": ["a": 2, "b": ["c": 2, "d": [3, 4]]]],
            ["name": "one", "arguments": ["a": 1, "b": ["c": 2, "d": [4, 3]]]],
            ["name": "one", "arguments": ["a": 1, "b": ["c": 2, "d": [3, 4]]], "more": 1],
        ] as [JSONObject]
    )
    func otherParametersAreRefused(_ params: JSONObject) async throws {
        #expect(await isRefused(try await given(), params))
    }

    @Test func anotherMethodIsRefused() async throws {
        #expect(await isRefused(try await given(), Self.params, method: "prompts/get"))
    }

    /// A client may write its parameters in another order, and its answers and metadata are not part of the request.
    @Test func theSameRequestInOtherWordsIsAccepted() async throws {
        let state = try await given()
        var params: JSONObject = ["arguments": ["b": ["d": [3, 4], "c": 2], "a": 1], "name": "one"]
        params["inputResponses"] = ["name": ["action": "accept"]]
        params["requestState"] = .string(state)
        let result = try await server.result("tools/call", params, offer, meta: ["progressToken": 3])
        #expect(result["resultType"] == "complete")
        #expect(states.all.last == Self.state)
    }

    @Test func aStateExpires() async throws {
        let state = try await given()
        time.advance(by: server.limits.answerSeconds)
        _ = try await send(state)
        time.advance(by: 1)
        let error = await #expect(throws: RPCError.self) { try await send(state) }
        #expect(error == .invalid("requestState is too old; send the request again without it"))
    }
}
