import AssistantIntents
import StreamingJSON
import Testing

@Suite struct ToolboxCallTests {
    @Test func anIntentRuns() async throws {
        let library = AlbumLibrary()
        let toolbox = try Toolbox.album(library)
        let outcome = await toolbox.perform(
            IntentCall(
                callID: "c1",
                schema: "photos.openAlbum",
                input: ["target": ["type": "photos.album", "id": "a2"]]
            )
        )
        #expect(outcome == .succeeded(.null))
        #expect(library.shown == "a2")
    }
}

extension Toolbox {
    /// Makes the toolbox of the album app.
    static func album(_ library: AlbumLibrary, ledger: (any CallLedgerStore)? = nil) throws -> Toolbox {
        let dependencies = AppDependencyManager()
        dependencies.add(dependency: library)
        return try Toolbox(
            app: .init(id: "com.example.album", version: "1.0"),
            timeZone: "Asia/Tokyo",
            locale: "ja_JP",
            options: ToolboxOptions(dependencies: dependencies, ledger: ledger)
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
