/// The orientation of a stored image, with the numbers of EXIF.
///
/// Apple's ImageIO declares this type. It is declared here for other systems, so that code that names an orientation
/// compiles.
public enum CGImagePropertyOrientation: UInt32, Sendable, Hashable {
    /// It is upright.
    case up = 1
    /// It is mirrored.
    case upMirrored = 2
    /// It is upside down.
    case down = 3
    /// It is upside down and mirrored.
    case downMirrored = 4
    /// It lies on its left side and is mirrored.
    case leftMirrored = 5
    /// It lies on its right side.
    case right = 6
    /// It lies on its right side and is mirrored.
    case rightMirrored = 7
    /// It lies on its left side.
    case left = 8

    /// The instruction for a model to see the unrotated bytes upright; `nil` for an upright image.
    var correction: String? {
        switch self {
        case .up: nil
        case .upMirrored: "mirror it left to right"
        case .down: "turn it by 180 degrees"
        case .downMirrored: "mirror it top to bottom"
        case .leftMirrored: "mirror it left to right and turn it by 270 degrees clockwise"
        case .right: "turn it by 90 degrees clockwise"
        case .rightMirrored: "mirror it left to right and turn it by 90 degrees clockwise"
        case .left: "turn it by 270 degrees clockwise"
        }
    }
}
