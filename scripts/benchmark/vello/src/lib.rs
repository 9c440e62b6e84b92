//! Draws what the benchmark describes with vello_cpu.
//!
//! vello_cpu's pixels are RGBA bytes and the benchmark's BGRA: red and blue are exchanged in every
//! colour and image, which costs nothing while it draws.

mod peer;

use peer::{Color, Command, Engine, Image, Path, Rect};
use std::collections::HashMap;
use std::ffi::{c_int, c_void};
use std::slice;
use std::sync::Arc;
use vello_cpu::color::{AlphaColor, DynamicColor, Srgb};
use vello_cpu::kurbo::{Affine, Arc as KurboArc, BezPath, Cap, Join, Point, Shape, Stroke};
use vello_cpu::kurbo::{Rect as KurboRect, Vec2};
use vello_cpu::peniko::{ColorStop, Fill, Gradient, ImageQuality, ImageSampler};
use vello_cpu::{CompositeMode, ImageSource, PaintType, Pixmap, PixmapMut};
use vello_cpu::{RasterizerSettings, RenderContext, Resources};

struct Item {
    operation: c_int,
    path: BezPath,
    rect: Option<KurboRect>,
    stroke: Stroke,
    paint: PaintType,
    color: AlphaColor<Srgb>,
    paint_transform: Affine,
    opacity: f64,
    blur: f64,
    bounds: KurboRect,
    is_opaque_rect: bool,
}

struct Canvas {
    pixels: &'static mut [u8],
    width: u16,
    height: u16,
    context: RenderContext,
    resources: Resources,
    items: Vec<Item>,
}

extern "C" fn create(pixels: *mut u32, width: c_int, height: c_int, stride: c_int) -> *mut c_void {
    if stride != width * 4 {
        return std::ptr::null_mut();
    }
    // The benchmark keeps the pixels for longer than the canvas, and its frame fits 16 bits.
    let bytes = (stride * height) as usize;
    let pixels = unsafe { slice::from_raw_parts_mut(pixels.cast::<u8>(), bytes) };
    let (width, height) = (width as u16, height as u16);
    let canvas = Canvas {
        pixels,
        width,
        height,
        context: RenderContext::new(width, height),
        resources: Resources::new(),
        items: Vec::new(),
    };
    Box::into_raw(Box::new(canvas)).cast()
}

extern "C" fn destroy(canvas: *mut c_void) {
    drop(unsafe { Box::from_raw(canvas.cast::<Canvas>()) });
}

extern "C" fn prepare(canvas: *mut c_void, commands: *const Command, count: usize) {
    let canvas = unsafe { &mut *canvas.cast::<Canvas>() };
    let mut images = HashMap::new();
    for command in unsafe { slice::from_raw_parts(commands, count) } {
        canvas.items.push(item(command, &mut images));
    }
}

fn color_of(color: &Color, opacity: f64) -> AlphaColor<Srgb> {
    let [blue, green, red, alpha] =
        [color.blue, color.green, color.red, color.alpha * opacity].map(|value| value as f32);
    AlphaColor::new([blue, green, red, alpha])
}

fn item(command: &Command, images: &mut HashMap<*const Image, Arc<Pixmap>>) -> Item {
    let path = path_of(&command.path);
    let rect = peer::rect_of(&command.path).map(|[x0, y0, x1, y1]| KurboRect::new(x0, y0, x1, y1));
    let caps = [Cap::Butt, Cap::Round, Cap::Square];
    let stroke = Stroke::new(command.width)
        .with_caps(caps[command.cap as usize])
        .with_join(Join::Miter);
    let color = color_of(&command.color, command.opacity);
    let mut paint_transform = Affine::IDENTITY;
    let paint: PaintType = match command.paint {
        peer::GRADIENT => gradient(command).into(),
        peer::IMAGE => {
            paint_transform =
                Affine::translate(Vec2::new(command.image_x.into(), command.image_y.into()));
            image(command, images).into()
        }
        _ => color.into(),
    };
    let is_stroke = command.operation == peer::STROKE;
    let is_opaque_rect = rect.is_some()
        && !is_stroke
        && command.blur == 0.0
        && command.paint == peer::COLOR
        && command.color.alpha * command.opacity == 1.0;
    // Caps and miters reach two widths at most in the cases, and a gaussian is nothing behind 3 σ.
    let reach = if is_stroke { 2.0 * command.width } else { 3.0 * command.blur };
    let bounds = path.bounding_box().inflate(reach, reach);
    Item {
        operation: command.operation,
        path,
        rect,
        stroke,
        paint,
        color,
        paint_transform,
        opacity: if command.paint == peer::IMAGE { command.opacity } else { 1.0 },
        blur: command.blur,
        bounds,
        is_opaque_rect,
    }
}

fn gradient(command: &Command) -> Gradient {
    let stops = unsafe { slice::from_raw_parts(command.stops, command.stop_count) };
    let stops: Vec<ColorStop> = stops
        .iter()
        .map(|stop| ColorStop {
            offset: stop.offset as f32,
            color: DynamicColor::from_alpha_color(color_of(&stop.color, command.opacity)),
        })
        .collect();
    Gradient::new_linear((command.x0, command.y0), (command.x1, command.y1)).with_stops(&stops[..])
}

fn image(
    command: &Command,
    images: &mut HashMap<*const Image, Arc<Pixmap>>,
) -> vello_cpu::Image {
    let source = unsafe { &*command.image };
    let pixmap = images.entry(command.image).or_insert_with(|| Arc::new(pixmap(source)));
    vello_cpu::Image {
        image: ImageSource::Pixmap(pixmap.clone()),
        sampler: ImageSampler {
            quality: ImageQuality::Low,
            ..ImageSampler::default()
        },
    }
}

fn pixmap(source: &Image) -> Pixmap {
    let (width, height) = (source.width as u16, source.height as u16);
    let mut pixmap = Pixmap::new(width, height);
    let count = usize::from(width) * usize::from(height);
    let words = unsafe { slice::from_raw_parts(source.words, count) };
    for (target, word) in pixmap.data_as_u8_slice_mut().chunks_exact_mut(4).zip(words) {
        target.copy_from_slice(&word.to_le_bytes());
    }
    pixmap.set_may_have_transparency(source.is_opaque == 0);
    pixmap
}

fn path_of(path: &Path) -> BezPath {
    let mut result = BezPath::new();
    peer::for_each(path, |verb, n| match verb {
        peer::MOVE => result.move_to((n[0], n[1])),
        peer::LINE => result.line_to((n[0], n[1])),
        peer::QUADRATIC => result.quad_to((n[0], n[1]), (n[2], n[3])),
        peer::CUBIC => result.curve_to((n[0], n[1]), (n[2], n[3]), (n[4], n[5])),
        peer::ARC => {
            let arc = KurboArc::new((n[0], n[1]), (n[2], n[2]), n[3], n[4], 0.0);
            let start = Point::new(n[0] + n[2] * n[3].cos(), n[1] + n[2] * n[3].sin());
            match result.elements().is_empty() {
                true => result.move_to(start),
                false => result.line_to(start),
            }
            result.extend(arc.path_elements(0.01).skip(1));
        }
        _ => result.close_path(),
    });
    result
}

// A scene costs by its size, so it is as large as what is drawn.
extern "C" fn draw(canvas: *mut c_void, first: usize, end: usize, clip: *const Rect) {
    let canvas = unsafe { &mut *canvas.cast::<Canvas>() };
    let items = &canvas.items[first..end];
    let frame = KurboRect::new(0.0, 0.0, canvas.width.into(), canvas.height.into());
    let drawn = match unsafe { clip.as_ref() } {
        Some(clip) => clip.kurbo(),
        None => items.iter().fold(KurboRect::ZERO, |all, item| match all.is_zero_area() {
            true => item.bounds,
            false => all.union(item.bounds),
        }),
    };
    let drawn = drawn.expand().intersect(frame);
    let (width, height) = (drawn.width() as u16, drawn.height() as u16);
    let context = &mut canvas.context;
    if (context.width(), context.height()) == (width, height) {
        context.reset();
    } else {
        context.reset_and_resize(width, height);
    }
    context.set_transform(Affine::translate(-drawn.origin().to_vec2()));
    for item in items {
        draw_item(context, item);
    }
    context.flush();
    let is_covered = drawn == frame
        && items.first().is_some_and(|i| i.is_opaque_rect && i.bounds == frame);
    let settings = RasterizerSettings {
        // To draw upon what is there costs more, and is not needed where all is covered.
        composite_mode: if is_covered { CompositeMode::Replace } else { CompositeMode::SrcOver },
        offset: (drawn.x0 as u16, drawn.y0 as u16),
        ..RasterizerSettings::default()
    };
    if let Some(target) = PixmapMut::new(canvas.width, canvas.height, canvas.pixels) {
        context.render_with(target, &mut canvas.resources, settings);
    }
}

fn draw_item(context: &mut RenderContext, item: &Item) {
    context.set_paint_transform(item.paint_transform);
    if item.blur > 0.0 {
        if let Some(rect) = &item.rect {
            context.set_paint(item.color);
            context.fill_blurred_rounded_rect(rect, 0.0, item.blur as f32, false);
        }
        return;
    }
    context.set_paint(item.paint.clone());
    if item.operation == peer::STROKE {
        context.set_stroke(item.stroke.clone());
        context.stroke_path(&item.path);
        return;
    }
    let is_even_odd = item.operation == peer::EVEN_ODD;
    context.set_fill_rule(if is_even_odd { Fill::EvenOdd } else { Fill::NonZero });
    if item.opacity < 1.0 {
        context.push_opacity_layer(item.opacity as f32);
    }
    match &item.rect {
        Some(rect) => context.fill_rect(rect),
        None => context.fill_path(&item.path),
    }
    if item.opacity < 1.0 {
        context.pop_layer();
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn vello_cpu_engine() -> *const Engine {
    static ENGINE: Engine = Engine {
        name: c"vello_cpu".as_ptr(),
        create,
        destroy,
        prepare,
        draw,
        can_blur: 1,
    };
    &ENGINE
}
