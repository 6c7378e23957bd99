import Transport

extension HTTPClient {
    /// A client that may also read pages of this machine, so that a stand-in can act as a web site; everything else is refused as usual.
    static let withLoopback = HTTPClient(
        configuration: .init {
            $0.addressPolicy = AddressPolicy(allowedPorts: nil, allowedClasses: [.global, .loopback])
        }
    )
}
