import FoundationEssentials

/// The identity of a generated value: the same for every partial snapshot of one value within a response.
public struct GenerationID: Sendable, Hashable {
    private let root: UUID
    private let path: String

    /// Makes a fresh identity.
    public init() {
        root = UUID()
        path = ""
    }

    private init(root: UUID, path: String) {
        self.root = root
        self.path = path
    }

    /// The identity of a part, which depends on nothing but the whole's identity and the part's place.
    func child(_ component: some CustomStringConvertible) -> GenerationID {
        GenerationID(root: root, path: "\(path)/\(component)")
    }
}
