import CCurl
public import Secrets

extension HTTPClient {
    /// Settings for all requests of a client.
    ///
    /// ```swift
    /// let client = HTTPClient(configuration: .init { $0.threads = 2 })
    /// ```
    public struct Configuration: Sendable {
        /// The `User-Agent` of requests that do not set one.
        public var userAgent = Configuration.standardUserAgent
        /// The default name of the client: the program and its version, without anyone's address.
        public static let standardUserAgent = "torii/0.1"
        /// Returns ``standardUserAgent`` with the address of the operator after it, as open services ask for.
        ///
        /// - Parameter contact: A mail address or a URL, without spaces and round brackets.
        public static func userAgent(contact: String) -> String { "\(standardUserAgent) (\(contact))" }

        /// The HTTP library and its version, which Wikimedia asks to be named after the operator's address.
        public static let library = "libcurl/" + String(cString: ccurl_version())

        /// The number of threads that share the work; all requests to a host run on the same one.
        public var threads = 1
        /// The number of bytes of a body that wait for a slow reader before the transfer is paused.
        public var bodyWindowBytes = 256 * 1024
        /// The limit on the time for which a slow reader may block other answers on the same HTTP/2 connection; then its own is ended.
        ///
        /// libcurl cannot pause one stream of a connection and read the others. A paused answer that blocks no other one may stay paused
        /// for any time.
        public var maximumHoldUp = Duration.seconds(10)
        /// The largest size of a response header, in bytes.
        public var maximumHeaderBytes = 64 * 1024

        /// The most transfers to one host at once; further ones wait.
        public var maximumTransfersPerHost = 16_384
        /// The most transfers to one host at once that are not trusted.
        public var maximumUntrustedTransfersPerHost = 16
        /// The most transfers at once to all hosts, trusted or not.
        ///
        /// Each of the ``threads`` has an equal share of it, and at least one.
        public var maximumTransfers = 32_768
        /// The most transfers that wait; a further one fails with code `limit` and may be tried again.
        ///
        /// Each of the ``threads`` has an equal share of it.
        public var maximumWaiting = 32_768

        /// The number of connections that stay open for later requests.
        public var maximumIdleConnections = 128
        /// The longest time for which a connection may be idle and still be reused, in whole seconds.
        public var idleConnectionLifetime = Duration.seconds(60)
        /// The time for which the addresses of a name are cached, in whole seconds.
        public var nameLifetime = Duration.seconds(60)

        /// Whether `https` servers that offer HTTP/2 are used with it, with many transfers on one connection.
        public var usesHTTP2 = true
        /// The most transfers on one HTTP/2 connection; a server may allow fewer.
        public var maximumStreamsPerConnection = 100

        /// A file of the authorities to trust instead of the system's, in PEM form.
        public var certificateAuthorityFile: String?
        /// The proxy for all requests, if any; the environment's proxy settings are ignored.
        public var proxy: Proxy?
        /// Names with fixed addresses.
        public var nameOverrides: [NameOverride] = []
        /// The addresses to which requests that are not trusted may go.
        public var addressPolicy = AddressPolicy.globalOnly

        /// Settings that suit most upstreams.
        public init() {}

        /// Settings that suit most upstreams, with the changes of the closure.
        public init(_ configure: (inout Configuration) -> Void) {
            configure(&self)
        }
    }

    /// A server that forwards requests.
    public struct Proxy: Sendable {
        /// Its URL: `http`, `https`, `socks5` or `socks5h`, without a user name.
        ///
        /// With `socks5` this machine resolves names, with `socks5h` the proxy does.
        public var url: String
        /// The name to log in with; `nil` for no log-in.
        public var user: String?
        /// The password to log in with.
        ///
        /// A SOCKS proxy accepts at most 255 bytes, and no zero byte. libcurl copies the password for such a proxy and does not overwrite
        /// its copy at the end of the transfer.
        public var password: SecretString
        /// Hosts that are reached without the proxy: names, each of which includes its subdomains.
        public var bypassedHosts: [String] = []
        /// Whether requests that are not trusted may use the proxy.
        ///
        /// The proxy then connects to their host, so this client's address policy cannot check the address. Allow it only if the proxy
        /// itself keeps such requests from private addresses.
        public var carriesUntrustedRequests = false

        /// A proxy; its own address is trusted.
        public init(url: String, user: String? = nil, password: SecretString = SecretString("")) {
            self.url = url
            self.user = user
            self.password = password
        }

        /// Whether it speaks SOCKS, where the log-in is not part of HTTP.
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

    /// A name whose addresses are set instead of resolved; the address policy checks them too.
    public struct NameOverride: Sendable, Hashable {
        /// The name as in URLs.
        public var host: String
        /// The port to which the entry applies.
        public var port: Int
        /// The addresses, in the order in which they are tried.
        public var addresses: [String]

        /// Sets the addresses of a name.
        public init(host: String, port: Int, addresses: [String]) {
            self.host = host
            self.port = port
            self.addresses = addresses
        }
    }
}
