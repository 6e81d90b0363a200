import TestSupport
import Testing

@testable import CalendarPages

/// The text of notes, in which searches look.
struct SafeHTMLTests {
  @Test(arguments: [
    ("<p>what can&#39;t be set</p>", " what can't be set "),
    ("<p>&quot;Tea&quot; &amp; &lt;b&gt; &amp;#39; &ouml; &", " \"Tea\" & <b> &#39; &ouml; &"),
    ("un<em>believ</em>able, <a href=\"a.html\">link</a>ed", "unbelievable, linked"),
    ("<p><code>x</code>s<br>new</p>", " xs new "),
    ("<ul><li>a</li><li>b</li></ul>", "  a  b  "),
    ("<abbr>a</abbr>b<sup>1</sup>", " a b 1 "), ("a <em", "a "),
  ])
  func textOfHTML(_ html: String, _ text: String) { #expect(string(SafeHTML.text(of: bytes(html))) == text) }
}
