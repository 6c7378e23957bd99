/// The body of `POST /admin/upstreams/{name}/keys/{key}/confirm`: the places that the administrator has seen and permits.
public struct KeyConfirmation: WireRecord {
    /// The places, as ``WireKey/unconfirmed`` names them.
    public var destinations: [String]

    /// Makes a request.
    public init(destinations: [String]) { self.destinations = destinations }

    package static let fields: Fields<Self> = Fields(
        of: .request,
        Self.init,
        .always("destinations", \.destinations, as: .names)
    )
}
