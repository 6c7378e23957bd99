import AgentTools
import LanguageModels
import Phrasebook
import StreamingJSON

/// A tool whose data is on a device; the device answers with the data of a world.
struct DeviceTool<Base: ClientCapableTool>: AgentTool {
    let base: Base
    let data: JSONValue

    var name: String { base.name }
    var description: String { base.description }
    var parameters: GenerationSchema { base.parameters }
    var phrases: ToolPhrases { base.phrases }

    func call(arguments: Base.Arguments) async throws -> String {
        try base.text(ofClientOutput: data, arguments: arguments, for: .current)
    }
}
