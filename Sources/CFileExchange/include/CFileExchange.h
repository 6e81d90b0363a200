#pragma once

/// Exchanges what two names mean, in one step: nobody sees a moment without either.
/// Returns 0, or -1 with errno: EINVAL or ENOSYS where the file system can't.
int busylife_exchange(const char *first, const char *second);

/// Gives a file another name, in one step, and only if nothing has it.
/// Returns 0, or -1 with errno: EEXIST where something has, EINVAL or ENOSYS where the file system can't.
int busylife_move(const char *from, const char *to);
