/// The key that a call would rather have than another key of its pool.
///
/// A provider may open what it has sealed for an account only with a key of that account. A pool lends the key if it may be used now, and
/// another one if it may not.
public enum KeyPreference {
    /// The id of the preferred key of the calls of a task and its child tasks; `nil` if all keys are as good.
    @TaskLocal public static var current: String?
}
