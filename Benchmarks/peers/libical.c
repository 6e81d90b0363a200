/* usage: libical FILE

   Reads an iCalendar file with libical and expands the year 2026 in UTC. Prints the seconds of processor time that each
   took within the process, the number of occurrences, and the peak memory. */
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static double processor_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* The file's bytes and a zero after them. */
static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) return NULL;
  long size = ftell(file);
  rewind(file);
  char *bytes = malloc((size_t)size + 1);
  if (bytes == NULL || fread(bytes, 1, (size_t)size, file) != (size_t)size) return NULL;
  bytes[size] = 0;
  fclose(file);
  return bytes;
}

struct found {
  long occurrences;
  /* A checksum of all starts, so that no compiler removes the work. */
  unsigned long long sum;
};

static void occurrence(icalcomponent *event, struct icaltime_span *span, void *context) {
  struct found *found = context;
  (void)event;
  found->occurrences += 1;
  found->sum += (unsigned long long)span->start;
}

int main(int count, char **words) {
  char *bytes = count == 2 ? read_file(words[1]) : NULL;
  if (bytes == NULL) {
    fprintf(stderr, "usage: libical FILE\n");
    return 64;
  }
  double begun = processor_time();
  icalcomponent *calendar = icalparser_parse_string(bytes);
  double parsed = processor_time();
  if (calendar == NULL) {
    fprintf(stderr, "libical reads no calendar in %s\n", words[1]);
    return 1;
  }
  struct found found = {0, 0};
  struct icaltimetype from = icaltime_from_string("20260101T000000Z");
  struct icaltimetype to = icaltime_from_string("20270101T000000Z");
  for (icalcomponent *event = icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT); event != NULL;
       event = icalcomponent_get_next_component(calendar, ICAL_VEVENT_COMPONENT)) {
    icalcomponent_foreach_recurrence(event, from, to, occurrence, &found);
  }
  double expanded = processor_time();
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("libical %s parse %.4f s expand %.4f s occurrences %ld sum %llu peak %ld MiB\n", ICAL_VERSION, parsed - begun,
         expanded - parsed, found.occurrences, found.sum, usage.ru_maxrss / 1024);
  return 0;
}
