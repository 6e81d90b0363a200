/// # BrowserModule
///
/// The core in a reader's browser: WebAssembly without imports, whose exports are the functions of `Exports.swift` and
/// its memory.
///
/// Left out: everything that needs the page. Scripts fetch files, request pages and insert them into the document; the
/// text is made here, by the sources that made the published pages.
///
/// Natively this is an empty program, so that ordinary builds check it.
@main struct BrowserModule { static func main() {} }
