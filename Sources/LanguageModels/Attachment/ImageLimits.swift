/// The limits of images in one prompt or one output of a tool.
public struct ImageLimits: Sendable, Equatable {
    /// The largest number of bytes of one image.
    public var maximumBytes: Int
    /// The largest number of images of one prompt or output.
    public var maximumCount: Int

    /// Makes limits; by default 5 MiB, the lowest limit among the large providers, and 16 images.
    public init(maximumBytes: Int = 5 * 1024 * 1024, maximumCount: Int = 16) {
        self.maximumBytes = maximumBytes
        self.maximumCount = maximumCount
    }
}
