import StreamingJSON

/// What a text comes to.
struct Reading: Equatable {
    var value: JSONValue?
    var error: JSONParseError?
    var repeatedNames: [JSONRepeatedName] = []

    init() {}

    /// Read as a whole.
    init(of input: [UInt8], options: JSONParseOptions) {
        do throws(JSONParseError) {
            let document = try JSONDocument(parsing: input, options: options)
            (value, repeatedNames) = (document.value, document.repeatedNames)
        } catch {
            self.error = error
        }
    }
}
