import Bytes
import ICalendar

/// The zone names that Windows and Outlook show people, and write as TZID where a program passes on what it shows:
/// `(UTC-05:00) Eastern Time (US & Canada)`.
///
/// All names of Windows 11's list, as CLDR's windowsZones.xml has them in its comments and Microsoft's documentation of
/// Teams Shifts in a table, and those of Windows 95 to 10 that differ from them, as public documents of these years
/// have them. English alone: ``TranslatedDisplayNames`` understands those of other languages.
package enum WindowsDisplayNames {
  /// The IANA identifier of the zone that a display name means, with or without the offset before it and however that
  /// is written; `nil` if unknown. O(name).
  package static func identifier(of name: [UInt8]) -> [UInt8]? {
    let key = plain(name)
    if let windows = table[key], let found = WindowsZones.identifier(for: windows) { return [UInt8](found) }
    // `Pacific Daylight Time`: the name of a zone while its clocks are changed.
    if key.hasSuffix(" daylight time") {
      let standard = name.trimmed.dropLast("daylight time".utf8.count) + Array("standard time".utf8)
      return WindowsZones.identifier(for: standard).map { [UInt8]($0) }
    }
    return nil
  }

  /// Every name of the table, as Windows shows it, without its offset.
  package static var names: [String] { lines.map { String($0.name) } }

  /// The name without its offset, in lower case, without what is written in several ways: full stops, apostrophes,
  /// white space around commas, semicolons for commas, a hyphen in "Co-ordinated".
  private static func plain(_ name: [UInt8]) -> String {
    var rest = String(decoding: name.asciiLowercased, as: UTF8.self)[...]
    rest = rest.drop { $0 == " " || $0 == "\"" }
    if rest.first == "(", let close = rest.firstIndex(of: ")"),
      rest.dropFirst().hasPrefix("gmt")
        || rest.dropFirst().hasPrefix("utc")
    {
      rest = rest[rest.index(after: close)...]
    } else if rest.hasPrefix("gmt") || rest.hasPrefix("utc") {
      rest = rest.dropFirst(3).drop { "+-:.".contains($0) || $0.isNumber }
    }
    var key = ""
    for character in String(rest).replacing("&amp;", with: "&").replacing("co-ordinated", with: "coordinated") {
      switch character {
      case ".", "'", "\"", "’": continue
      case ";", ",":
        while key.last == " " { key.removeLast() }
        key.append(",")
      case " ", "\t": if let last = key.last, last != " ", last != "," { key.append(" ") }
      default: key.append(character)
      }
    }
    while key.last == " " { key.removeLast() }
    return key
  }

  private static var lines: [(name: Substring, windows: Substring)] {
    (current + "\n" + former + "\n" + standard).split(separator: "\n").compactMap { line in
      line.firstIndex(of: "=").map { (line[..<$0], line[line.index(after: $0)...]) }
    }
  }

  /// The Windows names by the plain display names.
  private static let table: [String: [UInt8]] = Dictionary(
    lines.map { (plain(Array($0.name.utf8)), Array($0.windows.utf8)) }, uniquingKeysWith: { first, _ in first })

  /// Windows 11.
  private static let current = """
    International Date Line West=Dateline Standard Time
    Coordinated Universal Time-11=UTC-11
    Aleutian Islands=Aleutian Standard Time
    Hawaii=Hawaiian Standard Time
    Marquesas Islands=Marquesas Standard Time
    Alaska=Alaskan Standard Time
    Coordinated Universal Time-09=UTC-09
    Baja California=Pacific Standard Time (Mexico)
    Coordinated Universal Time-08=UTC-08
    Pacific Time (US & Canada)=Pacific Standard Time
    Arizona=US Mountain Standard Time
    La Paz, Mazatlan=Mountain Standard Time (Mexico)
    Chihuahua, La Paz, Mazatlan=Mountain Standard Time (Mexico)
    Mountain Time (US & Canada)=Mountain Standard Time
    Yukon=Yukon Standard Time
    Central America=Central America Standard Time
    Central Time (US & Canada)=Central Standard Time
    Easter Island=Easter Island Standard Time
    Guadalajara, Mexico City, Monterrey=Central Standard Time (Mexico)
    Saskatchewan=Canada Central Standard Time
    Bogota, Lima, Quito, Rio Branco=SA Pacific Standard Time
    Chetumal=Eastern Standard Time (Mexico)
    Eastern Time (US & Canada)=Eastern Standard Time
    Haiti=Haiti Standard Time
    Havana=Cuba Standard Time
    Indiana (East)=US Eastern Standard Time
    Turks and Caicos=Turks And Caicos Standard Time
    Asuncion=Paraguay Standard Time
    Atlantic Time (Canada)=Atlantic Standard Time
    Caracas=Venezuela Standard Time
    Cuiaba=Central Brazilian Standard Time
    Georgetown, La Paz, Manaus, San Juan=SA Western Standard Time
    Santiago=Pacific SA Standard Time
    Newfoundland=Newfoundland Standard Time
    Araguaina=Tocantins Standard Time
    Brasilia=E. South America Standard Time
    Cayenne, Fortaleza=SA Eastern Standard Time
    City of Buenos Aires=Argentina Standard Time
    Greenland=Greenland Standard Time
    Montevideo=Montevideo Standard Time
    Punta Arenas=Magallanes Standard Time
    Saint Pierre and Miquelon=Saint Pierre Standard Time
    Salvador=Bahia Standard Time
    Coordinated Universal Time-02=UTC-02
    Mid-Atlantic - Old=UTC-02
    Azores=Azores Standard Time
    Cabo Verde Is.=Cape Verde Standard Time
    Coordinated Universal Time=UTC
    Dublin, Edinburgh, Lisbon, London=GMT Standard Time
    Monrovia, Reykjavik=Greenwich Standard Time
    Sao Tome=Sao Tome Standard Time
    Casablanca=Morocco Standard Time
    Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna=W. Europe Standard Time
    Belgrade, Bratislava, Budapest, Ljubljana, Prague=Central Europe Standard Time
    Brussels, Copenhagen, Madrid, Paris=Romance Standard Time
    Sarajevo, Skopje, Warsaw, Zagreb=Central European Standard Time
    West Central Africa=W. Central Africa Standard Time
    Amman=Jordan Standard Time
    Athens, Bucharest=GTB Standard Time
    Beirut=Middle East Standard Time
    Cairo=Egypt Standard Time
    Chisinau=E. Europe Standard Time
    Damascus=Syria Standard Time
    Gaza, Hebron=West Bank Standard Time
    Harare, Pretoria=South Africa Standard Time
    Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius=FLE Standard Time
    Jerusalem=Israel Standard Time
    Juba=South Sudan Standard Time
    Kaliningrad=Kaliningrad Standard Time
    Khartoum=Sudan Standard Time
    Tripoli=Libya Standard Time
    Windhoek=Namibia Standard Time
    Baghdad=Arabic Standard Time
    Istanbul=Turkey Standard Time
    Kuwait, Riyadh=Arab Standard Time
    Minsk=Belarus Standard Time
    Moscow, St. Petersburg=Russian Standard Time
    Nairobi=E. Africa Standard Time
    Volgograd=Volgograd Standard Time
    Tehran=Iran Standard Time
    Abu Dhabi, Muscat=Arabian Standard Time
    Astrakhan, Ulyanovsk=Astrakhan Standard Time
    Baku=Azerbaijan Standard Time
    Izhevsk, Samara=Russia Time Zone 3
    Port Louis=Mauritius Standard Time
    Saratov=Saratov Standard Time
    Tbilisi=Georgian Standard Time
    Yerevan=Caucasus Standard Time
    Kabul=Afghanistan Standard Time
    Ashgabat, Tashkent=West Asia Standard Time
    Astana=Qyzylorda Standard Time
    Ekaterinburg=Ekaterinburg Standard Time
    Islamabad, Karachi=Pakistan Standard Time
    Qyzylorda=Qyzylorda Standard Time
    Chennai, Kolkata, Mumbai, New Delhi=India Standard Time
    Sri Jayawardenepura=Sri Lanka Standard Time
    Kathmandu=Nepal Standard Time
    Bishkek=Central Asia Standard Time
    Dhaka=Bangladesh Standard Time
    Omsk=Omsk Standard Time
    Yangon (Rangoon)=Myanmar Standard Time
    Bangkok, Hanoi, Jakarta=SE Asia Standard Time
    Barnaul, Gorno-Altaysk=Altai Standard Time
    Hovd=W. Mongolia Standard Time
    Krasnoyarsk=North Asia Standard Time
    Novosibirsk=N. Central Asia Standard Time
    Tomsk=Tomsk Standard Time
    Beijing, Chongqing, Hong Kong, Urumqi=China Standard Time
    Irkutsk=North Asia East Standard Time
    Kuala Lumpur, Singapore=Singapore Standard Time
    Perth=W. Australia Standard Time
    Taipei=Taipei Standard Time
    Ulaanbaatar=Ulaanbaatar Standard Time
    Eucla=Aus Central W. Standard Time
    Chita=Transbaikal Standard Time
    Osaka, Sapporo, Tokyo=Tokyo Standard Time
    Pyongyang=North Korea Standard Time
    Seoul=Korea Standard Time
    Yakutsk=Yakutsk Standard Time
    Adelaide=Cen. Australia Standard Time
    Darwin=AUS Central Standard Time
    Brisbane=E. Australia Standard Time
    Canberra, Melbourne, Sydney=AUS Eastern Standard Time
    Guam, Port Moresby=West Pacific Standard Time
    Hobart=Tasmania Standard Time
    Vladivostok=Vladivostok Standard Time
    Lord Howe Island=Lord Howe Standard Time
    Bougainville Island=Bougainville Standard Time
    Chokurdakh=Russia Time Zone 10
    Magadan=Magadan Standard Time
    Norfolk Island=Norfolk Standard Time
    Sakhalin=Sakhalin Standard Time
    Solomon Is., New Caledonia=Central Pacific Standard Time
    Anadyr, Petropavlovsk-Kamchatsky=Russia Time Zone 11
    Auckland, Wellington=New Zealand Standard Time
    Coordinated Universal Time+12=UTC+12
    Fiji=Fiji Standard Time
    Petropavlovsk-Kamchatsky - Old=Russia Time Zone 11
    Chatham Islands=Chatham Islands Standard Time
    Coordinated Universal Time+13=UTC+13
    Nuku'alofa=Tonga Standard Time
    Samoa=Samoa Standard Time
    Kiritimati Island=Line Islands Standard Time
    """

  /// Windows 95 to 10, and Exchange.
  private static let former = """
    Eniwetok, Kwajalein=Dateline Standard Time
    Midway Island, Samoa=UTC-11
    Tijuana, Baja California=Pacific Standard Time (Mexico)
    Tijuana=Pacific Standard Time (Mexico)
    Pacific Time (US & Canada), Tijuana=Pacific Standard Time
    Chihuahua, La Paz, Mazatlan - New=Mountain Standard Time (Mexico)
    Chihuahua, La Paz, Mazatlan - Old=Mountain Standard Time (Mexico)
    Guadalajara, Mexico City, Monterrey - New=Central Standard Time (Mexico)
    Guadalajara, Mexico City, Monterrey - Old=Central Standard Time (Mexico)
    Mexico City, Tegucigalpa=Central Standard Time (Mexico)
    Mexico City=Central Standard Time (Mexico)
    Bogota, Lima, Quito=SA Pacific Standard Time
    Bogota, Lima=SA Pacific Standard Time
    Caracas, La Paz=SA Western Standard Time
    La Paz=SA Western Standard Time
    Manaus=SA Western Standard Time
    Georgetown, La Paz, San Juan=SA Western Standard Time
    Buenos Aires, Georgetown=Argentina Standard Time
    Buenos Aires=Argentina Standard Time
    Georgetown=SA Western Standard Time
    Cayenne=SA Eastern Standard Time
    Mid-Atlantic=UTC-02
    Azores, Cape Verde Is.=Azores Standard Time
    Cape Verde Is.=Cape Verde Standard Time
    Casablanca, Monrovia, Reykjavik=Greenwich Standard Time
    Casablanca, Monrovia=Greenwich Standard Time
    Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London=GMT Standard Time
    Greenwich Mean Time: Dublin, Edinburgh, Lisbon, London=GMT Standard Time
    Greenwich Mean Time; Dublin, Edinburgh, London=GMT Standard Time
    Amsterdam, Copenhagen, Madrid, Paris, Vilnius=Romance Standard Time
    Belgrade, Sarajevo, Skopje, Sofija, Zagreb=Central European Standard Time
    Sarajevo, Skopje, Sofija, Vilnius, Warsaw, Zagreb=Central European Standard Time
    Sarajevo, Skopje, Sofija, Warsaw, Zagreb=Central European Standard Time
    Bratislava, Budapest, Ljubljana, Prague, Warsaw=Central Europe Standard Time
    Prague, Central Europe=Central Europe Standard Time
    Prague, Warsaw, Budapest=Central Europe Standard Time
    Brussels, Berlin, Bern, Rome, Stockholm, Vienna=W. Europe Standard Time
    Berlin, Stockholm, Rome, Bern, Brussels, Vienna=W. Europe Standard Time
    Paris, Madrid, Brussels, Copenhagen=Romance Standard Time
    Paris, Madrid, Amsterdam=Romance Standard Time
    Athens, Bucharest, Istanbul=GTB Standard Time
    Athens, Istanbul, Minsk=GTB Standard Time
    Athens, Helsinki, Istanbul=GTB Standard Time
    Bucharest=GTB Standard Time
    Eastern Europe=E. Europe Standard Time
    E. Europe=E. Europe Standard Time
    Nicosia=E. Europe Standard Time
    Helsinki, Riga, Tallinn=FLE Standard Time
    Helsinki, Kiev, Riga, Sofia, Tallinn, Vilnius=FLE Standard Time
    Israel=Israel Standard Time
    Kaliningrad, Minsk=Kaliningrad Standard Time
    Kaliningrad (RTZ 1)=Kaliningrad Standard Time
    Kuwait, Riyadh, Baghdad=Arab Standard Time
    Baghdad, Kuwait, Riyadh=Arab Standard Time
    Baghdad, Kuwait, Nairobi, Riyadh=Arab Standard Time
    Moscow, St. Petersburg, Volgograd=Russian Standard Time
    Moscow, St. Petersburg, Volgograd (RTZ 2)=Russian Standard Time
    Caucasus Standard Time=Caucasus Standard Time
    Abu Dhabi, Muscat, Tbilisi, Kazan, Volgograd=Arabian Standard Time
    Baku, Tbilisi, Yerevan=Azerbaijan Standard Time
    Baku, Tbilisi=Azerbaijan Standard Time
    Izhevsk, Samara (RTZ 3)=Russia Time Zone 3
    Yekaterinburg=Ekaterinburg Standard Time
    Ekaterinburg (RTZ 4)=Ekaterinburg Standard Time
    Islamabad, Karachi, Tashkent=West Asia Standard Time
    Islamabad, Karachi, Ekaterinburg, Tashkent=West Asia Standard Time
    Tashkent=West Asia Standard Time
    Calcutta, Chennai, Mumbai, New Delhi=India Standard Time
    Bombay, Calcutta, Madras, New Delhi, Colombo=India Standard Time
    Sri Jayawardenapura=Sri Lanka Standard Time
    Colombo=Sri Lanka Standard Time
    Almaty, Dhaka=Central Asia Standard Time
    Almaty, Novosibirsk=N. Central Asia Standard Time
    Astana, Dhaka=Bangladesh Standard Time
    Astana, Almaty=Qyzylorda Standard Time
    Novosibirsk (RTZ 5)=N. Central Asia Standard Time
    Rangoon=Myanmar Standard Time
    Krasnoyarsk (RTZ 6)=North Asia Standard Time
    Beijing, Chongqing, Hong Kong SAR, Urumqi=China Standard Time
    Beijing, Hong Kong, Singapore, Taipei=China Standard Time
    Irkutsk, Ulaan Bataar=North Asia East Standard Time
    Irkutsk, Ulaanbaatar=North Asia East Standard Time
    Irkutsk (RTZ 7)=North Asia East Standard Time
    Singapore=Singapore Standard Time
    Tokyo, Osaka, Sapporo, Seoul, Yakutsk=Tokyo Standard Time
    Osaka, Sapporo, Tokyo, Seoul, Yakutsk=Tokyo Standard Time
    Yakutsk (RTZ 8)=Yakutsk Standard Time
    Melbourne, Sydney=AUS Eastern Standard Time
    Brisbane, Melbourne, Sydney=AUS Eastern Standard Time
    Guam, Port Moresby, Vladivostok=West Pacific Standard Time
    Vladivostok, Magadan (RTZ 9)=Vladivostok Standard Time
    Magadan, Solomon Is., New Caledonia=Central Pacific Standard Time
    Chokurdakh (RTZ 10)=Russia Time Zone 10
    Fiji, Kamchatka, Marshall Is.=Fiji Standard Time
    Fiji, Marshall Is.=Fiji Standard Time
    Petropavlovsk-Kamchatsky=Russia Time Zone 11
    Anadyr, Petropavlovsk-Kamchatsky (RTZ 11)=Russia Time Zone 11
    Nukualofa=Tonga Standard Time
    """

  /// Standard names that differ from the keys of the registry, and keys that are gone.
  private static let standard = """
    Coordinated Universal Time=UTC
    tzone://Microsoft/Utc=UTC
    Jerusalem Standard Time=Israel Standard Time
    Malay Peninsula Standard Time=Singapore Standard Time
    Cabo Verde Standard Time=Cape Verde Standard Time
    West Bank Gaza Standard Time=West Bank Standard Time
    Russia TZ 1 Standard Time=Kaliningrad Standard Time
    Russia TZ 2 Standard Time=Russian Standard Time
    Russia TZ 3 Standard Time=Russia Time Zone 3
    Russia TZ 4 Standard Time=Ekaterinburg Standard Time
    Russia TZ 5 Standard Time=N. Central Asia Standard Time
    Russia TZ 6 Standard Time=North Asia Standard Time
    Russia TZ 7 Standard Time=North Asia East Standard Time
    Russia TZ 8 Standard Time=Yakutsk Standard Time
    Russia TZ 9 Standard Time=Vladivostok Standard Time
    Russia TZ 10 Standard Time=Russia Time Zone 10
    Russia TZ 11 Standard Time=Russia Time Zone 11
    Mexico Standard Time=Central Standard Time (Mexico)
    Mexico Standard Time 2=Mountain Standard Time (Mexico)
    Mid-Atlantic Standard Time=UTC-02
    Kamchatka Standard Time=Russia Time Zone 11
    Armenian Standard Time=Caucasus Standard Time
    """
}
