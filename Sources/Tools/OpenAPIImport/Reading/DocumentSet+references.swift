import StreamingJSON

extension DocumentSet {
    private static var mostHops: Int { 32 }

    /// The root document.
    var document: Located { Located(value: values[root] ?? .null, place: DocumentLocation(file: root, steps: [])) }

    /// Returns the target of a reference in a file.
    func target(of reference: String, in file: String) throws(FileReference.Fault) -> Located {
        let parsed = try FileReference(reference, in: file, remoteOrigin: remoteOrigin)
        guard var value = values[parsed.file] else {
            throw FileReference.Fault(message: faults[parsed.file] ?? "the file \(parsed.file) was not read")
        }
        for step in parsed.steps {
            guard let next = value[step] ?? Int(step).flatMap({ value[$0] }) else {
                throw FileReference.Fault(message: "the reference \(reference.cut(to: 200)) has no target")
            }
            value = next
        }
        return Located(value: value, place: DocumentLocation(file: parsed.file, steps: parsed.steps))
    }

    /// Returns the value itself, or the end of its chain of references.
    func followed(_ located: Located) throws(FileReference.Fault) -> Located {
        var located = located
        for _ in 0..<Self.mostHops {
            guard let reference = located.reference else { return located }
            located = try target(of: reference, in: located.place.file)
        }
        throw FileReference.Fault(message: "references lead to each other without an end")
    }
}
