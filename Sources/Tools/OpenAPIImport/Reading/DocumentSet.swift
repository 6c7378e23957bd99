import StreamingJSON
import YAMLReading

/// The files of a document, read and kept by path.
struct DocumentSet {
    /// The root document's path.
    let root: String
    /// The values of the files that could be read.
    private(set) var values: [String: JSONValue] = [:]
    /// The reason for each file that could not be read.
    private(set) var faults: [String: String] = [:]
    /// The origin of which URLs are permitted.
    let remoteOrigin: String?

    private let limits: ImportLimits
    private var bytes = 0

    /// Reads the root document and all files that its references name.
    ///
    /// - Throws: ``OpenAPIError`` if the root document cannot be read. Other files that cannot be read are in ``faults``.
    init(
        root: String,
        source: some DocumentSource,
        remoteOrigin: String?,
        limits: ImportLimits
    ) async throws(OpenAPIError) {
        self.root = root
        self.remoteOrigin = remoteOrigin
        self.limits = limits
        do throws(ReadFault) {
            try await read(root, source)
        } catch {
            throw OpenAPIError(error.code, "The document \(root) cannot be imported: \(error.message).")
        }
        var open = [root]
        var seen: Set<String> = [root]
        while let file = open.popLast() {
            for next in files(in: values[file] ?? .null, of: file) where seen.insert(next).inserted {
                guard seen.count <= limits.files else {
                    faults[next] = "the document has more than \(limits.files) files"
                    continue
                }
                do throws(ReadFault) {
                    try await read(next, source)
                    open.append(next)
                } catch {
                    faults[next] = error.message
                }
            }
        }
    }

    /// The first 16 hexadecimal digits of a hash over the root document; see ``ImportedAPI/documentHash``.
    private(set) var hash = ""

    private struct ReadFault: Error {
        let code: OpenAPIError.Code
        let message: String
    }

    private mutating func read(_ file: String, _ source: some DocumentSource) async throws(ReadFault) {
        let content: [UInt8]
        do {
            content = try await source.bytes(of: file, most: limits.bytes - bytes)
        } catch {
            throw ReadFault(code: .unavailable, message: "\(error)".cut(to: 300))
        }
        guard content.count <= limits.bytes - bytes else {
            throw ReadFault(code: .tooLarge, message: "the files are over \(limits.bytes) bytes")
        }
        bytes += content.count
        if file == root { hash = Digest.hex(content, digits: 16) }
        values[file] = try Self.value(of: content, limits)
    }

    private static func value(of content: [UInt8], _ limits: ImportLimits) throws(ReadFault) -> JSONValue {
        var content = content[...]
        if content.starts(with: [0xEF, 0xBB, 0xBF]) { content = content.dropFirst(3) }
        let first = content.first { $0 > 0x20 }
        if first == UInt8(ascii: "{") {
            let options = JSONParseOptions(maximumDepth: limits.depth, maximumByteCount: limits.bytes)
            if let value = try? JSONValue(parsing: content, options: options) { return value }
        }
        let root: YAMLElement?
        do throws(YAMLFault) {
            root = try YAMLElement.read(content, limits: limits.yaml)
        } catch {
            throw ReadFault(
                code: error.isLimit ? .tooLarge : .unreadable,
                message: "line \(error.line), column \(error.column): \(error.message)"
            )
        }
        guard let root else { throw ReadFault(code: .unreadable, message: "the file is empty") }
        return root.json
    }

    /// Returns the other files that references in a value name.
    private func files(in value: JSONValue, of file: String) -> [String] {
        var found: [String] = []
        var open = [value]
        while let value = open.popLast() {
            switch value {
            case .array(let elements): open.append(contentsOf: elements)
            case .object(let members):
                for (name, value) in members {
                    if name == "$ref", let reference = value.stringValue, reference.utf8.first != UInt8(ascii: "#") {
                        let target = try? FileReference(reference, in: file, remoteOrigin: remoteOrigin)
                        if let target, target.file != file { found.append(target.file) }
                    } else {
                        open.append(value)
                    }
                }
            default: break
            }
        }
        return found
    }
}
