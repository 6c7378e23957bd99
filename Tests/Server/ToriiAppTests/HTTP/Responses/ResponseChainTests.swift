import AgentRuntime
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Responses that follow each other, and the conversations that they belong to.
@Suite(.timeLimit(.minutes(1))) struct ResponseChainTests {
    private static func conversation(_ answer: TestServer.Answer) -> String {
        answer.json["conversation"]?["id"]?.stringValue ?? "?"
    }

    /// Returns the texts of a conversation's messages in the native form.
    private static func export(_ server: TestServer, _ conversation: String) async throws -> [String] {
        let document = try await server.send(.get, "/v1/conversations/\(conversation)").json
        return (document["messages"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }
    }

    private static func conversations(_ server: TestServer) async throws -> Int {
        try await server.send(.get, "/v1/conversations").json["conversations"]?.arrayValue?.count ?? -1
    }

    @Test func aResponseThatFollowsTheLastOneContinuesItsConversation() async throws {
        try await ResponseServer.with(ResponseServer.history) { responses in
            let first = try await responses.send("one")
            #expect(first.responseText == "one" && first.json["previous_response_id"]?.isNull == true)
            let second = try await responses.send("two", ["previous_response_id": .string(first.responseID)])
            #expect(second.responseText == "one/one/two")
            #expect(second.json["previous_response_id"]?.stringValue == first.responseID)
            let frames = try await responses.frames("three", ["previous_response_id": .string(second.responseID)])
            #expect(ResponseServer.text(frames.last?["response"]) == "one/one/two/one/one/two/three")
            let id = Self.conversation(first)
            #expect(Self.conversation(second) == id)
            #expect(frames.last?["response"]?["conversation"]?["id"]?.stringValue == id)
            let texts = try await Self.export(responses.server, id)
            #expect(texts.prefix(4) == ["one", "one", "two", "one/one/two"] && texts.count == 6)
            #expect(try await Self.conversations(responses.server) == 1)
        }
    }

    /// Another response may follow an earlier one: the conversation is copied up to there.
    @Test func aResponseThatFollowsAnEarlierOneIsABranch() async throws {
        try await ResponseServer.with(ResponseServer.history) { responses in
            let first = try await responses.send("one")
            let after: JSONObject = ["previous_response_id": .string(first.responseID)]
            let second = try await responses.send("two", after)
            let branch = try await responses.send("zwei", after)
            #expect(branch.responseText == "one/one/zwei")
            #expect(Self.conversation(branch) != Self.conversation(second))
            #expect(Self.conversation(first) == Self.conversation(second))
            #expect(
                try await Self.export(responses.server, Self.conversation(branch)) == [
                    "one", "one", "zwei", "one/one/zwei",
                ]
            )
            #expect(
                try await Self.export(responses.server, Self.conversation(second)) == [
                    "one", "one", "two", "one/one/two",
                ]
            )
            // The branch is continued like any conversation.
            let more = try await responses.send("drei", ["previous_response_id": .string(branch.responseID)])
            #expect(more.responseText == "one/one/zwei/one/one/zwei/drei")
            #expect(Self.conversation(more) == Self.conversation(branch))
            #expect(try await responses.get(first.responseID).json == first.json)
        }
    }

    /// One conversation has turns of both dialects.
    @Test func theNativeDialectContinuesAConversationAndTheOtherWayRound() async throws {
        try await ResponseServer.with(ResponseServer.history) { responses in
            let first = try await responses.send("one")
            let id = Self.conversation(first)
            #expect(try await responses.server.chat("two", conversation: id)["message"]?["text"] == "one/one/two")
            let named = try await responses.send("three", ["conversation": ["id": .string(id)]])
            #expect(Self.conversation(named) == id && named.responseText.hasPrefix("one/one/two/"))
            let native = try await responses.server.chat("uno")
            let conversation = try #require(native["conversation"]?.stringValue)
            let follows = try await responses.send("due", ["conversation": .string(conversation)])
            #expect(follows.responseText == "uno/uno/due" && Self.conversation(follows) == conversation)
            // The first response is no longer the last turn.
            let branch = try await responses.send("zwei", ["previous_response_id": .string(first.responseID)])
            #expect(branch.responseText == "one/one/zwei" && Self.conversation(branch) != id)
        }
    }

    @Test func aResponseThatIsNotStoredIsUnknown() async throws {
        try await ResponseServer.with(ResponseServer.history) { responses in
            let answer = try await responses.send("one", ["store": false])
            #expect(answer.responseText == "one" && answer.json["store"] == false && answer.json["conversation"] == nil)
            for (path, method) in [("", HTTPMethod.get), ("/input_items", .get), ("", .delete), ("/cancel", .post)] {
                #expect(try await responses.get(answer.responseID, path, method).status == 404)
            }
            let next = try await responses.send("two", ["previous_response_id": .string(answer.responseID)])
            #expect(next.status == 400 && next.json["error"]?["code"] == "previous_response_not_found")
            #expect(next.json["error"]?["param"] == "previous_response_id")
            #expect(try await Self.conversations(responses.server) == 0)
            // A response that is not stored may follow a stored one, and changes nothing.
            let stored = try await responses.send("eins")
            let after: JSONObject = ["previous_response_id": .string(stored.responseID)]
            let aside = try await responses.send("aside", after.merging(["store": false]))
            #expect(aside.responseText == "eins/eins/aside")
            #expect(try await responses.get(aside.responseID).status == 404)
            #expect(try await Self.export(responses.server, Self.conversation(stored)) == ["eins", "eins"])
            #expect(try await responses.send("zwei", after).responseText == "eins/eins/zwei")
            #expect(try await Self.conversations(responses.server) == 1)
            // Also after an earlier response, without a branch.
            let early = try await responses.send("early", after.merging(["store": false]))
            #expect(early.responseText == "eins/eins/early")
            #expect(try await Self.conversations(responses.server) == 1)
        }
    }

    @Test func instructionsAreForOneResponseAndMessagesOfTheDeveloperForAllAfterThem() async throws {
        try await ResponseServer.with({ _ in .text("Yes") }) { responses in
            let developer: JSONValue = ["role": "developer", "content": "DEV"]
            let user: JSONValue = ["role": "user", "content": "one"]
            let first = try await responses.send([developer, user], ["instructions": "INS-1"])
            let second = try await responses.send(
                "two",
                ["previous_response_id": .string(first.responseID), "instructions": "INS-2"]
            )
            let third = try await responses.send("three", ["previous_response_id": .string(second.responseID)])
            #expect(third.status == 200 && second.json["instructions"] == "INS-2")
            #expect(third.json["instructions"]?.isNull == true)
            func instructions(_ index: Int) throws -> [Bool] {
                let text = try responses.asked(index)["messages"]?[0]?["content"]?.stringValue ?? ""
                return ["INS-1", "INS-2", "DEV"].map { text.contains($0) }
            }
            #expect(try instructions(0) == [true, false, true])
            #expect(try instructions(1) == [false, true, true])
            #expect(try instructions(2) == [false, false, true])
            // The list of a response's items has those of its own request.
            let items = try await responses.get(third.responseID, "/input_items").json["data"]?.arrayValue ?? []
            #expect(items.map { $0["content"]?[0]?["text"] } == ["three"])
        }
    }

    @Test func aRepeatedRequestHasOneResponse() async throws {
        try await ResponseServer.with(ResponseServer.history) { responses in
            let first = try await responses.send("one", key: "a")
            #expect(try await responses.send("one", key: "a").json == first.json)
            let after: JSONObject = ["previous_response_id": .string(first.responseID)]
            let second = try await responses.send("two", after, key: "b")
            #expect(second.responseText == "one/one/two")
            // The first response is no longer the last one, but the repeated request is the same.
            #expect(try await responses.send("two", after, key: "b").json == second.json)
            let branch = try await responses.send("zwei", after, key: "c")
            #expect(try await responses.send("zwei", after, key: "c").json == branch.json)
            let aside = try await responses.send("aside", after.merging(["store": false]), key: "d")
            #expect(aside.responseText == "one/one/aside")
            #expect(try await responses.send("aside", after.merging(["store": false]), key: "d").json == aside.json)
            #expect(responses.standIn.requests.count == 4)
            #expect(try await Self.conversations(responses.server) == 2)
            #expect(try await responses.send("other", after, key: "b").status == 422)
        }
    }

    @Test func aResponseIsDeletedWithTheConversationThatItOpened() async throws {
        try await ResponseServer.with(ResponseServer.history) { responses in
            let first = try await responses.send("one")
            let deleted = try await responses.get(first.responseID, "", .delete)
            #expect(deleted.json == ["id": .string(first.responseID), "object": "response", "deleted": true])
            #expect(try await responses.get(first.responseID).status == 404)
            #expect(try await responses.get(first.responseID, "", .delete).status == 404)
            #expect(try await Self.conversations(responses.server) == 0)
            let next = try await responses.send("two", ["previous_response_id": .string(first.responseID)])
            #expect(next.status == 400 && next.json["error"]?["code"] == "previous_response_not_found")
        }
    }

    /// Another client's response is unknown, as one that never was.
    @Test func aResponseOfAnotherClientIsUnknown() async throws {
        try await ResponseServer.with(ResponseServer.history) { responses in
            let first = try await responses.send("one")
            let made = try await responses.server.admin(.post, "clients", ["name": "other"])
            let token = try #require(made.json["token"]?["secret"]?.stringValue, "\(made.text)")
            for (path, method) in [("", HTTPMethod.get), ("/input_items", .get), ("", .delete), ("/cancel", .post)] {
                #expect(try await responses.get(first.responseID, path, method, token: token).status == 404)
            }
            let next = try await responses.send(
                "two",
                ["previous_response_id": .string(first.responseID)],
                token: token
            )
            #expect(next.status == 400 && next.json["error"]?["code"] == "previous_response_not_found")
            #expect(try await responses.get(first.responseID).status == 200)
            // A run that has not waited has one response.
            for rest in ["", "?stream=true", "/input_items"] {
                #expect(try await responses.get(first.responseID + "_1", rest).status == 404)
            }
            #expect(try await responses.get(first.responseID + "_1", "", .delete).status == 404)
            #expect(try await responses.get("resp_none").status == 404)
            let native = try await responses.server.chat("native")
            let run = try #require(native["run"]?.stringValue)
            #expect(try await responses.get("resp_" + run.dropFirst(4)).status == 404)
        }
    }

    @Test func inputItemsArePages() async throws {
        try await ResponseServer.with({ _ in .text("Yes") }) { responses in
            let input: [JSONValue] = ["a", "b", "c"].map { ["role": "user", "content": .string($0)] }
            let answer = try await responses.send(.array(input), ["instructions": "I"])
            func page(_ query: String) async throws -> JSONValue {
                try await responses.get(answer.responseID, "/input_items" + query).json
            }
            func texts(_ page: JSONValue) -> [JSONValue?] {
                (page["data"]?.arrayValue ?? []).map { $0["content"]?[0]?["text"] }
            }
            let whole = try await page("")
            #expect(texts(whole) == ["c", "b", "a"] && whole["has_more"] == false)
            let first = try await page("?order=asc&limit=2")
            #expect(texts(first) == ["a", "b"] && first["has_more"] == true)
            let last = try #require(first["last_id"]?.stringValue)
            let second = try await page("?order=asc&limit=2&after=\(last)")
            #expect(texts(second) == ["c"] && second["has_more"] == false)
            for query in ["?limit=0", "?limit=101", "?limit=x", "?order=up", "?after=msg_x"] {
                #expect(try await responses.get(answer.responseID, "/input_items" + query).status == 400)
            }
        }
    }
}

extension JSONObject {
    fileprivate func merging(_ more: JSONObject) -> JSONObject {
        var merged = self
        for (name, value) in more { merged[name] = value }
        return merged
    }
}
