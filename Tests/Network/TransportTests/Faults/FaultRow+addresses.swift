import Transport

extension FaultRow {
    /// A request that is not trusted leads to an address that is not on the public internet.
    static let addresses: [FaultRow] =
        [
            ("loopback", "127.0.0.1"), ("loopback, another one", "127.8.9.10"),
            ("loopback, as one number", "2130706433"),
            ("loopback, in octal", "0177.0.0.1"), ("loopback, in hex", "0x7f.1"), ("loopback, IPv6", "[::1]"),
            ("loopback by name", "localhost"), ("unspecified", "0.0.0.0"), ("unspecified, IPv6", "[::]"),
            ("private, 10/8", "10.1.2.3"), ("private, 172.16/12", "172.31.255.1"),
            ("private, 192.168/16", "192.168.0.1"),
            ("unique local, IPv6", "[fd00::1]"), ("cloud metadata", "169.254.169.254"),
            ("cloud metadata, IPv6", "[fd00:ec2::254]"), ("link-local, IPv6", "[fe80::1]"),
            ("carrier network", "100.64.0.1"), ("multicast", "224.0.0.1"), ("multicast, IPv6", "[ff02::1]"),
            ("broadcast", "255.255.255.255"), ("IPv4-mapped loopback", "[::ffff:127.0.0.1]"),
            ("IPv4-mapped metadata", "[::ffff:a9fe:a9fe]"), ("IPv4-compatible loopback", "[::127.0.0.1]"),
            ("NAT64 of a private address", "[64:ff9b::10.1.2.3]"),
            ("NAT64 of the metadata address", "[64:ff9b::a9fe:a9fe]"), ("6to4 of loopback", "[2002:7f00:1::1]"),
        ].map { name, host in
            FaultRow("address policy: \(name), \(host)", .policy, configuration: .anyPort) { client in
                await client.outcome(of: HTTPRequest(.get, "http://\(host):9/"))
            }
        } + [
            FaultRow("address policy: a port that is not the web's", .policy) { client in
                await client.outcome(of: HTTPRequest(.get, "http://203.0.113.1:25/"))
            },
            FaultRow(
                "address policy: a name that leads to a private address",
                .policy,
                configuration: .init { configuration in
                    configuration.addressPolicy.allowedPorts = nil
                    configuration.nameOverrides = [.init(host: "inside.test", port: 9, addresses: ["10.1.2.3"])]
                }
            ) { client in
                await client.outcome(of: HTTPRequest(.get, "http://inside.test:9/"))
            },
            rebinding,
        ]

    /// A name that has an allowed address first and a forbidden one second.
    ///
    /// The allowed one does not accept the connection, which is the error; the other one must receive nothing.
    ///
    /// Both must be on this machine. So an unspecified address, which connects to `127.0.0.1`, serves as the public one, and loopback
    /// addresses stay forbidden.
    private static let rebinding = FaultRow(
        "address policy: rebinding, the private address of a name is not tried when the public one is gone",
        .connect,
        isRetrySafe: true
    ) {
        let outside = LoopbackSocket()
        let inside = LoopbackSocket(host: 2, port: outside.port)
        let configuration = HTTPClient.Configuration { configuration in
            configuration.addressPolicy = AddressPolicy(allowedPorts: nil, allowedClasses: [.unspecified])
            configuration.nameOverrides = [
                .init(host: "rebind.test", port: Int(outside.port), addresses: ["0.0.0.0", "127.0.0.2"])
            ]
        }
        let happen: Happening = { client in
            let reached = Counter()
            let secret = RawServer(on: inside) { connection in
                _ = reached.next()
                HTTPClientTests.echo(connection)
            }
            defer { secret.stop() }
            let server = RawServer(on: outside) { connection in
                guard connection.readRequest() != nil else { return }
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\npublic")
            }
            let request = HTTPRequest(.get, "http://rebind.test:\(outside.port)/")
            let first = await client.outcome(of: request)
            server.stop()
            guard case .answer("public") = first else { return first }
            let second = await client.outcome(of: request)
            return reached.count == 0 ? second : .answer("The private address was reached.")
        }
        return (configuration, happen)
    }
}

extension HTTPClient.Configuration {
    /// Requests that only check addresses.
    ///
    /// The rows use a port without a listener, in case a request passes after all.
    static let anyPort = Self { $0.addressPolicy.allowedPorts = nil }
}
