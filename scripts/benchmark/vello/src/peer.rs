//! What `peer.h` declares.

use std::ffi::{c_char, c_int, c_void};
use std::slice;

pub const MOVE: u8 = 0;
pub const LINE: u8 = 1;
pub const QUADRATIC: u8 = 2;
pub const CUBIC: u8 = 3;
pub const ARC: u8 = 4;
pub const EVEN_ODD: c_int = 1;
pub const STROKE: c_int = 2;
pub const COLOR: c_int = 0;
pub const GRADIENT: c_int = 1;
pub const IMAGE: c_int = 2;

#[repr(C)]
pub struct Path {
    verbs: *const u8,
    verb_count: usize,
    numbers: *const f64,
}

#[repr(C)]
pub struct Color {
    pub red: f64,
    pub green: f64,
    pub blue: f64,
    pub alpha: f64,
}

#[repr(C)]
pub struct Stop {
    pub offset: f64,
    pub color: Color,
}

#[repr(C)]
pub struct Image {
    pub words: *const u32,
    pub width: c_int,
    pub height: c_int,
    pub is_opaque: c_int,
}

#[repr(C)]
pub struct Command {
    pub operation: c_int,
    pub path: Path,
    pub width: f64,
    pub cap: c_int,
    pub paint: c_int,
    pub color: Color,
    pub x0: f64,
    pub y0: f64,
    pub x1: f64,
    pub y1: f64,
    pub stops: *const Stop,
    pub stop_count: usize,
    pub image: *const Image,
    pub image_x: c_int,
    pub image_y: c_int,
    pub opacity: f64,
    pub blur: f64,
}

#[repr(C)]
pub struct Rect {
    x: c_int,
    y: c_int,
    width: c_int,
    height: c_int,
}

impl Rect {
    pub fn kurbo(&self) -> vello_cpu::kurbo::Rect {
        let (x, y) = (f64::from(self.x), f64::from(self.y));
        vello_cpu::kurbo::Rect::new(x, y, x + f64::from(self.width), y + f64::from(self.height))
    }
}

#[repr(C)]
pub struct Engine {
    pub name: *const c_char,
    pub create: extern "C" fn(*mut u32, c_int, c_int, c_int) -> *mut c_void,
    pub destroy: extern "C" fn(*mut c_void),
    pub prepare: extern "C" fn(*mut c_void, *const Command, usize),
    pub draw: extern "C" fn(*mut c_void, usize, usize, *const Rect),
    pub can_blur: c_int,
}

// It points to text that is never changed.
unsafe impl Sync for Engine {}

unsafe extern "C" {
    fn peer_number_count(verb: u8) -> usize;
    fn peer_path_is_rect(path: *const Path, edges: *mut f64) -> c_int;
}

/// Hands over each verb with its numbers.
pub fn for_each(path: &Path, mut body: impl FnMut(u8, &[f64])) {
    let mut numbers = path.numbers;
    for &verb in unsafe { slice::from_raw_parts(path.verbs, path.verb_count) } {
        let count = unsafe { peer_number_count(verb) };
        body(verb, unsafe { slice::from_raw_parts(numbers, count) });
        numbers = unsafe { numbers.add(count) };
    }
}

/// Left, top, right and bottom of a path that is one upright rectangle.
pub fn rect_of(path: &Path) -> Option<[f64; 4]> {
    let mut edges = [0.0; 4];
    (unsafe { peer_path_is_rect(path, edges.as_mut_ptr()) } != 0).then_some(edges)
}
