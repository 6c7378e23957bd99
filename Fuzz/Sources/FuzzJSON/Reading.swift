import StreamingJSON

/// The result of reading a text.
struct Reading: Equatable {
    var value: JSONValue?
    var error: JSONParseError?
    var repeatedNames: [JSONRepeatedName] = []

    init() {}

    /// Reads a text as a whole.
    init(of input: [UInt8], options: JSONParseOptions) {
        do throws(JSONParseError) {
            let document = try JSONDocument(parsing: input, options: options)
            (value, repeatedNames) = (document.value, document.repeatedNames)
        } catch {
            self.error = error
        }
    }
}
