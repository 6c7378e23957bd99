import AssistantIntents
import AssistantSchemas
import Foundation
import ToriiClient
import ToriiDevices

/// The app as a device: its library, its toolbox, and its connection to the server.
struct Device {
    let library: PhotoLibrary
    let connection: DeviceConnection

    /// - Parameters:
    ///   - folder: The folder of the library and of the ledger of calls.
    ///   - confirm: Asks the person at the device.
    init(
        _ torii: ToriiService,
        id: String,
        folder: URL,
        confirm: @escaping @Sendable (String) async -> Bool
    ) throws {
        let library = try PhotoLibrary(in: folder)
        let dependencies = AppDependencyManager()
        dependencies.add(dependency: library)
        let toolbox = try Toolbox(
            app: .init(id: "com.example.album", version: "1.0"),
            options: ToolboxOptions(
                dependencies: dependencies,
                ledger: CallLedgerFile(at: folder.appending(path: "calls.json")),
                confirm: { await confirm($0.text) }
            )
        ) {
            CreateAlbum.self
            OpenAlbum.self
            OpenPhoto.self
            FindPhotos.self
            AddPhotos.self
            DeleteAlbums.self
            AlbumEntity.self
            AlbumType.self
            PhotoEntity.self
            PhotoType.self
            PhotoFilter.self
        }
        self.library = library
        connection = DeviceConnection(torii, device: id, toolbox: toolbox, onNotice: Self.show)
    }

    @Sendable private static func show(_ notice: DeviceNotice) {
        switch notice {
        case .registered(let receipt):
            say("registered as toolbox \(receipt.version)")
            for fault in receipt.rejected { say("rejected: \(fault)") }
        case .connected: say("connected")
        case .lost(let error, let delay): say("connection lost, next attempt in \(delay): \(error.message)")
        case .started(let call, let schema): say("started \(schema) (\(call))")
        case .finished(let call, let schema, let outcome): say("ended \(schema) (\(call)): \(outcome.status)")
        case .answered(let query, let schema, .entities(let entities)):
            say("answered a query about \(schema) (\(query)): \(entities.count) found")
        case .answered(let query, let schema, .failed(let error)):
            say("could not answer a query about \(schema) (\(query)): \(error.message)")
        case .refused(let call, let error): say("report refused (\(call)): \(error.message)")
        case .unreadable(let what): say("ignored an event: \(what)")
        }
    }
}

extension IntentOutcome {
    /// The outcome as its word on the wire.
    fileprivate var status: String { json["status"]?.stringValue ?? "" }
}
