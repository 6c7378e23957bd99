/// The limits of images in one prompt or one output of a tool.
public struct ImageLimits: Sendable, Equatable {
    /// The largest number of bytes of one image.
    public var maximumBytes: Int
    /// The largest number of bytes of all images of one prompt or output.
    ///
    /// Stored entries are read back up to 64 MiB of JSON, which is 48 MiB of images.
    public var maximumTotalBytes: Int
    /// The largest number of images of one prompt or output.
    public var maximumCount: Int

    /// Makes limits; by default 16 images of at most 5 MiB each, and 20 MiB together.
    public init(
        maximumBytes: Int = 5 * 1024 * 1024,
        maximumTotalBytes: Int = 20 * 1024 * 1024,
        maximumCount: Int = 16
    ) {
        self.maximumBytes = maximumBytes
        self.maximumTotalBytes = maximumTotalBytes
        self.maximumCount = maximumCount
    }
}
