/* FreeType's module `sfnt` in place of its own: tables without names, kerning, bitmaps and colours. */
#define FT_MAKE_OPTION_SINGLE_OBJECT
#include "sfobjs.c"
#include "ttcmap.c"
#include "ttkern.c"
#include "ttload.c"
#include "ttmtx.c"

/* A table that is not looked for. */
static FT_Error no_table(TT_Face face, FT_Stream stream) {
  (void)face, (void)stream;
  return FT_THROW(Table_Missing);
}

static void free_nothing(TT_Face face) { (void)face; }

static FT_Error no_name(TT_Face face, FT_UShort name, FT_String **text) {
  (void)face, (void)name;
  *text = NULL;
  return FT_Err_Ok;
}

static FT_Bool no_name_id(TT_Face face, FT_UShort name, FT_Int *windows, FT_Int *apple) {
  (void)face, (void)name, (void)windows, (void)apple;
  return 0;
}

static FT_Module_Interface find_service(FT_Module module, const char *service) {
  (void)module, (void)service;
  return NULL;
}

static const SFNT_Interface tables = {
    .goto_table = tt_face_goto_table,
    .init_face = sfnt_init_face,
    .load_face = sfnt_load_face,
    .done_face = sfnt_done_face,
    .get_interface = find_service,
    .load_any = tt_face_load_any,
    .load_head = tt_face_load_head,
    .load_hhea = tt_face_load_hhea,
    .load_cmap = tt_face_load_cmap,
    .load_maxp = tt_face_load_maxp,
    .load_os2 = tt_face_load_os2,
    .load_post = no_table,
    .load_name = no_table,
    .free_name = free_nothing,
    .load_kern = no_table,
    .load_gasp = no_table,
    .load_pclt = no_table,
    .load_font_dir = tt_face_load_font_dir,
    .load_hmtx = tt_face_load_hmtx,
    .get_metrics = tt_face_get_metrics,
    .get_name = no_name,
    .get_name_id = no_name_id,
};

const FT_Module_Class sfnt_module_class = {
    .module_size = sizeof(FT_ModuleRec),
    .module_name = "sfnt",
    .module_version = 0x10000L,
    .module_requires = 0x20000L,
    .module_interface = &tables,
    .get_interface = find_service,
};
