#ifndef FIRSTLIGHT_NAMED_H
#define FIRSTLIGHT_NAMED_H

// What Swift calls a field.
#define NAMED(name) __attribute__((swift_name(#name)))
#endif
