import StreamingJSON

extension JSONObject {
    /// Combines the keywords of several guides into one set that applies all of them.
    init(combining guides: [JSONObject]) {
        self.init()
        for guide in guides {
            for (keyword, value) in guide {
                self[keyword] = self[keyword].map { Self.both(keyword, $0, value) } ?? value
            }
        }
    }

    /// Returns the schema with the keywords of guides added; keywords for elements go into the elements' schema.
    func merging(_ guides: JSONObject) -> JSONObject {
        var schema = self
        for (keyword, value) in guides {
            if keyword == "items", let own = schema[keyword]?.objectValue, let limits = value.objectValue {
                schema[keyword] = .object(own.merging(limits))
            } else {
                schema[keyword] = value
            }
        }
        return schema
    }

    /// Returns the value of a keyword that permits only what both values permit.
    private static func both(_ keyword: String, _ left: JSONValue, _ right: JSONValue) -> JSONValue {
        switch keyword {
        case "minimum", "minItems":
            return (left.doubleValue ?? -.infinity) > (right.doubleValue ?? -.infinity) ? left : right
        case "maximum", "maxItems":
            return (left.doubleValue ?? .infinity) < (right.doubleValue ?? .infinity) ? left : right
        case "enum":
            let allowed = Set(right.arrayValue ?? [])
            return .array((left.arrayValue ?? []).filter(allowed.contains))
        case "items":
            return .object(JSONObject(combining: [left, right].compactMap(\.objectValue)))
        case "pattern":
            // Both must match, so the pattern has two lookaheads.
            return .string("(?=\(left.stringValue ?? ""))(?=\(right.stringValue ?? ""))")
        default:
            return right
        }
    }
}
