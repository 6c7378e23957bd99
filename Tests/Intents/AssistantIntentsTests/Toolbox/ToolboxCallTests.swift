import AssistantIntents
import StreamingJSON
import Synchronization
import Testing

/// Calls of the album app: their inputs, results and ends.
@Suite struct ToolboxCallTests {
    private let library = AlbumLibrary()

    private func call(_ schema: String, _ input: JSONObject, id: String = "c1") -> IntentCall {
        IntentCall(callID: id, schema: schema, input: input)
    }

    private func album(_ id: String, type: String = "photos.album") -> JSONValue {
        ["type": .string(type), "id": .string(id)]
    }

    @Test func anActionRuns() async throws {
        let toolbox = try Toolbox.album(library)
        let outcome = await toolbox.perform(call("photos.openAlbum", ["target": album("a2")]))
        #expect(outcome == .succeeded(nil))
        #expect(library.shown == "a2")
    }

    @Test func anActionOf2024Runs() async throws {
        let toolbox = try Toolbox.album(library)
        let outcome = await toolbox.perform(call("photos.openAsset", ["target": album("p1", type: "photos.asset")]))
        #expect(outcome == .succeeded(nil))
        #expect(library.shown == "p1")
    }

    @Test func theResultIsTheWholeThing() async throws {
        let toolbox = try Toolbox.album(library)
        let outcome = await toolbox.perform(call("photos.createAlbum", ["name": "Beach"]))
        #expect(
            outcome
                == .succeeded([
                    "type": "photos.album", "id": "a3", "display": ["title": "Beach", "subtitle": "Album"],
                    "ownership": "private",
                    "properties": ["name": "Beach", "creationDate": "2025-11-24T16:00:00Z", "albumType": "custom"],
                ])
        )
    }

    /// The app was started again without its ledger, and the server knows of a start.
    @Test func aCallThatHasStartedRunsAgainOnlyIfItIsIdempotent() async throws {
        let toolbox = try Toolbox.album(library)
        let creation = call("photos.createAlbum", ["name": "Beach"])
        #expect(await toolbox.perform(creation, isStarted: true) == .unknown)
        #expect(library.creations == 0)
        let change = call("photos.updateAlbum", ["target": album("a1"), "name": "Beach"], id: "c2")
        #expect(await toolbox.perform(change, isStarted: true) == .succeeded(nil))
        // A call that this process has started is known.
        guard case .succeeded = await toolbox.perform(call("photos.createAlbum", ["name": "Beach"], id: "c3")) else {
            Issue.record("the call has to succeed")
            return
        }
        guard
            case .succeeded = await toolbox.perform(
                call("photos.createAlbum", ["name": "Beach"], id: "c3"),
                isStarted: true
            )
        else {
            Issue.record("the call has its outcome")
            return
        }
        #expect(library.creations == 1)
    }

    /// An input that the action cannot accept, with the code of the fault.
    @Test(
        arguments: [
            ("photos.openAlbum", [:], .invalidInput),
            ("photos.openAlbum", ["target": nil], .invalidInput),
            ("photos.openAlbum", ["target": "a1"], .invalidInput),
            ("photos.openAlbum", ["target": ["type": "photos.asset", "id": "p1"]], .invalidInput),
            ("photos.openAlbum", ["target": ["type": "photos.album"]], .invalidInput),
            ("photos.openAlbum", ["target": ["type": "photos.album", "id": "a9"]], .unknownEntity),
            ("photos.createAlbum", ["name": 7], .invalidInput),
            ("photos.updateAsset", ["target": ["type": "photos.asset", "id": "p1"]], .invalidInput),
            ("photos.crop", ["target": ["type": "photos.asset", "id": "p1"]], .unknownSchema),
            ("weather.show", [:], .unknownSchema),
        ] as [(String, JSONObject, IntentError.Code)]
    )
    func anInputWithAFault(schema: String, input: JSONObject, code: IntentError.Code) async throws {
        let toolbox = try Toolbox.album(library)
        guard case .failed(let error) = await toolbox.perform(call(schema, input)) else {
            Issue.record("the call has to fail")
            return
        }
        #expect(error.code == code)
        #expect(library.shown == nil)
        #expect(library.creations == 0)
    }

    /// A parameter that is left out stays as it is, and one that is `null` is removed.
    @Test func aChangeHasThreeStates() async throws {
        let toolbox = try Toolbox.album(library)
        let target: JSONValue = [album("p1", type: "photos.asset")]
        _ = await toolbox.perform(call("photos.updateAsset", ["target": target, "isFavorite": false], id: "c1"))
        #expect(library.change { $0.pictures[0].title } == "Fuji")
        #expect(library.change { $0.pictures[0].isFavorite } == false)
        _ = await toolbox.perform(call("photos.updateAsset", ["target": target, "name": nil], id: "c2"))
        #expect(library.change { $0.pictures[0].title } == nil)
        _ = await toolbox.perform(call("photos.updateAsset", ["target": target, "name": "Peak"], id: "c3"))
        #expect(library.change { $0.pictures[0].title } == "Peak")
    }

    @Test func anActionAsksForAValue() async throws {
        let toolbox = try Toolbox.album(library)
        let outcome = await toolbox.perform(call("photos.createAlbum", ["name": ""]))
        #expect(outcome == .needsValue(IntentNeed(parameter: "name", prompt: "What is the album's name?")))
    }

    /// A step that the person has to confirm on the device is denied if nobody can ask.
    @Test func aStepIsConfirmed() async throws {
        let input: JSONObject = ["entities": [album("a1")]]
        let silent = try Toolbox.album(library)
        guard case .denied(let error) = await silent.perform(call("photos.deleteAlbum", input)) else {
            Issue.record("the call has to be denied")
            return
        }
        #expect(error.code == .denied)
        let asked = Mutex<[String]>([])
        let willing = try Toolbox.album(library) { dialog in
            asked.withLock { $0.append(dialog.text) }
            return true
        }
        #expect(await willing.perform(call("photos.deleteAlbum", input)) == .succeeded(nil))
        #expect(asked.withLock { $0 } == ["Delete 1 albums?"])
        #expect(library.change { $0.albums.map(\.id) } == ["a2"])
    }

    @Test func aRepeatedCallDoesNotRunAgain() async throws {
        let toolbox = try Toolbox.album(library)
        let first = await toolbox.perform(call("photos.createAlbum", ["name": "Beach"]))
        let second = await toolbox.perform(call("photos.createAlbum", ["name": "Beach"]))
        #expect(first == second)
        #expect(library.creations == 1)
        guard case .failed(let error) = await toolbox.perform(call("photos.createAlbum", ["name": "Sea"])) else {
            Issue.record("another input has to be refused")
            return
        }
        #expect(error.code == .inputChanged)
        #expect(library.creations == 1)
    }

    /// Calls that arrive at the same time wait for the first.
    @Test func callsAtTheSameTimeRunOnce() async throws {
        let toolbox = try Toolbox.album(library)
        let call = call("photos.createAlbum", ["name": "Beach"])
        let outcomes = await withTaskGroup(of: IntentOutcome.self) { group in
            for _ in 0..<20 { group.addTask { await toolbox.perform(call) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(outcomes).count == 1)
        #expect(library.creations == 1)
    }

    /// The outcome of a call that ran when the app ended is unknown, unless it may run again.
    @Test func aCallThatRanWhenTheAppEnded() async throws {
        var ledger = CallLedger()
        let create = call("photos.createAlbum", ["name": "Beach"], id: "c1")
        let rename = call("photos.updateAlbum", ["target": album("a1"), "name": "Sea"], id: "c2")
        _ = ledger.begin(create, isIdempotent: false, at: 0)
        _ = ledger.begin(rename, isIdempotent: true, at: 0)
        let store = MemoryLedger(ledger)
        let toolbox = try Toolbox.album(library, ledger: store)
        #expect(await toolbox.perform(create) == .unknown)
        #expect(library.creations == 0)
        #expect(await toolbox.perform(rename) == .succeeded(nil))
        #expect(library.change { $0.albums[0].name } == "Sea")
    }

    /// A call that cannot be noted could run twice, so that it does not run.
    @Test func aLedgerThatCannotBeStored() async throws {
        let store = MemoryLedger(CallLedger())
        let toolbox = try Toolbox.album(library, ledger: store)
        store.isFull.withLock { $0 = true }
        guard case .failed(let error) = await toolbox.perform(call("photos.createAlbum", ["name": "Beach"])) else {
            Issue.record("the call has to fail")
            return
        }
        #expect(error.code == .unavailable)
        #expect(library.creations == 0)
        store.isFull.withLock { $0 = false }
        guard case .succeeded = await toolbox.perform(call("photos.createAlbum", ["name": "Beach"])) else {
            Issue.record("the call has to succeed")
            return
        }
    }

    @Test func anOwnTool() async throws {
        let toolbox = try Toolbox(app: .init(id: "com.example.cafe", version: "1")) {
            ToolboxTool("x-cafe.birthday", summary: "Finds a contact.", isReadOnly: true, fallback: "Naomi") { input in
                guard let month = input["month"]?.intValue else {
                    throw IntentError(.invalidInput, "The month is missing.")
                }
                return .string("born in \(month)")
            }
        }
        #expect(await toolbox.perform(call("x-cafe.birthday", ["month": 5])) == .succeeded("born in 5"))
        #expect(
            await toolbox.perform(call("x-cafe.birthday", [:], id: "c2"))
                == .failed(IntentError(.invalidInput, "The month is missing."))
        )
    }
}

/// A ledger in memory, which can be full.
final class MemoryLedger: CallLedgerStore {
    struct IsFull: Error {}

    let isFull = Mutex(false)
    private let ledger: Mutex<CallLedger>

    init(_ ledger: CallLedger) { self.ledger = Mutex(ledger) }

    func load() throws -> CallLedger { ledger.withLock { $0 } }

    func save(_ ledger: CallLedger) throws {
        if isFull.withLock({ $0 }) { throw IsFull() }
        self.ledger.withLock { $0 = ledger }
    }
}

extension Toolbox {
    /// Makes the toolbox of the album app.
    static func album(
        _ library: AlbumLibrary,
        ledger: (any CallLedgerStore)? = nil,
        confirm: (@Sendable (IntentDialog) async -> Bool)? = nil
    ) throws -> Toolbox {
        let dependencies = AppDependencyManager()
        dependencies.add(dependency: library)
        return try Toolbox(
            app: .init(id: "com.example.album", version: "1.0"),
            timeZone: "Asia/Tokyo",
            locale: "ja_JP",
            options: ToolboxOptions(dependencies: dependencies, ledger: ledger, confirm: confirm)
        ) {
            OpenAlbumIntent.self
            CreateAlbumIntent.self
            DeleteAlbumIntent.self
            RenameAlbumIntent.self
            OpenAssetIntent.self
            UpdateAssetIntent.self
            AlbumEntity.self
            AssetEntity.self
            AlbumType.self
            AssetType.self
        }
    }
}
