import Foundation
import OwnerLiterals
import Storage
import Testing

@Suite struct DeviceStoreConformance {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    private func device(_ owner: Owner, _ device: String, name: String? = nil) -> DeviceRecord {
        DeviceRecord(owner: owner, device: device, name: name, createdAt: start)
    }

    private func toolbox(_ owner: Owner, _ device: String, _ app: String, version: Int = 1) -> ToolboxRecord {
        ToolboxRecord(
            owner: owner,
            device: device,
            app: app,
            version: version,
            registration: #"{"app":"\#(app)"}"#,
            registeredAt: start + Double(version)
        )
    }

    private func late(_ call: String, _ conversation: String, after seconds: Double = 0) -> LateOutputRecord {
        LateOutputRecord(
            call: call,
            owner: "c",
            conversation: conversation,
            schema: "photos.openAlbum",
            status: "succeeded",
            receivedAt: start + seconds
        )
    }

    @Test(arguments: StoreOpener.allCases)
    func toolboxesAreStoredWithTheirDevice(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await store.saveToolbox(toolbox("b", "phone", "album"), on: device("b", "phone"))
            try await store.saveToolbox(toolbox("a", "phone", "pics"), on: device("a", "phone"))
            try await store.saveToolbox(toolbox("a", "phone", "album"), on: device("a", "phone", name: "other"))
            // The first record of a device counts, and the last one of a toolbox.
            try await store.saveToolbox(toolbox("a", "phone", "album", version: 2), on: device("a", "phone"))
            #expect(try await store.devices().devices == [device("a", "phone"), device("b", "phone")])
            #expect(
                try await store.devices().toolboxes == [
                    toolbox("a", "phone", "album", version: 2), toolbox("a", "phone", "pics"),
                    toolbox("b", "phone", "album"),
                ]
            )
        }
    }

    /// One name starts as another one does, and one client has devices of users only.
    @Test(arguments: StoreOpener.allCases)
    func devicesOfUsersAreReadApart(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let owners: [Owner] = ["a", "a-2", "a-2/usr_1", "a/usr_1", "a/usr_2", "b/usr_1", "c", "c/usr_1"]
            for owner in owners {
                try await store.saveToolbox(toolbox(owner, "phone", "album"), on: device(owner, "phone"))
            }
            let list = try await store.devices()
            #expect(list.devices.map(\.owner) == ["a", "a-2", "c"])
            #expect(list.toolboxes.map(\.owner) == ["a", "a-2", "c"])
            for owner in owners {
                #expect(try await store.devices(of: owner).devices.map(\.owner) == [owner])
            }
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aDeviceIsChangedAndRemovedWithItsToolboxes(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            for app in ["album", "pics"] {
                try await store.saveToolbox(toolbox("a", "phone", app), on: device("a", "phone"))
            }
            try await store.saveToolbox(toolbox("a", "pad", "album"), on: device("a", "pad"))
            var named = device("a", "phone", name: "Naomi's phone")
            named.defaultApp = "pics"
            try await store.saveDevice(named)
            #expect(try await store.devices().devices == [device("a", "pad"), named])
            try await store.removeToolboxes(of: "a", device: "phone", app: "album")
            #expect(try await store.devices().toolboxes.map(\.app) == ["album", "pics"])
            try await store.removeToolboxes(of: "a", device: "phone", app: nil)
            #expect(try await store.devices().toolboxes.map(\.device) == ["pad"])
            try await store.removeDevice("pad", of: "a")
            #expect(try await store.devices().devices == [named])
            #expect(try await store.devices().toolboxes.isEmpty)
        }
    }

    private func commit(_ store: any Store, _ conversation: String, seeing calls: [String]) async throws {
        let record = RunRecord(
            id: "run-\(conversation)",
            owner: "c",
            conversation: conversation,
            model: "m",
            status: .completed,
            request: "{}",
            createdAt: start,
            updatedAt: start
        )
        let turn = TurnCommit(
            conversation: ConversationRecord(id: conversation, owner: "c", createdAt: start, updatedAt: start),
            entries: [],
            expectedCount: 0,
            seenOutputs: calls
        )
        #expect(try await store.write([RunWrite(record: record, turn: turn)]).isEmpty)
    }

    @Test(arguments: StoreOpener.allCases)
    func aLateOutputIsSeenByTheTurnThatIsCommitted(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await store.addLateOutput(late("2", "x", after: 2))
            try await store.addLateOutput(late("1", "x", after: 1))
            try await store.addLateOutput(late("3", "y"))
            var other = late("1", "x", after: 5)
            other.status = "failed"
            // The first one counts.
            try await store.addLateOutput(other)
            #expect(try await store.lateOutputs(ofConversation: "x", owner: "d").isEmpty)
            let both = [late("1", "x", after: 1), late("2", "x", after: 2)]
            #expect(try await store.lateOutputs(ofConversation: "x", owner: "c") == both)
            // Nothing is seen until a turn is committed, and then only in its own conversation.
            #expect(try await store.lateOutputs(ofConversation: "x", owner: "c") == both)
            try await commit(store, "x", seeing: ["1", "3"])
            #expect(try await store.lateOutputs(ofConversation: "x", owner: "c") == [both[1]])
            #expect(try await store.lateOutputs(ofConversation: "y", owner: "c").count == 1)
            // A seen one is not added again.
            try await store.addLateOutput(other)
            #expect(try await store.lateOutputs(ofConversation: "x", owner: "c") == [both[1]])
            try await store.deleteLateOutputs(receivedBefore: start + 1)
            #expect(try await store.lateOutputs(ofConversation: "y", owner: "c").isEmpty)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aDeletedConversationLeavesNoLateOutput(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            for conversation in ["x", "y", "z"] {
                try await commit(store, conversation, seeing: [])
                try await store.addLateOutput(late(conversation, conversation))
            }
            #expect(try await store.deleteConversation("x"))
            #expect(try await store.lateOutputs(ofConversation: "x", owner: "c").isEmpty)
            #expect(try await store.lateOutputs(ofConversation: "y", owner: "c").count == 1)
            #expect(try await store.deleteConversations(updatedBefore: start + 1, limit: 10) == 2)
            for conversation in ["y", "z"] {
                #expect(try await store.lateOutputs(ofConversation: conversation, owner: "c").isEmpty)
            }
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func anErasureRemovesTheDevicesOfItsClient(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await store.saveToolbox(toolbox("c", "phone", "album"), on: device("c", "phone"))
            try await store.saveToolbox(toolbox("d", "phone", "album"), on: device("d", "phone"))
            try await store.addLateOutput(late("1", "x"))
            #expect(try await store.holdsData(of: "c"))
            try await store.beginErasure(.conversations, of: "c", at: start)
            _ = try await store.erase(.conversations, of: "c")
            #expect(try await store.devices().toolboxes.map(\.owner) == ["c", "d"])
            #expect(try await store.lateOutputs(ofConversation: "x", owner: "c").isEmpty)
            try await store.beginErasure(.everything, of: "c", at: start)
            _ = try await store.erase(.everything, of: "c")
            #expect(try await store.devices().devices.map(\.owner) == ["d"])
            #expect(try await store.devices().toolboxes.map(\.owner) == ["d"])
        }
    }
}
