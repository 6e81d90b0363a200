/// CSS properties that drawings may set.
enum StyleProperty {
  /// Properties that are also presentation attributes.
  static let presentation = [
    "alignment-baseline", "baseline-shift", "clip", "clip-path", "clip-rule", "color", "color-interpolation",
    "color-interpolation-filters", "color-rendering", "cursor", "direction", "display", "dominant-baseline",
    "enable-background", "fill", "fill-opacity", "fill-rule", "filter", "flood-color", "flood-opacity", "font",
    "font-family", "font-size", "font-size-adjust", "font-stretch", "font-style", "font-variant", "font-weight",
    "glyph-orientation-horizontal", "glyph-orientation-vertical", "image-rendering", "kerning", "letter-spacing",
    "lighting-color", "marker", "marker-end", "marker-mid", "marker-start", "mask", "mask-type", "mix-blend-mode",
    "opacity", "overflow", "paint-order", "pointer-events", "shape-rendering", "stop-color", "stop-opacity",
    "stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit",
    "stroke-opacity", "stroke-width", "text-anchor", "text-decoration", "text-overflow", "text-rendering",
    "transform-origin", "unicode-bidi", "vector-effect", "visibility", "word-spacing", "writing-mode",
  ]

  /// All properties that a declaration may set, in lower case.
  static let known: Set<String> = Set(presentation).union([
    "animation", "animation-delay", "animation-direction", "animation-duration", "animation-fill-mode",
    "animation-iteration-count", "animation-name", "animation-play-state", "animation-timing-function",
    "background", "background-color", "color-scheme", "cx", "cy", "d", "font-feature-settings", "font-kerning",
    "font-optical-sizing", "font-variant-alternates", "font-variant-caps", "font-variant-east-asian",
    "font-variant-ligatures", "font-variant-numeric", "font-variant-position", "font-variation-settings", "height",
    "inline-size", "isolation", "line-height", "max-height", "max-width", "offset-distance", "offset-path",
    "offset-rotate", "r", "rotate", "rx", "ry", "scale", "shape-margin", "shape-padding", "tab-size", "text-align",
    "text-decoration-color", "text-decoration-line", "text-decoration-style", "text-decoration-thickness",
    "text-indent", "text-orientation", "text-transform", "transform", "transform-box", "transform-style",
    "transition", "translate", "white-space", "width", "x", "y",
  ])

  /// Properties whose value may be `url(#…)` within the drawing.
  static let referring: Set<String> = [
    "clip-path", "fill", "filter", "marker", "marker-end", "marker-mid", "marker-start", "mask", "stroke",
  ]
}
