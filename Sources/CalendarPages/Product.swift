/// What the command and the browser module say of themselves.
public enum Product {
  public static let version: StaticString = "0.1.0"
}
