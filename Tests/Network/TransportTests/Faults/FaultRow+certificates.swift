import Testing
import Transport

extension FaultRow {
    /// The server cannot prove its identity.
    static let certificates: [FaultRow] = [
        certificate("self-signed certificate", .selfSigned),
        certificate("expired certificate", .expired),
        certificate("certificate for another host", .otherHost),
        certificate(
            "certificate of an unknown authority",
            .modern,
            authorityFile: "/etc/ssl/certs/ca-certificates.crt"
        ),
    ]

    private static func certificate(
        _ name: String,
        _ site: Nginx.Site,
        authorityFile: String? = nil
    ) -> FaultRow {
        FaultRow(
            name,
            .tls,
            isRetrySafe: true,
            configuration: .init { $0.certificateAuthorityFile = authorityFile }
        ) { client in
            let nginx = try #require(Nginx.current)
            return await client.outcome(of: .marked(.post, nginx.url(site)))
        }
    }
}
