/* usage: write_files LIST FOLDER THREADS

   Writes files with the names and sizes of a list (one per line: path, tab, bytes) and does nothing else: the lower
   bound of the cost of any build of these files. The list is sorted, so the files of a folder are consecutive. Folders
   are created first; then each thread writes a range of the list, with one open, one write and one close per file. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct file {
  char *path;
  size_t size;
};

struct run {
  const struct file *from, *to;
};

static const char *content;

static void fail(const char *path) {
  perror(path);
  exit(1);
}

static void *write_run(void *argument) {
  const struct run *run = argument;
  for (const struct file *file = run->from; file < run->to; file++) {
    int descriptor = open(file->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (descriptor < 0 || write(descriptor, content, file->size) != (ssize_t)file->size) fail(file->path);
    close(descriptor);
  }
  return NULL;
}

/* Creates the folders above a file, except those shared with the previous file. */
static void make_folders(char *path, const char *before) {
  size_t same = 0;
  for (size_t at = 0; path[at] != 0 && path[at] == before[at]; at++) {
    if (path[at] == '/') same = at + 1;
  }
  for (char *slash = strchr(path + (same > 0 ? same : 1), '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    if (mkdir(path, 0755) != 0 && errno != EEXIST) fail(path);
    *slash = '/';
  }
}

int main(int count, char **words) {
  FILE *list = count == 4 ? fopen(words[1], "r") : NULL;
  long threads = count == 4 ? strtol(words[3], NULL, 10) : 0;
  if (list == NULL || threads < 1 || threads > 256) {
    fprintf(stderr, "usage: write_files LIST FOLDER THREADS\n");
    return 64;
  }
  struct file *files = NULL;
  size_t known = 0, room = 0, largest = 0;
  char line[PATH_MAX];
  while (fgets(line, sizeof line, list) != NULL) {
    char *tab = strchr(line, '\t');
    if (tab == NULL) {
      fprintf(stderr, "%s: a line has no tab\n", words[1]);
      return 1;
    }
    *tab = 0;
    if (known == room) {
      room = room == 0 ? 1024 : 2 * room;
      files = realloc(files, room * sizeof *files);
      if (files == NULL) fail("realloc");
    }
    size_t size = strtoul(tab + 1, NULL, 10);
    if (asprintf(&files[known].path, "%s/%s", words[2], line) < 0) fail("asprintf");
    files[known].size = size;
    if (size > largest) largest = size;
    known += 1;
  }
  fclose(list);
  char *bytes = malloc(largest + 1);
  if (bytes == NULL) fail("malloc");
  memset(bytes, 'x', largest + 1);
  content = bytes;
  if (mkdir(words[2], 0755) != 0 && errno != EEXIST) fail(words[2]);
  for (size_t index = 0; index < known; index++) {
    make_folders(files[index].path, index == 0 ? "" : files[index - 1].path);
  }
  struct run runs[256];
  pthread_t workers[256];
  for (long thread = 0; thread < threads; thread++) {
    runs[thread].from = files + known * (size_t)thread / (size_t)threads;
    runs[thread].to = files + known * (size_t)(thread + 1) / (size_t)threads;
    if (thread > 0 && pthread_create(&workers[thread], NULL, write_run, &runs[thread]) != 0) fail("pthread_create");
  }
  write_run(&runs[0]);
  for (long thread = 1; thread < threads; thread++) pthread_join(workers[thread], NULL);
  return 0;
}
