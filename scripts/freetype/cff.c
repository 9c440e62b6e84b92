/* FreeType's module `cff` in place of its own: outlines, advances and variations, without what tells
   names, encodings and properties. */
#define FT_MAKE_OPTION_SINGLE_OBJECT
#define cff_driver_class whole_cff_driver_class
#include "cffcmap.c"
#include "cffdrivr.c"
#include "cffgload.c"
#include "cffload.c"
#include "cffobjs.c"
#include "cffparse.c"
#undef cff_driver_class

static const FT_ServiceDescRec services[] = {
    {FT_SERVICE_ID_MULTI_MASTERS, &cff_service_multi_masters},
    {FT_SERVICE_ID_METRICS_VARIATIONS, &cff_service_metrics_variations},
    {FT_SERVICE_ID_CFF_LOAD, &cff_service_cff_load},
    {NULL, NULL},
};

static FT_Module_Interface find_service(FT_Module module, const char *service) {
  (void)module;
  return ft_service_list_lookup(services, service);
}

const FT_Driver_ClassRec cff_driver_class = {
    .root =
        {
            .module_flags = FT_MODULE_FONT_DRIVER | FT_MODULE_DRIVER_SCALABLE,
            .module_size = sizeof(PS_DriverRec),
            .module_name = "cff",
            .module_version = 0x10000L,
            .module_requires = 0x20000L,
            .module_init = cff_driver_init,
            .module_done = cff_driver_done,
            .get_interface = find_service,
        },
    .face_object_size = sizeof(TT_FaceRec),
    .size_object_size = sizeof(CFF_SizeRec),
    .slot_object_size = sizeof(CFF_GlyphSlotRec),
    .init_face = cff_face_init,
    .done_face = cff_face_done,
    .init_size = cff_size_init,
    .done_size = cff_size_done,
    .init_slot = cff_slot_init,
    .done_slot = cff_slot_done,
    .load_glyph = cff_glyph_load,
    .get_advances = cff_get_advances,
    .request_size = cff_size_request,
};
