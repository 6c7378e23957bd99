import Phrasebook
import AgentTools
import AgentWire
import AssistantSchemas
import Foundation
import LanguageModels
import OwnerLiterals
import StorageSQLite
import StreamingJSON
import Testing

@testable import AgentRuntime

/// Which calls another device may make when the first one does not answer.
@Suite struct MovedCallTests {
    private static let time = Date(timeIntervalSince1970: 1_795_000_000)
    private static let registration = DeviceDirectoryTests.registration

    private static let query = ("photos_album_find", #"{"text":"Summer"}"#)
    private static let own = ("x-cafe_birthdayContact", #"{"month":3}"#)
    private static let intent = ("photos_createAlbum", #"{"name":"Winter"}"#)

    /// Returns a directory with the app on the phone and another registration on the pad.
    private func directory(_ other: ToolboxRegistration) async throws -> DeviceDirectory {
        let directory = DeviceDirectory(
            store: try SQLiteStore(path: nil),
            phrases: PhrasebookReader(),
            now: { Self.time }
        )
        _ = try await directory.register(Self.registration, on: "phone", owner: "c")
        let (report, _) = try await directory.register(other, on: "pad", owner: "c")
        #expect(report.rejected.isEmpty, "\(report.rejected)")
        return directory
    }

    /// Returns the place of a call of the phone after its claim has not come.
    private func moved(
        _ call: (tool: String, arguments: String),
        _ message: String = "Find Summer",
        from device: String = "phone",
        in directory: DeviceDirectory
    ) throws -> (call: DeviceCall, place: String?) {
        let turn = DeviceTurn(
            toolbox: try #require(directory.toolbox(of: "c")),
            directory: directory,
            owner: "c",
            sender: .init(id: device),
            message: message,
            caller: Caller(),
            limits: DeviceCallLimits(),
            now: { Self.time }
        )
        let arguments = GeneratedContent(jsonValue: try JSONValue(parsing: call.arguments))
        let requested = Transcript.ToolCall(id: "m", toolName: call.tool, arguments: arguments)
        guard case .call(var planned, _) = turn.plan(requested, id: "run_1.1", SeenEntities([]), after: []) else {
            throw Refused()
        }
        planned.queue(at: Self.time)
        _ = planned.expire(at: Self.time + 60) { directory.place(after: $0, owner: "c") }
        return (planned, planned.state == .queued ? planned.place.device : nil)
    }

    private struct Refused: Error {}

    @Test func onlyWhatChangesNothingMoves() async throws {
        let directory = try await directory(Self.registration)
        #expect(try moved(Self.query, in: directory).place == "pad")
        #expect(try moved(Self.own, in: directory).place == "pad")
        let intent = try moved(Self.intent, in: directory).call
        #expect(intent.state == .expired && !intent.isMovable)
        // Also one that an earlier version has stored as movable.
        var stored = intent
        stored.isMovable = true
        #expect(directory.place(after: stored, owner: "c") == nil)
    }

    @Test(arguments: ["Find Summer on the phone", "Find Summer in Album"])
    func aNamedPlaceIsKept(message: String) async throws {
        let directory = try await directory(Self.registration)
        #expect(try moved(Self.query, message, in: directory).call.state == .expired)
        #expect(try moved(Self.own, message, in: directory).call.state == .expired)
    }

    @Test func anotherAppOrAnotherDeclarationIsNotAsked() async throws {
        var other = Self.registration
        other.app.id = "org.other.pics"
        var changed = Self.registration
        changed.entities[0].queries.insert(.suggested)
        changed.tools[0].summary = "Deletes a person."
        for registration in [other, changed] {
            let directory = try await directory(registration)
            #expect(try moved(Self.query, in: directory).call.state == .expired)
            #expect(try moved(Self.own, in: directory).call.state == .expired)
        }
    }
}
