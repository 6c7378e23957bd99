import Transport

extension HTTPClient {
    /// A client that may also read pages of this machine, so that a stand-in can be a site of the web; all else is refused as ever.
    static let withLoopback = HTTPClient(
        configuration: .init {
            $0.addressPolicy = AddressPolicy(allowedPorts: nil, allowedClasses: [.global, .loopback])
        }
    )
}
