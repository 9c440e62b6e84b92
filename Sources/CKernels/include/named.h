#ifndef FIRSTLIGHT_NAMED_H
#define FIRSTLIGHT_NAMED_H

// The name of a field in Swift.
#define NAMED(name) __attribute__((swift_name(#name)))
#endif
