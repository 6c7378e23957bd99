/// A parsed regular expression, without the parts that matter only for captures: group names and greediness.
indirect enum RegexNode: Sendable {
    case empty
    case character(CharacterClass)
    case sequence([RegexNode])
    case alternatives([RegexNode])
    case repeated(RegexNode, minimum: Int, maximum: Int?)
    case textStart
    case textEnd
    case wordBoundary(isNegated: Bool)
    case look(RegexNode, isAhead: Bool, isNegated: Bool)

    /// Whether a match can start only at the start of the text, so that no other place need be tried.
    var isAnchored: Bool {
        switch self {
        case .textStart: true
        case .sequence(let parts): parts.first?.isAnchored ?? false
        case .alternatives(let choices): choices.allSatisfy(\.isAnchored)
        case .repeated(let body, let minimum, _): minimum > 0 && body.isAnchored
        default: false
        }
    }
}

/// The reason why a regular expression cannot be used.
package struct RegexError: Error {
    /// The fault and its place, without a full stop.
    package let message: String
}
