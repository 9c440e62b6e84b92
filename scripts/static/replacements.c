/* The static daemon's replacements for functions of the C library: it uses less of them,
   and the library's own would link streams, locales, character sets and the loading of libraries. */

typedef __SIZE_TYPE__ size_t;

_Noreturn void abort(void);

/* Referred to by code that never runs, such as the libraries' functions for files and for messages
   that are not used. */
static void absent(void) { abort(); }
#define ABSENT(name) void name(void) __attribute__((alias("absent")))

/* Streams: the daemon writes to descriptors. */
ABSENT(fopen);
ABSENT(fclose);
ABSENT(fread);
ABSENT(fwrite);
ABSENT(fflush);
ABSENT(ferror);
ABSENT(fputc);
ABSENT(fputs);
ABSENT(_IO_fputs);
ABSENT(getline);
ABSENT(open_memstream);
ABSENT(remove);
void *stderr;

/* Numbers and letters as a locale has them: numbers are read by Sources/CMath/number.h. */
ABSENT(strtod);
ABSENT(strtol);
ABSENT(strtoul);
ABSENT(strcasecmp);
ABSENT(strncasecmp);
/* The tables of kinds of characters are not looked up when the program starts, either. */
void __ctype_init(void) {}

/* Formatting: Swift cannot call it, and its own messages need none. */
ABSENT(fprintf);
ABSENT(__fprintf_chk);
ABSENT(__fxprintf);
ABSENT(vfprintf);
ABSENT(sprintf);
ABSENT(__sprintf_chk);
ABSENT(snprintf);
ABSENT(__snprintf);
ABSENT(__snprintf_chk);
ABSENT(__vsnprintf_chk);
ABSENT(asprintf);
ABSENT(vasprintf);
ABSENT(__isoc99_fscanf);
ABSENT(__isoc99_sscanf);
ABSENT(strerror);
ABSENT(__strerror_r);

/* The message of a failed assertion; the signal remains. */
ABSENT(__assert_fail);

/* Threads are not cancelled, and have no streams to lock, no names of hosts to look up and no stacks to
   make executable. Of what the library keeps for each only the memory is given back at its end. */
void _IO_enable_locks(void) {}
__thread void *__libc_resp;
void __malloc_arena_thread_freeres(void) __attribute__((weak));
void __libc_thread_freeres(void) {
  if (__malloc_arena_thread_freeres) __malloc_arena_thread_freeres();
}
ABSENT(__nptl_change_stack_perm);
ABSENT(__pthread_cancel);
ABSENT(__pthread_once);

/* The number of memory's arenas has a limit from the start. Otherwise the thread that asks for one more
   than eight counts the processors, in a file that is read by functions that are absent here. */
int mallopt(int parameter, int value);
__attribute__((constructor)) static void limit_arenas(void) {
  enum { M_ARENA_MAX = -8 };
  mallopt(M_ARENA_MAX, 8);
}

/* No library is loaded, so that none is looked for. */
void _dl_init_paths(void) {}

/* The library has each of these once for every kind of vector; here strings are short. */
int strcmp(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return (unsigned char)*a - (unsigned char)*b;
}
int strncmp(const char *a, const char *b, size_t count) {
  while (count && *a && *a == *b) a++, b++, count--;
  return count ? (unsigned char)*a - (unsigned char)*b : 0;
}
char *__stpcpy(char *to, const char *from) {
  while ((*to = *from)) to++, from++;
  return to;
}
char *strcpy(char *to, const char *from) {
  __stpcpy(to, from);
  return to;
}
char *strncpy(char *to, const char *from, size_t count) {
  for (size_t index = 0; index < count; index++) {
    to[index] = *from;
    if (*from) from++;
  }
  return to;
}
char *__strchrnul(const char *text, int byte) {
  while (*text && *text != (char)byte) text++;
  return (char *)text;
}
char *strchr(const char *text, int byte) {
  text = __strchrnul(text, byte);
  return *text == (char)byte ? (char *)text : 0;
}
char *strrchr(const char *text, int byte) {
  const char *found = 0;
  do {
    if (*text == (char)byte) found = text;
  } while (*text++);
  return (char *)found;
}
char *strstr(const char *text, const char *part) {
  size_t count = 0;
  while (part[count]) count++;
  for (; strncmp(text, part, count); text++) {
    if (!*text) return 0;
  }
  return (char *)text;
}
size_t __strnlen(const char *text, size_t limit) {
  size_t count = 0;
  while (count < limit && text[count]) count++;
  return count;
}
