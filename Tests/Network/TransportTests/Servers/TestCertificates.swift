/// A certificate authority and the certificates of the test servers, made by `openssl` when needed.
struct TestCertificates: Sendable {
    /// The fault of a certificate.
    enum Kind: String, CaseIterable, Sendable {
        /// None: the authority signed it, for `127.0.0.1` and for every name under `torii.localhost`.
        case good
        /// It has expired.
        case expired
        /// It names another server.
        case otherHost
        /// It is signed only by itself.
        case selfSigned

        fileprivate var names: String {
            self == .otherHost ? "DNS:elsewhere.example" : "IP:127.0.0.1,DNS:*.torii.localhost"
        }
    }

    private let folder: TemporaryFolder

    /// The authority's certificate, which the client must trust.
    var authority: String { folder.file("authority.pem") }

    func certificate(_ kind: Kind) -> String { folder.file("\(kind.rawValue).pem") }

    func key(_ kind: Kind) -> String { folder.file("\(kind.rawValue).key") }

    init(in folder: TemporaryFolder) async throws {
        self.folder = folder
        guard let openssl = Program.path("openssl") else { throw ChildProcess.Failure(description: "No openssl.") }
        func run(_ arguments: [String]) async throws {
            try await ChildProcess.run([openssl] + arguments, output: folder.file("openssl.log"))
        }
        func make(_ name: String, _ arguments: [String]) async throws {
            try await run(
                ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=\(name)"]
                    + ["-keyout", folder.file("\(name).key")] + arguments
            )
        }
        let signer = ["-CA", authority, "-CAkey", folder.file("authority.key")]
        try await make(
            "authority",
            ["-x509", "-days", "2", "-addext", "keyUsage=critical,keyCertSign", "-out", authority]
        )
        for kind in Kind.allCases {
            let names = ["-addext", "subjectAltName=\(kind.names)"]
            let leaf = ["-addext", "basicConstraints=critical,CA:FALSE"]
            switch kind {
            case .good, .otherHost:
                try await make(
                    kind.rawValue,
                    ["-x509", "-days", "2", "-out", certificate(kind)] + names + leaf + signer
                )
            case .selfSigned:
                try await make(kind.rawValue, ["-x509", "-days", "2", "-out", certificate(kind)] + names + leaf)
            case .expired:
                // Only `x509`, which reads a request, makes a certificate that has already expired.
                let request = folder.file("expired.csr")
                try await make(kind.rawValue, ["-new", "-out", request] + names)
                try await run(
                    ["x509", "-req", "-in", request, "-copy_extensions", "copyall", "-days", "-1"]
                        + ["-out", certificate(kind)] + signer
                )
            }
        }
    }
}
