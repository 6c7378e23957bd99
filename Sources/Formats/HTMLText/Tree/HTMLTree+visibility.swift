extension HTMLTree {
    /// The elements whose content is never shown as text.
    private static let silent: Set<String> = [
        "audio", "button", "canvas", "datalist", "dialog", "embed", "iframe", "input", "link", "map", "math",
        "meta",
        "noembed", "noframes", "noscript", "object", "option", "script", "select", "style", "svg", "template",
        "textarea",
        "title", "video",
    ]
    /// The elements around a page's main text.
    private static let surrounding: Set<String> = ["aside", "footer", "nav", "form"]
    private static let surroundingRoles: Set<String> = [
        "banner", "complementary", "contentinfo", "navigation", "search", "menu", "dialog", "alertdialog",
    ]

    /// For each node, whether it is hidden from a reader of the page or belongs to the frame around its text.
    ///
    /// Hidden text is left out to protect the reader: it is where pages put instructions for machines.
    var unread: [Bool] {
        var unread = [Bool](repeating: false, count: nodes.count)
        var index = 1
        while index < nodes.count {
            let node = nodes[index]
            guard !node.isText, isUnread(node) else {
                index += 1
                continue
            }
            for inner in index..<node.end { unread[inner] = true }
            index = node.end
        }
        return unread
    }

    private func isUnread(_ node: Node) -> Bool {
        if Self.silent.contains(node.name) || Self.surrounding.contains(node.name) { return true }
        let attributes = node.attributes
        guard !attributes.isEmpty else { return false }
        if attributes["hidden"] != nil || attributes["aria-hidden"]?.lowercased() == "true" { return true }
        if let role = attributes["role"], Self.surroundingRoles.contains(role.lowercased()) { return true }
        return attributes["style"].map(Self.hides) ?? false
    }

    private static func hides(_ style: String) -> Bool {
        let rules = style.lowercased().filter { !$0.isWhitespace }.split(separator: ";")
        return rules.contains { rule in
            let rule = rule.hasSuffix("!important") ? rule.dropLast("!important".count) : rule
            return ["display:none", "visibility:hidden", "opacity:0", "font-size:0", "font-size:0px"].contains(rule)
        }
    }
}
