/// # Files
///
/// All access to the file system for writing: folders that are opened once, and single names in them.
///
/// - ``Folder``: an open folder. Lists, reads, writes, renames and removes what is in it.
/// - ``FolderTree``: a folder and those within it, each opened once.
/// - ``FolderPath``: opens the ``Folder`` at a path that the user typed.
/// - ``OpenFile``: a file that is read in parts.
/// - ``FileLock``: keeps other processes out.
/// - ``PrivateFolder``: a folder that no other user can write to.
/// - ``ReadingFolder``: reads files below a folder, and never leaves it through a link.
///
/// No path is resolved twice, and nothing is written, renamed or removed through a symbolic link: each step of a path
/// is opened separately with O_NOFOLLOW, relative to the descriptor of the folder before it (openat(2)). So it does not
/// matter whether another process replaces a folder between two steps: the descriptor stays with the folder that was
/// opened.
///
/// openat2(2) with RESOLVE_BENEATH would save steps when opening files. It is not used: rename, remove and stat have no
/// such flag, so the folders must be opened anyway; and where a system lacks or forbids openat2, a second way would
/// have to be as safe as the first.
///
/// Left out: Foundation, and the meaning of paths (SiteBuilder, Readers and SourceEditing).

#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif
