import AgentWire
import LanguageModels

extension GenerationOptions.CacheMark {
    /// Makes the mark that a request wants.
    init(_ mark: CacheMark) {
        let place: Place =
            switch mark.place {
            case .tools: .tools
            case .instructions: .instructions
            case .input(let number): .input(number)
            case .end: .end
            }
        self.init(place, isLong: mark.isLong)
    }
}
