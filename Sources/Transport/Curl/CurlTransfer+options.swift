import CCurl
import Glibc
import Secrets

extension CurlTransfer {
    /// Tells libcurl what to do and whom to call.
    func configure(_ request: PreparedRequest) {
        setCallbacks()
        ccurl_easy_set_string(easy, CURLOPT_URL, request.url)
        ccurl_easy_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        ccurl_easy_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
        ccurl_easy_set_long(easy, CURLOPT_NOSIGNAL, 1)
        // Without this, dropping a transfer waits for its name look-up, and with it the whole thread.
        ccurl_easy_set_long(easy, CURLOPT_QUICK_EXIT, 1)
        setMethod(request)
        setConnection(request)
        setProxy(request)
        // All that this libcurl can decode.
        if request.acceptsCompression { ccurl_easy_set_string(easy, CURLOPT_ACCEPT_ENCODING, "") }
    }

    private func setMethod(_ request: PreparedRequest) {
        if request.sendsNothing {
            refuseToSend()
        } else if request.method == .head, request.body == nil {
            // libcurl would wait for a body otherwise.
            ccurl_easy_set_long(easy, CURLOPT_NOBODY, 1)
        } else {
            ccurl_easy_set_string(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }
    }

    /// Makes libcurl connect, and then give up before the first byte of the request, keeping the connection.
    ///
    /// The request is made to go on with an upload of one byte after its first byte. When the connection stands, libcurl finds
    /// that there is nothing left to send and ends with `CURLE_PARTIAL_FILE`. Its own `CURLOPT_CONNECT_ONLY` will not do, for
    /// it keeps such a connection from all other requests.
    private func refuseToSend() {
        ccurl_easy_set_long(easy, CURLOPT_UPLOAD, 1)
        ccurl_easy_set_offset(easy, CURLOPT_INFILESIZE_LARGE, 1)
        ccurl_easy_set_offset(easy, CURLOPT_RESUME_FROM_LARGE, 1)
        ccurl_easy_set_seek_callback(easy) { _, _, _ in CURL_SEEKFUNC_OK }
    }

    private func setConnection(_ request: PreparedRequest) {
        let configuration = environment.configuration
        // HTTP/2 is agreed upon in the TLS handshake. While the first one goes on, others wait and then share its connection.
        let version = configuration.usesHTTP2 && request.isSecure ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1
        ccurl_easy_set_long(easy, CURLOPT_HTTP_VERSION, Int(version))
        ccurl_easy_set_long(easy, CURLOPT_PIPEWAIT, configuration.usesHTTP2 && request.isSecure ? 1 : 0)
        ccurl_easy_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1)
        ccurl_easy_set_long(easy, CURLOPT_MAXAGE_CONN, configuration.idleConnectionLifetime.wholeSeconds)
        ccurl_easy_set_long(easy, CURLOPT_DNS_CACHE_TIMEOUT, configuration.nameLifetime.wholeSeconds)
        // libcurl's own connect limit only decides how the time is shared between several addresses.
        ccurl_easy_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, request.timeouts.connect.wholeMilliseconds)
        if let list = environment.nameOverrides { ccurl_easy_set_list(easy, CURLOPT_RESOLVE, list) }
        if let file = environment.certificateAuthorityFile {
            ccurl_easy_set_string(easy, CURLOPT_CAINFO, file)
            // A directory besides would make libcurl read the file anew for each connection.
            ccurl_easy_set_string(easy, CURLOPT_CAPATH, nil)
        }
    }

    private func setProxy(_ request: PreparedRequest) {
        // Empty texts, for libcurl would ask the environment otherwise.
        ccurl_easy_set_string(easy, CURLOPT_NOPROXY, "")
        guard request.usesProxy, let proxy = environment.configuration.proxy else {
            ccurl_easy_set_string(easy, CURLOPT_PROXY, "")
            return
        }
        ccurl_easy_set_string(easy, CURLOPT_PROXY, proxy.url)
        ccurl_easy_set_long(easy, CURLOPT_HTTPPROXYTUNNEL, request.isSecure ? 1 : 0)
        // The header of the request is not for the proxy, nor the proxy's answer for the reader.
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
    /// Gives libcurl the name and the password for a SOCKS proxy, which are no part of HTTP's header.
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
