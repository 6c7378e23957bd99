/// A certificate authority and the certificates of the test servers, made by `openssl` in a moment.
struct TestCertificates: Sendable {
    /// What is the matter with a certificate.
    enum Kind: String, CaseIterable, Sendable {
        /// Nothing: the authority has signed it, for `127.0.0.1` and for every name under `torii.localhost`.
        case good
        /// Its time is over.
        case expired
        /// It was made out to somebody else.
        case otherHost
        /// Nobody but itself has signed it.
        case selfSigned

        fileprivate var names: String {
            self == .otherHost ? "DNS:elsewhere.example" : "IP:127.0.0.1,DNS:*.torii.localhost"
        }
    }

    private let folder: TemporaryFolder

    /// The authority's certificate, to be trusted by the client.
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
                // Only `x509` makes a certificate whose end lies in the past, from a request.
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
