extension SlotReader {
    /// Reads the address of a web page; a quoted one may lack its scheme.
    func address(at start: Int) -> [SlotCandidate] {
        guard let text = tokens[start].quotation else { return [] }
        let isBare = text.contains(".") && text.allSatisfy { $0.isASCII && $0 > " " }
        return isBare || WebAddress.isAddress(text) ? quotation(at: start) : []
    }
}
