/// A value that an action can open: an entity or an enumeration.
public protocol AppValue: IntentValue {}

/// An action that shows a thing in the app.
public protocol OpenIntent: AppIntent {
    /// The type of the thing.
    associatedtype Value: AppValue

    /// The thing.
    var target: Value { get }
}

extension OpenIntent {
    /// True: the action shows something.
    public static var openAppWhenRun: Bool { true }
}

/// An action that deletes things.
public protocol DeleteIntent: AppIntent {
    /// The type of the things.
    associatedtype Entity: AppEntity

    /// The things.
    var entities: [Entity] { get }
}

/// An action that shows search results in the app.
public protocol ShowInAppSearchResultsIntent: AppIntent {
    /// The parts of the app that are searched.
    static var searchScopes: [StringSearchScope] { get }

    /// The words.
    var criteria: StringSearchCriteria { get }
}

extension ShowInAppSearchResultsIntent {
    /// True: the action shows something.
    public static var openAppWhenRun: Bool { true }

    /// Everything.
    public static var searchScopes: [StringSearchScope] { [.general] }
}

/// A part of an app that is searched.
public enum StringSearchScope: Sendable, Hashable, CaseIterable {
    /// Everything.
    case general
    /// Movies.
    case movies
    /// Music.
    case music
    /// Television.
    case tv
}

/// An action that plays audio.
public protocol AudioPlaybackIntent: AppIntent {}

/// An action that starts audio.
public protocol AudioStartingIntent: AppIntent {}

/// An action that records audio.
public protocol AudioRecordingIntent: AppIntent {}

/// An action that runs longer than the default limit and reports its progress.
public protocol LongRunningIntent: AppIntent {}

/// An action that leaves nothing behind when it is canceled: `perform()` throws `CancellationError` after it has undone its work.
public protocol CancellableIntent: AppIntent {}
