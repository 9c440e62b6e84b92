#include "skia_peer.h"

#define PY_SSIZE_T_CLEAN
#include <Python.h>

// Passes the commands to the module of the same name, which is beside this file.

static PyObject *check(PyObject *object) {
  if (object) return object;
  PyErr_Print();
  abort();
}

static PyObject *load_module(void) {
  static PyObject *module;
  if (module) return module;
  Py_InitializeEx(0);
  PyObject *path = check(PySys_GetObject("path"));
  static const char *folders[] = {SKIA_FOLDER, SKIA_PEER_FOLDER};
  for (size_t index = 0; index < 2; index++) {
    PyObject *folder = check(PyUnicode_FromString(folders[index]));
    PyList_Insert(path, 0, folder);
    Py_DECREF(folder);
  }
  PySys_SetObject("dont_write_bytecode", Py_True);
  module = check(PyImport_ImportModule("skia_peer"));
  return module;
}

static void *create(uint32_t *pixels, int width, int height, int stride) {
  PyObject *module = load_module();
  PyObject *memory = check(
      PyMemoryView_FromMemory((char *)pixels, (Py_ssize_t)stride * height, PyBUF_WRITE));
  return check(PyObject_CallMethod(module, "Canvas", "(Niii)", memory, width, height, stride));
}

static void destroy(void *canvas) { Py_DECREF((PyObject *)canvas); }

static PyObject *color(const peer_color *color) {
  return check(Py_BuildValue("(dddd)", color->red, color->green, color->blue, color->alpha));
}

// Pairs of a verb and its numbers.
static PyObject *path(const peer_path *path) {
  PyObject *result = check(PyList_New(0));
  const double *numbers = path->numbers;
  for (size_t index = 0; index < path->verb_count; index++) {
    size_t count = peer_number_count(path->verbs[index]);
    PyObject *values = check(PyTuple_New((Py_ssize_t)count));
    for (size_t value = 0; value < count; value++) {
      PyTuple_SetItem(values, (Py_ssize_t)value, check(PyFloat_FromDouble(numbers[value])));
    }
    PyObject *pair = check(Py_BuildValue("(iN)", path->verbs[index], values));
    PyList_Append(result, pair);
    Py_DECREF(pair);
    numbers += count;
  }
  return result;
}

static PyObject *stops(const peer_command *command) {
  PyObject *result = check(PyList_New(0));
  for (size_t index = 0; index < command->stop_count; index++) {
    const peer_stop *stop = command->stops + index;
    PyObject *pair = check(Py_BuildValue("(dN)", stop->offset, color(&stop->color)));
    PyList_Append(result, pair);
    Py_DECREF(pair);
  }
  return result;
}

static PyObject *image(const peer_image *image) {
  if (!image) Py_RETURN_NONE;
  PyObject *memory = check(PyMemoryView_FromMemory(
      (char *)image->words, (Py_ssize_t)4 * image->width * image->height, PyBUF_READ));
  return check(
      Py_BuildValue("(nNiii)", (Py_ssize_t)image, memory, image->width, image->height,
                    image->is_opaque));
}

static void prepare(void *canvas, const peer_command *commands, size_t count) {
  for (size_t index = 0; index < count; index++) {
    const peer_command *command = commands + index;
    double edges[4] = {0, 0, 0, 0};
    int is_rect = peer_path_is_rect(&command->path, edges);
    PyObject *result = check(PyObject_CallMethod(
        canvas, "add", "(iNN(dddd)diiN(dddd)NN(ii)dd)", (int)command->operation,
        path(&command->path), PyBool_FromLong(is_rect), edges[0], edges[1], edges[2], edges[3],
        command->width, (int)command->cap, (int)command->paint, color(&command->color), command->x0,
        command->y0, command->x1, command->y1, stops(command), image(command->image),
        command->image_x, command->image_y, command->opacity, command->blur));
    Py_DECREF(result);
  }
}

static void draw(void *canvas, size_t first, size_t end, const peer_rect *clip) {
  PyObject *result =
      clip ? PyObject_CallMethod(canvas, "draw", "(nn(iiii))", (Py_ssize_t)first, (Py_ssize_t)end,
                                 clip->x, clip->y, clip->width, clip->height)
           : PyObject_CallMethod(canvas, "draw", "(nn)", (Py_ssize_t)first, (Py_ssize_t)end);
  Py_DECREF(check(result));
}

const peer_engine *skia_peer(void) {
  static const peer_engine engine = {"Skia", create, destroy, prepare, draw, 1};
  return &engine;
}
