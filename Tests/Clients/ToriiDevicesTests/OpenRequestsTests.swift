import AssistantIntents
import AssistantSchemas
import EventStreams
import StreamingJSON
import Testing

@testable import ToriiDevices

/// The decisions about requests, and the reading of the events.
@Suite struct OpenRequestsTests {
    private func request(_ id: String = "run_1.1", attempt: Int = 1) -> DeviceRequest {
        DeviceRequest(
            id: id,
            attempt: attempt,
            work: .intent(IntentCall(callID: id, schema: "photos.openAlbum", input: [:], attempt: attempt)),
            isRunning: false,
            authentication: .none
        )
    }

    private func request(_ event: DeviceEvent?) -> DeviceRequest? {
        if case .requested(let request)? = event { request } else { nil }
    }

    private struct Other: Error {}

    @Test func aRequestIsCarriedOutOnce() {
        var open = OpenRequests()
        #expect(open.accept(.open(["run_1.1"])) == [])
        #expect(open.accept(.requested(request())) == [.start(request())])
        // After a new connection.
        #expect(open.accept(.open(["run_1.1"])) == [])
        #expect(open.accept(.requested(request())) == [])
        #expect(open.finish("run_1.1") == nil && open.calls.isEmpty)
        // The report was lost: the toolbox has the outcome.
        #expect(open.accept(.requested(request())) == [.start(request())])
    }

    @Test func aLaterAttemptFollowsThePresentOne() {
        var open = OpenRequests()
        _ = open.accept(.requested(request()))
        #expect(open.accept(.requested(request(attempt: 3))) == [])
        #expect(open.accept(.requested(request(attempt: 1))) == [])
        #expect(open.finish("run_1.1") == request(attempt: 3))
        #expect(open.accept(.requested(request(attempt: 3))) == [])
        #expect(open.finish("run_1.1") == nil)
    }

    @Test func aCallThatIsOverIsStoppedIfItRuns() {
        var open = OpenRequests()
        #expect(open.accept(.ended(call: "run_1.1", stop: true)) == [])
        _ = open.accept(.requested(request()))
        _ = open.accept(.requested(request(attempt: 2)))
        #expect(open.accept(.ended(call: "run_1.1", stop: false)) == [])
        #expect(open.accept(.ended(call: "run_1.1", stop: true)) == [.stop("run_1.1")])
        #expect(open.finish("run_1.1") == nil)
    }

    @Test func callsThatAreNotOpenAnyMoreAreStopped() {
        var open = OpenRequests()
        for id in ["run_1.1", "run_1.2", "run_2.1"] { _ = open.accept(.requested(request(id))) }
        #expect(open.accept(.open(["run_1.2"])) == [.stop("run_1.1"), .stop("run_2.1")])
        #expect(open.calls == ["run_1.1", "run_1.2", "run_2.1"])
    }

    @Test func theNumberOfRequestsIsLimited() {
        var open = OpenRequests()
        for number in 0..<OpenRequests.most {
            let request = request("run_\(number).1")
            #expect(open.accept(.requested(request)) == [.start(request)])
        }
        #expect(open.accept(.requested(request("run_more.1"))) == [])
        _ = open.finish("run_0.1")
        #expect(open.accept(.requested(request("run_more.1"))) == [.start(request("run_more.1"))])
    }

    @Test func eventsAreRead() throws {
        func read(_ type: String, _ data: String) throws -> DeviceEvent? {
            try DeviceEvent(ServerSentEvent(id: "7", type: type, data: data))
        }
        #expect(try read("calls.open", #"{"calls":["run_1.1","run_1.2"]}"#) == .open(["run_1.1", "run_1.2"]))
        #expect(
            try read("call.ended", #"{"callId":"run_1.1","state":"expired"}"#) == .ended(call: "run_1.1", stop: false)
        )
        #expect(try read("call.ended", #"{"callId":"run_1.1","stop":true}"#) == .ended(call: "run_1.1", stop: true))
        let call = try read(
            "intent.requested",
            #"{"callId":"run_1.1","schema":"photos.openAlbum","input":{"target":{"type":"photos.album","id":"a"}},"attempt":2,"#
                + #""authentication":"unlocked","state":"running","deadline":"2026-11-26T12:00:00Z"}"#
        )
        let request = try #require(self.request(call))
        #expect(request.id == "run_1.1" && request.attempt == 2 && request.isRunning)
        #expect(request.authentication == .unlocked && request.schema == "photos.openAlbum")
        let query = try read(
            "entity.requested",
            #"{"queryId":"run_1.2","schema":"photos.album","verb":"matching","arguments":{"text":"Summer"},"limit":20,"attempt":1}"#
        )
        let asked = try #require(self.request(query))
        guard case .query(let words) = asked.work else { throw Other() }
        #expect(words.arguments == .matching("Summer") && asked.authentication == .none && !asked.isRunning)
        #expect(try read("another.event", "{}") == nil)
        #expect(throws: (any Error).self) { try read("intent.requested", "{") }
        #expect(throws: (any Error).self) { try read("intent.requested", #"{"callId":7}"#) }
        #expect(throws: (any Error).self) {
            try read("entity.requested", #"{"queryId":"q","schema":"s","verb":"drop","arguments":{}}"#)
        }
    }
}
