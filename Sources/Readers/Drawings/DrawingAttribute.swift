/// How the value of an attribute is checked.
enum DrawingAttribute {
  /// Numbers, names, paths: browsers neither run nor load anything because of this attribute.
  case plain
  /// A CSS value (``StyleValue``).
  case style
  /// CSS values of an animation, separated by semicolons.
  case values
  /// CSS declarations (``StyleDeclarations``).
  case declarations

  static let known: [String: DrawingAttribute] = {
    var all: [String: DrawingAttribute] = ["style": .declarations]
    for name in inert + geometry + transforms { all[name] = .plain }
    for name in StyleProperty.presentation { all[name] = .style }
    for name in ["values", "from", "to", "by"] { all[name] = .values }
    return all
  }()

  /// Attributes that `animate` and `set` may change: none of them holds an address.
  static let animated: Set<String> = Set(geometry + transforms).union(StyleProperty.presentation)

  static let transforms = ["transform", "gradientTransform", "patternTransform"]

  static let geometry = [
    "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy", "fr", "z", "width", "height", "d",
    "points", "viewBox", "offset", "startOffset", "dx", "dy", "rotate", "textLength", "pathLength", "refX", "refY",
    "markerWidth", "markerHeight", "stdDeviation", "radius", "scale", "baseFrequency", "numOctaves", "seed",
    "k1", "k2", "k3", "k4", "slope", "intercept", "amplitude", "exponent", "tableValues", "azimuth", "elevation",
    "pointsAtX", "pointsAtY", "pointsAtZ", "limitingConeAngle", "specularConstant", "specularExponent",
    "diffuseConstant", "surfaceScale", "bias", "divisor",
  ]

  private static let inert = [
    // For all elements. `media` is checked with its element.
    "media", "id", "class", "lang", "role", "aria-label", "aria-labelledby", "aria-describedby", "aria-hidden",
    "systemLanguage", "requiredFeatures", "requiredExtensions",
    // For documents, symbols and units.
    "version", "baseProfile", "preserveAspectRatio", "clipPathUnits", "maskUnits", "maskContentUnits",
    "patternUnits", "patternContentUnits", "gradientUnits", "spreadMethod", "filterUnits", "primitiveUnits",
    "markerUnits", "orient", "filterRes",
    // For text.
    "lengthAdjust", "method", "spacing", "side",
    // For filters. `type` is also an attribute of animations.
    "type", "in", "in2", "result", "mode", "operator", "order", "kernelMatrix", "kernelUnitLength", "targetX",
    "targetY", "edgeMode", "preserveAlpha", "xChannelSelector", "yChannelSelector", "stitchTiles",
    // For animations. `attributeName` is checked with its element.
    "attributeName", "attributeType", "begin", "dur", "end", "min", "max", "restart", "repeatCount", "repeatDur",
    "calcMode", "keyTimes", "keySplines", "keyPoints", "additive", "accumulate", "path", "origin",
  ]
}
