/// An element of SVG that is published.
struct DrawingElement {
  /// What an `href` may refer to.
  enum Reference {
    /// There is none.
    case none
    /// Another element of the drawing.
    case fragment
    /// An embedded image, or another element of the drawing.
    case picture
    /// A page that a reader may open by a click.
    case link
  }

  enum Kind {
    case other
    /// Characters in it are drawn, or read by screen readers.
    case text
    case style
    /// Changes the attribute named by `attributeName` over time.
    case animation
    case transformAnimation
  }

  let name: String
  var kind = Kind.other
  var reference = Reference.none

  /// Elements that draw, or that control how others are drawn (SVG 2; filters; SVG Animations). Left out, besides
  /// scripts and `foreignObject`: what browsers do not draw, such as SVG 1.1 fonts, and `metadata`.
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

  /// Elements, in any namespace, that a reader would miss. They are never published.
  static let missed: Set<String> = [
    "script", "foreignObject", "iframe", "object", "embed", "audio", "video", "canvas", "handler", "listener",
  ]
}
