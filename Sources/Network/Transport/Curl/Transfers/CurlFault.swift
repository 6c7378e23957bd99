import CCurl

/// The stage at which a transfer failed, read from libcurl's result.
struct CurlFault {
    let code: TransportError.Code
    private let result: CURLcode

    init(_ result: CURLcode, isConnected: Bool, hasHead: Bool) {
        self.result = result
        switch result {
        case CURLE_URL_MALFORMAT, CURLE_BAD_FUNCTION_ARGUMENT: code = .invalidRequest
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: code = .resolve
        case CURLE_COULDNT_CONNECT: code = .connect
        // After the header, a reset that libcurl meets while it sends still ends the response.
        case CURLE_SEND_ERROR where !hasHead: code = .send
        case _ where Self.isTLS(result): code = .tls
        case _ where hasHead: code = .body
        case _ where isConnected: code = .firstByte
        default: code = .connect
        }
    }

    private static func isTLS(_ result: CURLcode) -> Bool {
        switch result {
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_ENGINE_INITFAILED:
            true
        default: false
        }
    }

    /// A sentence that names the host.
    ///
    /// libcurl's text for a result is fixed and contains nothing of the request.
    func message(naming host: String) -> String {
        switch code {
        case .resolve: "The name of \(host) could not be resolved."
        case .connect: "No connection to \(host) could be made (\(reason))."
        case .tls: "The TLS connection to \(host) failed (\(reason))."
        case .send: "The request to \(host) could not be sent completely (\(reason))."
        case .firstByte: "\(host) closed the connection before it answered, or its answer was not HTTP (\(reason))."
        case .body: "The answer of \(host) ended in the middle (\(reason))."
        default: "The request to \(host) could not be made (\(reason))."
        }
    }

    private var reason: String {
        String(cString: curl_easy_strerror(result))
    }
}
