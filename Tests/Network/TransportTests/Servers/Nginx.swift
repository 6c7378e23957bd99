import Glibc
import Testing

/// nginx with TLS and HTTP/2, on free ports of this machine, for the duration of a suite.
///
/// It serves some answers itself, forwards requests to stand-ins, and terminates the TLS of connections for stand-ins that write
/// HTTP/2 frames.
final class Nginx: Sendable {
    /// The servers, each with a port.
    enum Site: String, CaseIterable, Sendable {
        /// HTTP/2 and HTTP/1.1.
        case modern
        /// HTTP/1.1 only.
        case plain
        /// HTTP/2, with a GOAWAY frame after every third request.
        case shortLived
        case expired, otherHost, selfSigned
        /// Terminates the TLS and forwards the bytes inside.
        case frames
    }

    /// The running server, within a suite that has the trait ``NginxTrait``.
    @TaskLocal static var current: Nginx?

    let certificates: TestCertificates
    private let ports: [Site: UInt16]

    private init(certificates: TestCertificates, ports: [Site: UInt16]) {
        self.certificates = certificates
        self.ports = ports
    }

    func url(_ site: Site, _ path: String = "/hello") -> String { "https://127.0.0.1:\(ports[site] ?? 0)\(path)" }

    /// The contents of `/long`.
    static let longText = String(repeating: "Torii is a gate. ", count: 200)

    /// A path under which an HTTP site forwards to a stand-in.
    static func path(to server: RawServer, _ name: String = "") -> String { "/via/\(name)?port=\(server.port)" }

    /// The URL under which a stand-in receives the frames of HTTP/2 connections.
    func url(framesTo server: RawServer) -> String {
        // libcurl resolves such a name to this machine without a lookup.
        "https://port-\(server.port).torii.localhost:\(ports[.frames] ?? 0)/"
    }
}

// MARK: Running

extension Nginx {
    private static let program = Program.path("nginx")
    private static let streamModule = "/usr/lib/nginx/modules/ngx_stream_module.so"

    /// Whether this machine has everything that the server needs.
    static var isInstalled: Bool {
        program != nil && Program.path("openssl") != nil && access(streamModule, R_OK) == 0
    }

    /// Starts a server, passes it to the closure, and stops it.
    static func run<Result>(_ body: (Nginx) async throws -> Result) async throws -> Result {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let certificates = try await TestCertificates(in: folder)
        let sockets = Site.allCases.map { _ in LoopbackSocket() }
        let ports = Dictionary(uniqueKeysWithValues: zip(Site.allCases, sockets.map(\.port)))
        try folder.write(configuration(folder, certificates, ports), to: "nginx.conf")
        // The sockets listen before nginx runs, so no test has to wait for it, and no other process can use a port in between.
        for socket in sockets { socket.listen() }
        let process = try await ChildProcess(
            [
                program ?? "nginx", "-p", folder.path, "-e", folder.file("error.log"), "-c", folder.file("nginx.conf"),
            ],
            // A new nginx inherits the sockets of an old one in this way.
            environment: ["NGINX": sockets.indices.map { "\($0 + 3);" }.joined()],
            output: folder.file("nginx.log"),
            inheriting: sockets
        )
        let outcome: Swift.Result<Result, any Error>
        do {
            outcome = .success(try await body(Nginx(certificates: certificates, ports: ports)))
        } catch {
            outcome = .failure(error)
        }
        let status = await process.stop()
        let log = String(decoding: try folder.contents(of: "error.log"), as: UTF8.self)
        #expect(status == 0, "nginx: \(log)")
        return try outcome.get()
    }

    private static func configuration(
        _ folder: TemporaryFolder,
        _ certificates: TestCertificates,
        _ ports: [Site: UInt16]
    ) -> String {
        func listen(_ site: Site, _ options: String = "ssl") -> String {
            let kind = TestCertificates.Kind(rawValue: site.rawValue) ?? .good
            return """
                listen 127.0.0.1:\(ports[site] ?? 0) \(options);
                ssl_certificate \(certificates.certificate(kind)); ssl_certificate_key \(certificates.key(kind));
                """
        }
        let temporaries = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(folder.file($0));" }.joined(separator: " ")
        // `user` has a meaning for root only.
        let user = getuid() == 0 ? "user root;" : ""
        return """
            daemon off; worker_processes 1; \(user) pid \(folder.file("nginx.pid"));
            load_module \(streamModule);
            events { worker_connections 4096; }
            http {
                access_log off; server_tokens off; \(temporaries)
                ssl_protocols TLSv1.2 TLSv1.3; ssl_session_cache shared:sessions:1m;
                default_type text/plain; gzip on; gzip_min_length 1; gzip_types text/plain;
                add_header X-Connection $connection; add_header X-Protocol $server_protocol;
                keepalive_requests 100000; http2_max_concurrent_streams 256;
                server {
                    \(listen(.modern, "ssl http2"))
                    location = /hello { return 200 "hello from nginx"; }
                    location = /long { return 200 "\(longText)"; }
                    location /via/ {
                        proxy_pass http://127.0.0.1:$arg_port; proxy_http_version 1.1; proxy_buffering off;
                    }
                }
                server {
                    \(listen(.plain))
                    location = /hello { return 200 "hello from nginx"; }
                    location = /long { return 200 "\(longText)"; }
                }
                server {
                    \(listen(.shortLived, "ssl http2"))
                    keepalive_requests 3;
                    location = /hello { return 200 "hello from nginx"; }
                }
                server { \(listen(.expired)) location = /hello { return 200; } }
                server { \(listen(.otherHost)) location = /hello { return 200; } }
                server { \(listen(.selfSigned)) location = /hello { return 200; } }
            }
            stream {
                map $ssl_server_name $stand_in { "~^port-(?<port>[0-9]+)[.]" 127.0.0.1:$port; }
                server { \(listen(.frames)) ssl_alpn h2; proxy_pass $stand_in; proxy_timeout 10m; }
            }
            """
    }
}

// MARK: As a trait

/// A trait that runs one nginx for all tests of a suite.
struct NginxTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await Nginx.run { nginx in
            try await Nginx.$current.withValue(nginx) { try await function() }
        }
    }
}

extension Trait where Self == NginxTrait {
    static var nginx: Self { NginxTrait() }
}

extension Trait where Self == ConditionTrait {
    static var needsNginx: Self {
        .enabled(
            if: Nginx.isInstalled,
            "It needs nginx-light, libnginx-mod-stream and openssl; make test installs them."
        )
    }
}
