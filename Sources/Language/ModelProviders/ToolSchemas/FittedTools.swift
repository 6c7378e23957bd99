import LanguageModels
import Synchronization

/// The tools of a set as providers accept them, made once for each provider's rules.
final class FittedTools: Sendable {
    /// The tools by the rules of one provider.
    struct Fit: Sendable {
        /// The mapping of the set's names.
        let names: ToolNameMap
        /// The tools with the names on the wire and lowered schemas; `nil` if the provider does not accept all of them.
        let set: ToolSet?

        init(_ definitions: [Transcript.ToolDefinition], _ rules: ToolRules) {
            let names = ToolNameMap(definitions.map(\.name), rule: rules.names)
            var fitted = definitions.map { names.wireForm(of: $0) }
            var isAccepted = fitted.count <= rules.mostTools ?? Int.max
            for index in fitted.indices {
                switch ToolSchemaLowering.fit(fitted[index].parameters, propertyNames: rules.propertyNames) {
                case .same: break
                case .lowered(let schema): fitted[index].parameters = schema
                case .impossible: isAccepted = false
                }
            }
            self.names = names
            set = isAccepted ? ToolSet(fitted) : nil
        }
    }

    private let definitions: [Transcript.ToolDefinition]
    // The rules are those of the dialects, so there are few.
    private let fits = Mutex<[(rules: ToolRules, fit: Fit)]>([])

    init(_ definitions: [Transcript.ToolDefinition]) { self.definitions = definitions }

    /// Returns the tools by some rules.
    func tools(by rules: ToolRules) -> Fit {
        if let fit = fits.withLock({ fits in fits.first { $0.rules == rules }?.fit }) { return fit }
        let made = Fit(definitions, rules)
        return fits.withLock { fits in
            if let first = fits.first(where: { $0.rules == rules })?.fit { return first }
            fits.append((rules, made))
            return made
        }
    }
}
