import CCurl
import Glibc
import Secrets

extension CurlTransfer {
    /// Sets all options and callbacks of the handle.
    func configure(_ request: PreparedRequest) {
        setCallbacks()
        ccurl_easy_set_string(easy, CURLOPT_URL, request.url)
        ccurl_easy_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        ccurl_easy_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
        ccurl_easy_set_long(easy, CURLOPT_NOSIGNAL, 1)
        // Without this option, the end of a transfer waits for its name lookup, and the whole thread with it.
        ccurl_easy_set_long(easy, CURLOPT_QUICK_EXIT, 1)
        setMethod(request)
        setConnection(request)
        setProxy(request)
        // An empty list means all encodings that this libcurl can decode.
        if request.acceptsCompression { ccurl_easy_set_string(easy, CURLOPT_ACCEPT_ENCODING, "") }
    }

    private func setMethod(_ request: PreparedRequest) {
        if request.onlyConnects {
            configureConnectOnly()
        } else if request.method == .head, request.body == nil {
            // libcurl would wait for a body otherwise.
            ccurl_easy_set_long(easy, CURLOPT_NOBODY, 1)
        } else {
            ccurl_easy_set_string(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }
    }

    /// Makes libcurl connect, end before the first byte of the request, and keep the connection.
    ///
    /// The request is set up as the rest of an upload after its first and only byte. Once connected, libcurl finds nothing left to
    /// send and ends with `CURLE_PARTIAL_FILE`. Its option `CURLOPT_CONNECT_ONLY` does not help, because it keeps the connection from
    /// all other requests.
    private func configureConnectOnly() {
        ccurl_easy_set_long(easy, CURLOPT_UPLOAD, 1)
        ccurl_easy_set_offset(easy, CURLOPT_INFILESIZE_LARGE, 1)
        ccurl_easy_set_offset(easy, CURLOPT_RESUME_FROM_LARGE, 1)
        ccurl_easy_set_seek_callback(easy) { _, _, _ in CURL_SEEKFUNC_OK }
    }

    private func setConnection(_ request: PreparedRequest) {
        let configuration = environment.configuration
        // The TLS handshake agrees on HTTP/2. Other transfers wait for the first handshake and then share its connection.
        let version = configuration.usesHTTP2 && request.isSecure ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1
        ccurl_easy_set_long(easy, CURLOPT_HTTP_VERSION, Int(version))
        ccurl_easy_set_long(easy, CURLOPT_PIPEWAIT, configuration.usesHTTP2 && request.isSecure ? 1 : 0)
        ccurl_easy_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1)
        ccurl_easy_set_long(easy, CURLOPT_MAXAGE_CONN, configuration.idleConnectionLifetime.wholeSeconds)
        ccurl_easy_set_long(easy, CURLOPT_DNS_CACHE_TIMEOUT, configuration.nameLifetime.wholeSeconds)
        // libcurl's connect limit only divides the time between several addresses.
        ccurl_easy_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, request.timeouts.connect.wholeMilliseconds)
        if let list = environment.nameOverrides { ccurl_easy_set_list(easy, CURLOPT_RESOLVE, list) }
        if let file = environment.certificateAuthorityFile {
            ccurl_easy_set_string(easy, CURLOPT_CAINFO, file)
            // With a directory as well, libcurl would read the file for each connection.
            ccurl_easy_set_string(easy, CURLOPT_CAPATH, nil)
        }
    }

    private func setProxy(_ request: PreparedRequest) {
        // The texts are empty because libcurl would read the environment otherwise.
        ccurl_easy_set_string(easy, CURLOPT_NOPROXY, "")
        guard request.usesProxy, let proxy = environment.configuration.proxy else {
            ccurl_easy_set_string(easy, CURLOPT_PROXY, "")
            return
        }
        ccurl_easy_set_string(easy, CURLOPT_PROXY, proxy.url)
        ccurl_easy_set_long(easy, CURLOPT_HTTPPROXYTUNNEL, request.isSecure ? 1 : 0)
        // The request's header is not for the proxy, and the proxy's response is not for the reader.
        ccurl_easy_set_long(easy, CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
        ccurl_easy_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        if proxy.isSOCKS, let user = proxy.user { logIn(as: user, proxy.password) }
        if let file = environment.certificateAuthorityFile {
            ccurl_easy_set_string(easy, CURLOPT_PROXY_CAINFO, file)
            ccurl_easy_set_string(easy, CURLOPT_PROXY_CAPATH, nil)
        }
    }
}

extension CurlTransfer {
    /// Sets the name and the password for a SOCKS proxy, which are not sent in the HTTP header.
    private func logIn(as user: String, _ password: SecretString) {
        ccurl_easy_set_string(easy, CURLOPT_PROXYUSERNAME, user)
        password.withBytes { bytes in
            let text = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
            defer {
                explicit_bzero(text, bytes.count)
                text.deallocate()
            }
            text.initialize(repeating: 0, count: bytes.count + 1)
            UnsafeMutableRawBufferPointer(start: text, count: bytes.count).copyMemory(from: bytes)
            ccurl_easy_set_string(easy, CURLOPT_PROXYPASSWORD, text)
        }
    }
}

extension Duration {
    /// Whole milliseconds, at least one; libcurl reads 0 as no limit.
    fileprivate var wholeMilliseconds: Int {
        max(
            1,
            min(Int(Int32.max), Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000))
        )
    }

    fileprivate var wholeSeconds: Int { max(0, min(Int(Int32.max), Int(components.seconds))) }
}
