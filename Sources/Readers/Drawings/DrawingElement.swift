/// An element of SVG that is published.
struct DrawingElement {
  /// What an `href` may lead to.
  enum Reference {
    /// There is none.
    case none
    /// Another element of the drawing.
    case fragment
    /// An image within the drawing, or another element.
    case picture
    /// Where a reader may go by a click.
    case link
  }

  enum Kind {
    case other
    /// Characters in it are drawn, or read by screen readers.
    case text
    case style
    /// Changes an attribute over time, the one that `attributeName` names.
    case animation
    case transformAnimation
  }

  let name: String
  var kind = Kind.other
  var reference = Reference.none

  /// Those that draw, or say how others are drawn (SVG 2; filters; SVG Animations). Left out besides scripts and
  /// `foreignObject`: what browsers do not draw, as fonts of SVG 1.1, and `metadata`, which nobody sees.
  static let known: [String: DrawingElement] = {
    let plain = [
      "svg", "g", "defs", "symbol", "switch", "marker", "mask", "clipPath", "path", "rect", "circle", "ellipse",
      "line", "polyline", "polygon", "stop", "feBlend", "feColorMatrix", "feComponentTransfer", "feFuncR",
      "feFuncG", "feFuncB", "feFuncA", "feComposite", "feConvolveMatrix", "feDiffuseLighting", "feDisplacementMap",
      "feDistantLight", "feDropShadow", "feFlood", "feGaussianBlur", "feMerge", "feMergeNode", "feMorphology",
      "feOffset", "fePointLight", "feSpecularLighting", "feSpotLight", "feTile", "feTurbulence",
    ].map { DrawingElement(name: $0) }
    let referring = ["use", "pattern", "linearGradient", "radialGradient", "filter", "mpath"]
      .map { DrawingElement(name: $0, reference: .fragment) }
    let animations = ["animate", "set"]
      .map { DrawingElement(name: $0, kind: .animation, reference: .fragment) }
    let others = [
      DrawingElement(name: "animateTransform", kind: .transformAnimation, reference: .fragment),
      DrawingElement(name: "animateMotion", reference: .fragment),
      DrawingElement(name: "image", reference: .picture), DrawingElement(name: "feImage", reference: .picture),
      DrawingElement(name: "a", kind: .text, reference: .link),
      DrawingElement(name: "text", kind: .text), DrawingElement(name: "tspan", kind: .text),
      DrawingElement(name: "textPath", kind: .text, reference: .fragment),
      DrawingElement(name: "title", kind: .text), DrawingElement(name: "desc", kind: .text),
      DrawingElement(name: "style", kind: .style),
    ]
    let all = plain + referring + animations + others
    return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
  }()

  /// Elements that somebody would miss, of whatever namespace. They are never published.
  static let missed: Set<String> = [
    "script", "foreignObject", "iframe", "object", "embed", "audio", "video", "canvas", "handler", "listener",
  ]
}
