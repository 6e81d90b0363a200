/// What the status of an answer means and what to do about it, where both are the same for a file and a CalDAV server.
enum StatusWords {
  /// - Returns: `nil` if it depends on what was asked for.
  static func words(_ status: Int, hasCredentials: Bool, variable: String) -> String? {
    switch status {
    case 401 where hasCredentials:
      "it does not accept the user, password or token (status 401); correct user: or BUSYLIFE_PASSWORD_\(variable), "
        + "then build with --refresh"
    case 401: stranger(variable)
    case 410: "the calendar was removed there (status 410); correct source:, or remove the calendar from site.yml"
    case 429:
      "it asks for fewer requests (status 429); wait, or write a longer refresh:"
    case 500...: "it reports an error of its own (status \(status)); try again later"
    default: nil
    }
  }

  /// What to do if a server wants to know who asks.
  static func stranger(_ variable: String) -> String {
    "it asks who you are (status 401); add user: to the calendar and set BUSYLIFE_PASSWORD_\(variable)"
  }
}
