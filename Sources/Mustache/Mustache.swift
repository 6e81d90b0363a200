/// # Mustache
///
/// The template engine: it parses a set of templates once and renders pages from them, bytes to bytes, at about the
/// speed of hand-written appends. It follows the Mustache specification (github.com/mustache/spec, 1.4): comments,
/// delimiters, interpolation, sections, inverted sections, partials, and the optional modules inheritance and dynamic
/// names, in full.
///
/// The parts, in the order of use:
///
/// - ``Schema`` declares the names of each view model: its shapes and their fields.
/// - ``TemplateSet`` parses the sources, and checks every name in every template against the shapes in scope. A
///   misspelt name is a ``TemplateProblem``, not an empty spot.
/// - ``Model`` holds the data of one page: flat arrays of bytes and of ``Value``s.
/// - ``Renderer`` writes the page.
///
/// What differs from other engines, and why:
///
/// - **Values are a closed enum**, not reflected objects. Finding `{{name}}` is one array read per level of the context
///   stack.
/// - **Text never becomes markup.** `{{{name}}}` and `{{&name}}` of a text are refused when the templates are linked,
///   and a linked set escapes text whichever tag is used. Only ``Value/markup(start:count:)``, which the program makes
///   itself, is printed unescaped.
/// - **A declared field hides outer fields of its name**, even when it is absent: the level that resolves a name
///   depends on shapes alone, so it can be checked before there is data.
/// - **Empty text is false**, as in JavaScript: `{{#place}}…{{/place}}` shows a place if there is one.
///
/// Left out:
///
/// - **Lambdas.** They are code passed as data: they would need closures in values (which are trivial here, 12 bytes
///   without reference counts) and the parser at render time, and their output could not be checked in advance.
/// - Escaping for anything but HTML and XML text and quoted attributes. A theme must quote its attributes; addresses,
///   JSON and iCalendar are made by the program, as text or as markup.
/// - Files. The host reads `name.mustache` and passes its bytes.
