#pragma once

/// Exchanges two names in an open folder atomically: both exist at any moment. Returns 0, or -1 with errno: EINVAL or
/// ENOSYS if the file system can't.
int busylife_exchange(int folder, const char *first, const char *second);

/// Renames a file in an open folder atomically, and only if the new name is not in use. Returns 0, or -1 with errno:
/// EEXIST if it is in use, EINVAL or ENOSYS if the file system can't.
int busylife_move(int folder, const char *from, const char *to);
