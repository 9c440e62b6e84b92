/* FreeType's modules `psaux` and `psnames` in place of its own: of the former what CFF takes, without
   what Type 1 does; of the latter nothing but that it is there. */
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
#include <freetype/internal/services/svpscmap.h>

const PS_Builder_FuncsRec ps_builder_funcs = {.init = ps_builder_init, .done = ps_builder_done};

const CFF_Builder_FuncsRec cff_builder_funcs = {
    .init = cff_builder_init,
    .done = cff_builder_done,
    .check_points = cff_check_points,
    .add_point = cff_builder_add_point,
    .add_point1 = cff_builder_add_point1,
    .add_contour = cff_builder_add_contour,
    .start_point = cff_builder_start_point,
    .close_contour = cff_builder_close_contour,
};

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

const FT_Module_Class psaux_module_class = {
    .module_size = sizeof(FT_ModuleRec),
    .module_name = "psaux",
    .module_version = 0x20000L,
    .module_requires = 0x20000L,
    .module_interface = &psaux,
};

/* Only fonts without a table of characters, which are refused, have names of glyphs looked up. */
static const char *no_name(FT_UInt sid) {
  (void)sid;
  return NULL;
}

static const FT_Service_PsCMapsRec names = {.adobe_std_strings = no_name};

static FT_Module_Interface find_names(FT_Module module, const char *service) {
  (void)module;
  return ft_strcmp(service, FT_SERVICE_ID_POSTSCRIPT_CMAPS) ? NULL : (FT_Module_Interface)&names;
}

const FT_Module_Class psnames_module_class = {
    .module_size = sizeof(FT_ModuleRec),
    .module_name = "psnames",
    .module_version = 0x10000L,
    .module_requires = 0x20000L,
    .get_interface = find_names,
};
