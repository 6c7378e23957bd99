public import Secrets

extension HTTPClient {
    /// Settings for all requests of a client.
    ///
    /// ```swift
    /// let client = HTTPClient(configuration: .init { $0.threads = 2 })
    /// ```
    public struct Configuration: Sendable {
        /// Sent as `User-Agent` unless a request names its own.
        public var userAgent = Configuration.standardUserAgent
        /// How the client names itself unless told otherwise: the program and its version, and nobody's address.
        public static let standardUserAgent = "torii/0.1"
        /// As ``standardUserAgent``, with the address of whoever runs the client behind it, as open services ask for.
        ///
        /// - Parameter contact: A mail address or a URL, without spaces and round brackets.
        public static func userAgent(contact: String) -> String { "\(standardUserAgent) (\(contact))" }

        /// How many threads share the work; all requests to a host are on the same one.
        public var threads = 1
        /// How many bytes of a body wait for a slow reader before the transfer is paused.
        public var bodyWindowBytes = 256 * 1024
        /// How long a slow reader may hold up other answers on the same HTTP/2 connection before its own is broken off.
        ///
        /// libcurl cannot leave one stream of a connection and read the others. A paused answer that holds up nobody may stay
        /// paused as long as its reader likes.
        public var maximumHoldUp = Duration.seconds(10)
        /// How many bytes a response header may have.
        public var maximumHeaderBytes = 64 * 1024

        /// How many transfers to one host may be under way at once; more wait for their turn.
        public var maximumTransfersPerHost = 16_384
        /// As ``maximumTransfersPerHost``, for requests that are not trusted.
        public var maximumUntrustedTransfersPerHost = 16
        /// How many transfers may be under way at once altogether, trusted or not.
        ///
        /// Each of the ``threads`` has an equal share of it, and at least one.
        public var maximumTransfers = 32_768
        /// How many transfers may wait for their turn altogether; one more fails with code `limit` and may be tried again.
        ///
        /// Each of the ``threads`` has an equal share of it.
        public var maximumWaiting = 32_768

        /// How many connections are kept open for later requests.
        public var maximumIdleConnections = 128
        /// How long a connection may have been idle and still be used again, in whole seconds.
        public var idleConnectionLifetime = Duration.seconds(60)
        /// How long the addresses of a name are remembered, in whole seconds.
        public var nameLifetime = Duration.seconds(60)

        /// Whether `https` servers that offer HTTP/2 are spoken to in it, with many transfers on one connection.
        public var usesHTTP2 = true
        /// How many transfers share one HTTP/2 connection; a server may allow fewer.
        public var maximumStreamsPerConnection = 100

        /// A file with the certificates of the authorities to trust instead of the system's, in PEM form.
        public var certificateAuthorityFile: String?
        /// The proxy through which requests go, if any; the environment's proxy settings count for nothing.
        public var proxy: Proxy?
        /// Names with fixed addresses.
        public var nameOverrides: [NameOverride] = []
        /// Where requests that are not trusted may go.
        public var addressPolicy = AddressPolicy.globalOnly

        /// Settings that suit most upstreams.
        public init() {}

        /// Settings that suit most upstreams, but for what the closure changes.
        public init(_ configure: (inout Configuration) -> Void) {
            configure(&self)
        }
    }

    /// A server that passes requests on.
    public struct Proxy: Sendable {
        /// Its URL: `http`, `https`, `socks5` or `socks5h`, without a user name.
        ///
        /// With `socks5` this machine looks the names up, with `socks5h` the proxy does.
        public var url: String
        /// The name to log in with; `nil` for no log-in.
        public var user: String?
        /// The password to log in with.
        ///
        /// A SOCKS proxy takes no more than 255 bytes, and none of them 0. libcurl copies the password for such a proxy and
        /// does not overwrite its copy when the transfer is over.
        public var password: SecretString
        /// Hosts that are reached without the proxy: names, which stand for their subdomains too.
        public var bypassedHosts: [String] = []
        /// Whether requests that are not trusted may use the proxy.
        ///
        /// It is the proxy that connects to their host, so the address policy of this client cannot judge the address. Allow it
        /// only when the proxy itself keeps such requests away from private addresses.
        public var carriesUntrustedRequests = false

        /// A proxy; its own address is trusted.
        public init(url: String, user: String? = nil, password: SecretString = SecretString("")) {
            self.url = url
            self.user = user
            self.password = password
        }

        /// Whether it speaks SOCKS, so that logging in is no part of HTTP.
        var isSOCKS: Bool { url.lowercased().hasPrefix("socks") }

        /// Whether requests to a host go through the proxy.
        func serves(host: String) -> Bool {
            let host = host.lowercased()
            return !bypassedHosts.contains { name in
                let name = name.lowercased()
                return host == name || host.hasSuffix("." + name)
            }
        }
    }

    /// A name whose addresses are given instead of looked up; the address policy judges them all the same.
    public struct NameOverride: Sendable, Hashable {
        /// The name as in URLs.
        public var host: String
        /// The port for which this counts.
        public var port: Int
        /// The addresses, in the order in which they are tried.
        public var addresses: [String]

        /// Gives a name its addresses.
        public init(host: String, port: Int, addresses: [String]) {
            self.host = host
            self.port = port
            self.addresses = addresses
        }
    }
}
