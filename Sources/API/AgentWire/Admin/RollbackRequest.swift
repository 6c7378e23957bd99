/// The body of `POST /admin/rotations/{id}/rollback`.
public struct RollbackRequest: WireRecord {
    /// Whether to put the old key back although its upstream refuses it.
    public var force: Bool

    /// Makes a request.
    public init(force: Bool = false) {
        self.force = force
    }

    package static let fields: Fields<Self> = Fields(of: .request, Self.init, .always("force", \.force, missing: false))
}
