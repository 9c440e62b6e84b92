// Expat: XML with namespaces, and the conversion of encodings that it does not know.
#ifndef FIRSTLIGHT_CEXPAT_H
#define FIRSTLIGHT_CEXPAT_H
// The bounds on what entities expand to are declared only with it; every distribution's library has
// them.
#ifndef XML_DTD
#define XML_DTD 1
#endif
#include <expat.h>
#include <iconv.h>
#endif
