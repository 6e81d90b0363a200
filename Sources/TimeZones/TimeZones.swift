/// # TimeZones
///
/// What the clocks of a place show at an instant, and the other way about: offsets from UTC, the
/// transitions between them, and the rule that goes on after the last recorded transition.
///
/// - ``Zone``: a name and its rules; offsets, wall clocks, first instants of days.
/// - ``LocalTime``: what a wall clock's reading means: one instant, none (a gap) or two (a fold).
/// - ``ZoneCursor``: a zone and the span last asked about, for many questions in time order.
/// - ``PosixTimeZone``: the rule of a POSIX `TZ` string, for every year without end.
/// - ``ZoneSpelling``: `UTC+8`, `GMT-2`, `+05:45`, and zones in file names.
/// - ``ZoneTable``: names, in any case, to zones.
///
/// Follows RFC 9636 (TZif, versions 1 to 4, and the `TZ` strings of its section 3.3, which extend
/// those of POSIX.1-2024) and RFC 3339 for offsets.
///
/// Left out: finding and reading files (the host does that), localised zone names (the host's
/// tables), leap seconds (a TZif file that counts them is converted to POSIX time), and offsets
/// beyond ±18:00, which no clock ever had.
