extension HTTPRequest {
    /// Returns the URL to which a reference in a page leads; the reference may be absolute, or relative to the URL of the page.
    ///
    /// ```swift
    /// HTTPRequest.url("../b?q=1", relativeTo: "https://example.test/dir/a")
    /// // https://example.test/b?q=1
    /// ```
    public static func url(_ reference: String, relativeTo base: String) -> String {
        URIReference(reference).resolved(against: URIReference(base)).description
    }
}
