import AssistantSchemas
import StreamingJSON
import Testing

@testable import AgentRuntime

/// The table of when a person is asked, cell by cell.
@Suite struct IntentRiskTests {
    typealias Reason = IntentRisk.Reason

    private func reasons(
        _ id: String,
        _ input: JSONObject = [:],
        _ set: (inout IntentRisk.Circumstances) -> Void = { _ in }
    ) throws -> [Reason] {
        var circumstances = IntentRisk.Circumstances()
        set(&circumstances)
        let schema = try #require(SchemaCatalog.current.intent(id))
        return IntentRisk(of: schema, input, circumstances).reasons
    }

    private func schema(
        _ risk: SchemaRisk,
        where isWanted: (IntentSchema) -> Bool = { _ in true }
    ) throws -> IntentSchema {
        try #require(SchemaCatalog.current.intents.first { $0.risk == risk && isWanted($0) })
    }

    @Test func aCleanCallOfLowRiskRunsAtOnce() throws {
        for risk in [SchemaRisk.navigate, .control, .additive, .modify] {
            let schema = try schema(risk) { $0.domain != "calendar" }
            #expect(IntentRisk(of: schema, [:], .init()).reasons == [], "\(schema.id)")
        }
        #expect(IntentRisk(of: try schema(.external), [:], .init()).reasons == [.external])
        #expect(IntentRisk(of: try schema(.destructive), [:], .init()).reasons == [.destructive])
    }

    @Test func textOfOthersMakesAChangeDoubtful() throws {
        let isTainted = { (circumstances: inout IntentRisk.Circumstances) in circumstances.isTainted = true }
        #expect(try reasons("photos.openAlbum", [:], isTainted) == [])
        #expect(try reasons("system.open", [:], isTainted) == [.taintedContext])
        #expect(try reasons("photos.createAlbum", ["name": "x"], isTainted) == [.taintedContext])
        #expect(try reasons("photos.createAlbum", [:], isTainted) == [])
        #expect(try reasons("browser.createTab", ["url": "https://example.com"], isTainted) == [.taintedContext])
        #expect(try reasons("browser.createTab", ["isPrivate": true], isTainted) == [])
        #expect(try reasons("reminders.createReminder", ["tags": ["x"]], isTainted) == [.taintedContext])
        #expect(try reasons("browser.openURLInTab", ["url": "https://example.com"], isTainted) == [.taintedContext])
        #expect(try reasons("reader.openDocument", ["files": [["fileId": "f"]]], isTainted) == [.taintedContext])
        #expect(try reasons("system.search", ["criteria": ["term": "x"]], isTainted) == [])
        let page: JSONObject = ["destinations": [["kind": "page", "value": "https://example.com"]]]
        #expect(try reasons("maps.startNavigation", page, isTainted) == [.taintedContext])
        #expect(try reasons("photos.updateAlbum", [:], isTainted) == [.taintedContext])
        #expect(try reasons("photos.deleteAlbum", [:], isTainted) == [.destructive, .taintedContext])
    }

    @Test func sharedManyAndOtherDevicesAskExceptForNavigation() throws {
        for (set, reason) in [
            ({ $0.isShared = true }, .shared), ({ $0.entityCount = 6 }, .many),
            ({ $0.isOnOtherDevice = true }, .otherDevice),
        ] as [((inout IntentRisk.Circumstances) -> Void, Reason)] {
            #expect(try reasons("photos.updateAlbum", [:], set) == [reason])
            #expect(try reasons("photos.openAlbum", [:], set) == [])
        }
        #expect(try reasons("photos.updateAlbum") { $0.entityCount = 5 } == [])
    }

    @Test func theAppMayOnlyBeStricter() throws {
        #expect(try reasons("photos.openAlbum") { $0.isAlwaysConfirmed = true } == [.policy])
    }

    @Test func anInvitationReachesOthers() throws {
        let attendees: JSONObject = ["attendees": [["type": "calendar.attendee", "properties": [:]]]]
        #expect(try reasons("calendar.createEvent", attendees) == [.external])
        #expect(try reasons("calendar.createEvent", ["attendees": []]) == [])
    }
}
