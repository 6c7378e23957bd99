public import Foundation
import Glibc

/// nginx as a plain proxy of one upstream: without buffering, with kept connections, and with one log line for each request.
public final class NginxProcess {
    /// The port on 127.0.0.1.
    public let port: Int
    private let process = Process()

    /// The number of the main process, whose children are the workers.
    public var number: Int32 { process.processIdentifier }

    /// Starts nginx and waits until it listens.
    public init(in folder: URL, upstream: Int) throws {
        port = try FreePort.find()
        let path = folder.appendingPathComponent("nginx.conf").path
        try Self.configuration(folder: folder.path, port: port, upstream: upstream)
            .write(toFile: path, atomically: true, encoding: .utf8)
        guard let program = Self.program else {
            throw ChildProcess.Failure("nginx is missing; install it (apt-get install nginx-light).")
        }
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["-p", folder.path, "-e", "nginx-error.log", "-c", path]
        try process.run()
        let start = ContinuousClock.now
        while !LoopbackRequest.isAnswered(port: port, path: "/is-there") {
            guard process.isRunning, ContinuousClock.now - start < .seconds(30) else {
                throw ChildProcess.Failure("nginx did not start; \(folder.path)/nginx-error.log says why.")
            }
            usleep(1000)
        }
    }

    private static var program: String? {
        ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    private static func configuration(folder: String, port: Int, upstream: Int) -> String {
        let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        return """
            daemon off;
            worker_processes auto;
            pid \(folder)/nginx.pid;
            error_log nginx-error.log;
            events { worker_connections 4096; }
            http {
                access_log \(folder)/nginx-access.log;
                \(places.map { "\($0)_temp_path \(folder)/nginx-\($0);" }.joined(separator: "\n    "))
                upstream model { server 127.0.0.1:\(upstream); keepalive 512; keepalive_requests 1000000000; }
                server {
                    listen 127.0.0.1:\(port);
                    keepalive_requests 1000000000;
                    location /is-there { return 200; }
                    location / {
                        proxy_pass http://model;
                        proxy_http_version 1.1;
                        proxy_set_header Connection "";
                        proxy_buffering off;
                    }
                }
            }

            """
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }
}
