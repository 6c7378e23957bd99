import LanguageModels
import Transport

/// The tools that a provider accepts.
struct ToolRules: Sendable, Equatable {
    /// The accepted names.
    var names: ToolNameRule
    /// The accepted names of properties; `nil` for all.
    var propertyNames: ToolNameRule?
    /// The most tools in a request; `nil` if no limit is known.
    var mostTools: Int?
}

extension ProviderWireFormat {
    /// Returns the rules that hold at every address.
    func toolRules(at baseURL: String) -> ToolRules { ToolRules(names: Self.toolNameRule) }
}

extension ToolRules {
    /// OpenAI's rules; compatible servers have the names alone.
    fileprivate static func openAI(at baseURL: String) -> ToolRules {
        let host = HTTPRequest.host(of: baseURL)
        let isOpenAIs =
            host == "api.openai.com"
            || [".api.openai.com", ".openai.azure.com", ".services.ai.azure.com"].contains(where: host.hasSuffix)
        return ToolRules(names: .openAI, mostTools: isOpenAIs ? 128 : nil)
    }
}

extension OpenAIChatDialect {
    func toolRules(at baseURL: String) -> ToolRules { .openAI(at: baseURL) }
}

extension OpenAIResponsesDialect {
    func toolRules(at baseURL: String) -> ToolRules { .openAI(at: baseURL) }
}

extension AnthropicDialect {
    /// Returns the rules; Anthropic itself accepts longer names of tools, and not all names of properties.
    func toolRules(at baseURL: String) -> ToolRules {
        guard HTTPRequest.host(of: baseURL) == "api.anthropic.com" else { return ToolRules(names: .anthropic) }
        return ToolRules(
            names: .ascii(punctuation: Array("_-".utf8), maximumLength: 128),
            propertyNames: .ascii(punctuation: Array("_.-".utf8), maximumLength: 64)
        )
    }
}

extension GeminiDialect {
    func toolRules(at baseURL: String) -> ToolRules { ToolRules(names: .gemini, mostTools: 512) }
}
