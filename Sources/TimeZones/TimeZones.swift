/// # TimeZones
///
/// Conversions between instants and local times: UTC offsets, the transitions between them, and the rule for the time
/// after the last recorded transition.
///
/// - ``Zone``: a name and its rules; offsets, wall clocks, first instants of days.
/// - ``LocalTime``: what a local time means: one instant, none (a gap) or two (a fold).
/// - ``ZoneCursor``: a zone and the span last used, for many queries in time order.
/// - ``PosixTimeZone``: the rule of a POSIX `TZ` string, for every year without end.
/// - ``ZoneSpelling``: `UTC+8`, `GMT-2`, `+05:45`, and zones in file names.
/// - ``ZoneTable``: names, in any case, to zones.
///
/// Follows RFC 9636 (TZif, versions 1 to 4, and the `TZ` strings of its section 3.3, which extend
/// those of POSIX.1-2024) and RFC 3339 for offsets.
///
/// Left out: finding and reading files (the host does that), localised zone names (in the host's tables), leap seconds
/// (a TZif file that counts them is converted to POSIX time), and offsets beyond ±18:00, which no zone has had.
