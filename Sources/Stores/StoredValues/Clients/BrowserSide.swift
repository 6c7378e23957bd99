/// The page that a browser has signed in to.
public enum BrowserSide: String, Sendable, CaseIterable {
    /// The chat page.
    case client
    /// The operator's console.
    case admin
}
