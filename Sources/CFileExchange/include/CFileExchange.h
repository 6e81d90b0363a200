#pragma once

/// Exchanges what two names in an open folder mean, in one step: nobody sees a moment without either.
/// Returns 0, or -1 with errno: EINVAL or ENOSYS where the file system can't.
int busylife_exchange(int folder, const char *first, const char *second);

/// Gives a file in an open folder another name there, in one step, and only if nothing has it.
/// Returns 0, or -1 with errno: EEXIST where something has, EINVAL or ENOSYS where the file system can't.
int busylife_move(int folder, const char *from, const char *to);
