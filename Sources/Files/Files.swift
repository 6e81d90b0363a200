/// # Files
///
/// The one way in which the command touches the file system: folders that are opened once, and what lies in
/// them, named by single names.
///
/// - ``Folder``: an open folder. Looks at, reads, writes, renames and removes what it holds.
/// - ``FolderTree``: a folder and those within it, each opened once.
/// - ``FolderPath``: from a path that somebody typed to a ``Folder``.
/// - ``FileLock``: keeps other processes out.
/// - ``PrivateFolder``: a folder that no other user can read or write.
/// - ``ReadingFolder``: reads what lies below a folder, and never leaves it through a link.
///
/// No path is resolved twice, and nothing is written, renamed or removed through a symbolic link: each step of a
/// path is opened by itself with O_NOFOLLOW, from the descriptor of the folder before it (openat(2)). So it does not
/// matter what another process puts in the place of a folder between two looks: the descriptor stays at the folder
/// that was opened.
///
/// openat2(2) with RESOLVE_BENEATH would save steps when files are opened. It is not used: rename, remove and stat
/// have no such flag, so that the folders must be opened anyway; and where a system lacks openat2 or forbids it,
/// a second way would have to be as safe as the first.
///
/// Left out: Foundation; and what the paths mean (SiteBuilder, Readers and SourceEditing know).

#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif
