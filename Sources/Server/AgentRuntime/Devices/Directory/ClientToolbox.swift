import AgentTools
import AssistantSchemas
import ToolPhrases
import Synchronization

/// The tools of the apps on all devices of a client.
///
/// It does not change; a registration makes another one.
final class ClientToolbox: Sendable {
    /// The apps, by device and app.
    let apps: [RegisteredApp]
    /// The tools of all apps.
    let tools: [DeviceTool]
    /// The preferred apps, by device.
    let defaultApps: [String: String]
    /// The choices of all apps that make the schemas of the catalog complete.
    let refinements: SchemaRefinements

    private let merged = Mutex<(generation: Int, tools: ToolRegistry)?>(nil)
    private let models = Mutex<(generation: Int, model: any PhraseModel)?>(nil)
    private let phrases: any PhraseReader

    init(_ apps: [RegisteredApp], defaultApps: [String: String], phrases: any PhraseReader) {
        (self.apps, self.phrases) = (apps, phrases)
        self.defaultApps = defaultApps
        refinements = SchemaRefinements(merging: apps.map(\.refinements))
        tools = DeviceTool.tools(of: apps, refinements, phrases)
    }

    /// Returns the server's tools with those of the devices, which are made once for each version of the former.
    func registry(with catalog: ToolCatalog) -> ToolRegistry {
        let (base, generation) = catalog.snapshot
        return merged.withLock { merged in
            if let merged, merged.generation == generation { return merged.tools }
            let made = base.adding(tools)
            merged = (generation, made)
            return made
        }
    }

    /// Returns the built-in model with the phrases of the server's tools and of the devices'.
    func phrasebook(with catalog: ToolCatalog) -> any PhraseModel {
        let (base, generation) = catalog.snapshot
        return models.withLock { models in
            if let models, models.generation == generation { return models.model }
            let made = phrases.model(
                calling: base.phrases + tools.map(\.phrases),
                preparing: IntentPreparation.preparations(of: tools, refinements)
            )
            models = (generation, made)
            return made
        }
    }

    /// Forgets the messages that the model of these devices has read.
    func forgetReadings() { models.withLock { $0?.model }?.forgetReadings { _ in true } }

    /// Returns the app at a place; `nil` if it is not registered any more.
    func app(at place: DevicePlace) -> RegisteredApp? { apps.first { $0.place == place } }
}
