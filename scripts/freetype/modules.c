/* What stands in for FreeType's modules `psaux` and `psnames`: of the former the part that CFF takes,
   without the one for Type 1; of the latter nothing but that it is there. */
#define FT_MAKE_OPTION_SINGLE_OBJECT

#include "psarrst.c"
#include "psblues.c"
#include "psconv.c"
#include "pserror.c"
#include "psfont.c"
#include "psft.c"
#include "pshints.c"
#include "psintrp.c"
#include "psobjs.c"
#include "psread.c"
#include "psstack.c"
#include "t1decode.c"
#include "cffdecode.c"

#include FT_MODULE_H
#include <freetype/internal/services/svpscmap.h>

static const CFF_Decoder_FuncsRec decoder = {
    .init = cff_decoder_init,
    .prepare = cff_decoder_prepare,
    .parse_charstrings = cf2_decoder_parse_charstrings,
};

static const PSAux_ServiceRec psaux = {
    .cff_random = cff_random,
    .ps_decoder_init = ps_decoder_init,
    .cff_decoder_funcs = &decoder,
};

FT_DEFINE_MODULE(psaux_module_class, 0, sizeof(FT_ModuleRec), "psaux", 0x20000L, 0x20000L, &psaux,
                 NULL, NULL, NULL)

/* Names of glyphs are asked for by fonts without a table of characters, which are refused. */
static const char *no_name(FT_UInt sid) {
  (void)sid;
  return NULL;
}

static const FT_Service_PsCMapsRec names = {.adobe_std_strings = no_name};

static FT_Module_Interface find_names(FT_Module module, const char *service) {
  (void)module;
  return ft_strcmp(service, FT_SERVICE_ID_POSTSCRIPT_CMAPS) ? NULL : (FT_Module_Interface)&names;
}

FT_DEFINE_MODULE(psnames_module_class, 0, sizeof(FT_ModuleRec), "psnames", 0x10000L, 0x20000L, NULL,
                 NULL, NULL, find_names)
