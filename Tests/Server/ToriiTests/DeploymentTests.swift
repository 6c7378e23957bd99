import Foundation
import Repository
import Testing

/// The files for a deployment.
@Suite(.timeLimit(.minutes(1))) struct DeploymentTests {
    private static let deployment = Repository.root.appending(path: "Deployment")

    private static func run(_ program: String, _ words: [String]) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = words
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    private static let programs = ["/usr/sbin/nginx", "/usr/bin/openssl"]

    @Test(.enabled(if: programs.allSatisfy(FileManager.default.isExecutableFile)))
    func theInstalledNginxAcceptsTheSite() async throws {
        try await withTemporaryFolder { folder in
            let certificate = try Self.run(
                "/usr/bin/openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
                    "/CN=torii.example", "-keyout", folder + "/key.pem", "-out", folder + "/cert.pem",
                ]
            )
            #expect(certificate.status == 0, "\(certificate.text)")
            let site = try String(contentsOf: Self.deployment.appendingPathComponent("nginx.conf"), encoding: .utf8)
                .replacing("/etc/ssl/certs/torii.pem", with: folder + "/cert.pem")
                .replacing("/etc/ssl/private/torii.key", with: folder + "/key.pem")
                .replacing("listen 443", with: "listen unix:\(folder)/4")
                .replacing("listen [::]:443", with: "listen unix:\(folder)/6")
            let whole = "pid \(folder)/pid; events {} http { access_log off;\n\(site)\n}\n"
            try whole.write(toFile: folder + "/whole.conf", atomically: true, encoding: .utf8)
            let check = try Self.run(
                "/usr/sbin/nginx",
                ["-t", "-p", folder, "-e", folder + "/error.log", "-c", folder + "/whole.conf"]
            )
            #expect(check.status == 0, "\(check.text)")
        }
    }
}
