import CCurl
import Glibc
import Secrets

/// The request's header as the linked list that libcurl reads, with the secrets in plain text; it is overwritten before it is freed.
struct CurlHeaderList: ~Copyable {
    private(set) var list: UnsafeMutablePointer<curl_slist>?

    init(_ headers: HTTPHeaders, hasBody: Bool) {
        for field in headers.fields { append(field) }
        // libcurl waits a second for "100 Continue" before a longer body, and labels every body as a web form.
        append("Expect:")
        if hasBody, !headers.contains("Content-Type") { append("Content-Type:") }
    }

    /// The line that authorizes the request at a proxy; the list is empty when the proxy has no user, or does not speak HTTP.
    init(authorizing proxy: HTTPClient.Proxy?) {
        guard let proxy, !proxy.isSOCKS, let user = proxy.user else { return }
        append(HTTPHeaders.Field(name: "Proxy-Authorization", value: .secret(proxy.token(for: user), prefix: "Basic ")))
    }

    deinit { Self.wipe(list) }

    /// Overwrites and frees the list, which libcurl must no longer use.
    mutating func wipe() {
        Self.wipe(list)
        list = nil
    }

    private static func wipe(_ list: UnsafeMutablePointer<curl_slist>?) {
        var node = list
        while let current = node {
            if let line = current.pointee.data { explicit_bzero(line, strlen(line)) }
            node = current.pointee.next
        }
        curl_slist_free_all(list)
    }

    private mutating func append(_ line: String) {
        list = curl_slist_append(list, line)
    }

    /// Writes `Name: value` into memory that is overwritten as soon as libcurl has copied it.
    private mutating func append(_ field: HTTPHeaders.Field) {
        switch field.value {
        case .plain(let text):
            // A name with nothing after the colon would remove the field; the semicolon sends it empty.
            append(text.isEmpty ? "\(field.name);" : "\(field.name): \(text)")
        case .secret(let secret, let prefix):
            let start = Array("\(field.name): \(prefix)".utf8)
            secret.withBytes { bytes in
                let length = start.count + bytes.count
                let line = UnsafeMutablePointer<UInt8>.allocate(capacity: length + 1)
                defer { line.deallocate() }
                line.initialize(repeating: 0, count: length + 1)
                let buffer = UnsafeMutableRawBufferPointer(start: line, count: length)
                buffer.copyBytes(from: start)
                UnsafeMutableRawBufferPointer(rebasing: buffer[start.count...]).copyMemory(from: bytes)
                list = curl_slist_append(list, line)
                explicit_bzero(line, length)
            }
        }
    }
}
