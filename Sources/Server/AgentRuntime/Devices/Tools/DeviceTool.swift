import AgentTools
import AssistantSchemas
import LanguageModels
import ToolPhrases
import StreamingJSON

/// A tool whose calls an app on a device of the client makes: an intent, a query about entities, or a tool of an app.
///
/// The titles and descriptions of intents and queries are those of the catalog. The description of a tool that an app declares itself is marked as the
/// words of the app.
struct DeviceTool: AgentTool {
    /// Arguments of any form, which the turn checks against the app that is chosen for the call.
    struct Arguments: Generable {
        let generatedContent: GeneratedContent

        init(_ content: GeneratedContent) throws { generatedContent = content }

        // Not used, because the tool has a schema of its own.
        static var generationSchema: GenerationSchema { String.generationSchema }
    }

    let kind: DeviceToolName
    let description: String
    let titles: [PhraseLanguage: String]
    let parameters: GenerationSchema
    let phrases: ToolPhrases
    let isReadOnly: Bool
    var searchWords: [String] = []
    var companions: [String] = []

    var name: String { kind.name }
    var exposure: ToolExposure { .automatic }
    var data: ToolData { .caller }

    /// The tool in the form in which a session offers it: every call is pending until the turn has checked it.
    var pending: PendingDeviceTool { PendingDeviceTool(name: name, description: description, parameters: parameters) }

    /// Throws always, because there is nothing to run here.
    @concurrent func call(arguments: Arguments) async throws -> String {
        throw ToolFailure(Caller.current.text("\(name) runs on a device only.", "\(name) は端末でのみ実行できます。"))
    }
}

/// A device's tool in a session: the turn decides about each call after the round.
struct PendingDeviceTool: SuspendingTool {
    let name: String
    let description: String
    let parameters: GenerationSchema

    /// Always external, so that a resumed turn finds its calls pending although the devices have changed.
    func execution(for arguments: ExternalTool.Arguments) -> ToolExecution { .external }

    /// Throws for arguments that are no object; other calls never reach it.
    func call(arguments: ExternalTool.Arguments) async throws -> String {
        throw ToolFailure("The tool \(name) is run by a device only.")
    }
}
