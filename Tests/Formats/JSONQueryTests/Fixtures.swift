import JSONQuery
import StreamingJSON
import Testing

/// The bookstore of RFC 9535 §1.5.
let bookstore = parsed(
    """
    {"store": {
      "book": [
        {"category": "reference", "author": "Nigel Rees", "title": "Sayings of the Century", "price": 8.95},
        {"category": "fiction", "author": "Evelyn Waugh", "title": "Sword of Honour", "price": 12.99},
        {"category": "fiction", "author": "Herman Melville", "title": "Moby Dick", "isbn": "0-553-21311-3", "price": 8.99},
        {"category": "fiction", "author": "J. R. R. Tolkien", "title": "The Lord of the Rings",
         "isbn": "0-395-19395-8", "price": 22.99}
      ],
      "bicycle": {"color": "red", "price": 399}
    }}
    """
)

/// Returns the value of a JSON text of the tests.
func parsed(_ text: String) -> JSONValue {
    do {
        return try JSONValue(parsing: text, options: JSONParseOptions(maximumDepth: JSONParseOptions.greatestDepth))
    } catch {
        preconditionFailure("\(error) in \(text)")
    }
}

/// A query, a document and the expected nodes.
struct Row: Sendable, CustomTestStringConvertible {
    let query: String
    let document: JSONValue
    let values: JSONValue
    let paths: [String]?

    var testDescription: String { query }

    init(_ query: String, _ document: String, _ values: String, at paths: [String]? = nil) {
        self.init(query, in: parsed(document), values, at: paths)
    }

    init(_ query: String, in document: JSONValue, _ values: String, at paths: [String]? = nil) {
        (self.query, self.document, self.values, self.paths) = (query, document, parsed(values), paths)
    }
}
