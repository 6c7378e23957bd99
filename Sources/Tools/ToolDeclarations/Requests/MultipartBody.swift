import Foundation
import StreamingJSON

/// A form in several parts (RFC 7578).
struct MultipartBody {
    /// The body.
    let content: [UInt8]
    /// The media type with the boundary.
    let type: String

    private struct Part {
        var header: String
        var content: [UInt8]
    }

    /// Makes the body of the fields that have a value.
    ///
    /// - Throws: ``RequestFault`` for a file that cannot be read.
    init(_ fields: [RequestTemplate.Field], _ values: RequestValues) throws(RequestFault) {
        var parts: [Part] = []
        for field in fields { parts += try Self.parts(field, values) }
        // An unpredictable boundary cannot be written into a value.
        var random = SystemRandomNumberGenerator()
        let boundary =
            "torii-\(String(random.next() as UInt64, radix: 36))\(String(random.next() as UInt64, radix: 36))"
        var bytes: [UInt8] = []
        for part in parts {
            bytes += Array("--\(boundary)\r\n\(part.header)\r\n\r\n".utf8)
            bytes += part.content
            bytes += Array("\r\n".utf8)
        }
        bytes += Array("--\(boundary)--\r\n".utf8)
        content = bytes
        type = "multipart/form-data; boundary=\(boundary)"
    }

    private static func parts(_ field: RequestTemplate.Field, _ values: RequestValues) throws(RequestFault) -> [Part] {
        let slot: Slot?
        switch field.value {
        case .slot(let own): slot = own
        case .text(let template):
            slot = template.onlySlot
            if slot == nil {
                return try values.text(of: template).map { [Part(header: header(field.name), content: Array($0.utf8))] }
                    ?? []
            }
        }
        guard let slot, let value = values.value(of: slot) else { return [] }
        if slot.format == .file {
            guard let text = value.stringValue, let file = AttachedFile(text, named: field.name) else {
                throw RequestFault(
                    slot,
                    "must be the text of the file, or its bytes as data:<media type>;base64,<data>.",
                    "ファイルのテキスト、または data:<メディアタイプ>;base64,<データ> の形にしてください。"
                )
            }
            return [Part(header: header(field.name, file), content: file.content)]
        }
        if slot.format != .json, case .array(let items) = value {
            return items.map {
                Part(header: header(field.name), content: Array(($0.scalarText ?? $0.serialized()).utf8))
            }
        }
        let text = slot.format == .json ? value.serialized() : value.scalarText ?? value.serialized()
        return [Part(header: header(field.name), content: Array(text.utf8))]
    }

    private static func header(_ name: String, _ file: AttachedFile? = nil) -> String {
        var header = "Content-Disposition: form-data; name=\"\(quoted(name))\""
        if let file {
            let isPlainType = file.type.utf8.allSatisfy { (0x20...0x7E).contains($0) }
            header +=
                "; filename=\"\(quoted(file.name))\"\r\nContent-Type: \(isPlainType ? file.type : "application/octet-stream")"
        }
        return header
    }

    /// Returns a name as browsers write it (WHATWG): quotation marks and line breaks are encoded.
    private static func quoted(_ name: String) -> String {
        var bytes: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes += Array("%22".utf8)
            case UInt8(ascii: "\r"): bytes += Array("%0D".utf8)
            case UInt8(ascii: "\n"): bytes += Array("%0A".utf8)
            case 0: bytes += Array("%00".utf8)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A file that a call sends: an argument with its text, or with its bytes as a `data` URL (RFC 2397).
private struct AttachedFile {
    let name: String
    let type: String
    let content: [UInt8]

    /// Reads the value of an argument; `nil` for a `data` URL that is not in base64.
    init?(_ text: String, named name: String) {
        guard text.utf8.starts(with: "data:".utf8) else {
            (self.name, type, content) = (name + ".txt", "text/plain; charset=utf-8", Array(text.utf8))
            return
        }
        let parts = text.utf8.dropFirst(5).split(
            separator: UInt8(ascii: ","),
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard parts.count == 2, let header = String(parts[0]), header.hasSuffix(";base64"),
            let data = Data(base64Encoded: Data(parts[1]))
        else { return nil }
        let type = header.dropLast(7)
        (self.name, content) = (name, Array(data))
        self.type = type.isEmpty ? "application/octet-stream" : String(type)
    }
}
