import StreamingJSON

/// The parts of a request's messages that no model of this server can be shown, such as PDF documents and recordings.
///
/// A client repeats its whole history in each request, so one such part would otherwise end a session for good. In the history, a note
/// to the model takes the part's place, and ``ignored`` names the part. In the newest message, the part is refused, because without it
/// the message means something else.
struct UnservedParts {
    /// The maximum number of notes in a request, which keeps the input short; further parts are left out.
    static let noteLimit = 64
    /// The maximum number of bytes of a client's name for a part in a note.
    static let nameLimit = 80

    /// Whether the parts that are being read belong to the newest message.
    private(set) var areNewest = false
    /// The JSON pointer of the newest message; `nil` if the input ends with something else, such as outputs or an answer.
    private var newest: String?
    /// The names of the replaced parts.
    private(set) var ignored = IgnoredFields()
    private var noteCount = 0

    /// Makes a list for an input: an array of messages and other items at `place`.
    init(in input: JSONValue?, at place: String) {
        for (index, item) in (input?.arrayValue ?? []).enumerated().reversed() {
            switch item["role"] {
            case "user": newest = "\(place)/\(index)"
            case "developer", "system": continue
            default: break
            }
            return
        }
    }

    /// Starts with the parts of an item.
    ///
    /// - Parameter place: The item's JSON pointer; `nil` for parts that belong to no message, such as a tool's output.
    mutating func enter(_ place: String?) { areNewest = place != nil && place == newest }

    /// Replaces a part by a note, or refuses it in the newest message.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - kind: The part as an English noun with its article, as "A PDF document".
    ///   - name: The client's name for the part.
    ///   - place: The name of the part for ``ignored``.
    ///   - remedy: The detail of the fault in the newest message.
    /// - Returns: The note; `nil` if the part is refused, or if there are enough notes.
    mutating func replace(
        _ part: inout RequestFields,
        _ kind: String,
        named name: String? = nil,
        as place: String,
        _ remedy: @autoclosure () -> String
    ) -> InputPart? {
        guard !areNewest else {
            part.reject("type", remedy(), .unsupportedValue)
            return nil
        }
        return note(kind, named: name, as: place)
    }

    /// Reads an image; in the history, a note replaces one with a fault.
    mutating func image(
        _ part: inout RequestFields,
        as place: String,
        _ read: (inout RequestFields) -> InputPart?
    ) -> InputPart? {
        var attempt = part
        let image = read(&attempt)
        if !areNewest, attempt.faults.totalCount > part.faults.totalCount { return note("An image", as: place) }
        part = attempt
        return image
    }

    /// Replaces a part of the history by a note.
    mutating func note(_ kind: String, named name: String? = nil, as place: String) -> InputPart? {
        ignored.insert(place)
        guard noteCount < Self.noteLimit else { return nil }
        noteCount += 1
        return .text("[\(kind)\(Self.quoted(name)) was here; it cannot be shown to you.]")
    }

    /// Returns a client's name for a part, with a space before it and without the characters that end the name or the note.
    private static func quoted(_ name: String?) -> String {
        guard let name, !name.isEmpty else { return "" }
        let shown = name.excerpt(upTo: nameLimit).map { "\"[]".contains($0) ? "'" : $0 }
        return " \"\(String(shown))\""
    }

    /// Returns the text of a document or a search result as a message shows it: a title, and the text in a fence that it cannot end.
    static func fenced(_ text: String, titled title: String) -> String {
        var (longest, run) = (2, 0)
        for byte in text.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        let fence = String(repeating: "`", count: longest + 1)
        return "\(title):\n\(fence)\n\(text)\n\(fence)"
    }

    /// Returns the title of a text: its kind, and the client's name for it.
    static func title(_ kind: String, named name: String?) -> String { kind + quoted(name) }
}
