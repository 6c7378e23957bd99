/// A key at a terminal, or something else that the terminal reports.
package enum Key: Sendable, Hashable {
    /// Typed text; an input method commits a whole phrase at once.
    case text(String)
    /// Pasted text.
    case paste(String)
    /// The Enter key.
    case enter
    /// Enter with Alt, Shift or Ctrl, or Ctrl-J: a new line in the text.
    case newLine
    /// The Tab key.
    case tab
    /// Shift-Tab.
    case backTab
    /// The Backspace key.
    case backspace
    /// The Delete key.
    case delete
    /// The Escape key.
    case escape
    /// The key ↑.
    case up
    /// The key ↓.
    case down
    /// The key ←.
    case left
    /// The key →.
    case right
    /// The key ← with Ctrl or Alt, or Alt-B.
    case wordLeft
    /// The key → with Ctrl or Alt, or Alt-F.
    case wordRight
    /// The Home key.
    case home
    /// The End key.
    case end
    /// Page up.
    case pageUp
    /// Page down.
    case pageDown
    /// A small letter with Ctrl.
    case control(Character)
    /// A small letter with Alt.
    case alt(Character)
    /// Alt-Backspace.
    case altBackspace
    /// The cursor's column, counted from 1, as the terminal reports it.
    case cursorColumn(Int)
}
