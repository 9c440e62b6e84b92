"""Draws the benchmark's commands with Skia; the numbers are those of peer.h."""

import math

import skia

MOVE, LINE, QUADRATIC, CUBIC, ARC, CLOSE = range(6)
NONZERO, EVEN_ODD, STROKE = range(3)
COLOR, GRADIENT, IMAGE = range(3)
CAPS = (skia.Paint.kButt_Cap, skia.Paint.kRound_Cap, skia.Paint.kSquare_Cap)


def info(width, height, is_opaque):
    alpha = skia.kOpaque_AlphaType if is_opaque else skia.kPremul_AlphaType
    return skia.ImageInfo.Make(width, height, skia.kBGRA_8888_ColorType, alpha)


def path_of(elements):
    path = skia.PathBuilder()
    for verb, numbers in elements:
        if verb == MOVE:
            path.moveTo(*numbers)
        elif verb == LINE:
            path.lineTo(*numbers)
        elif verb == QUADRATIC:
            path.quadTo(*numbers)
        elif verb == CUBIC:
            path.cubicTo(*numbers)
        elif verb == ARC:
            add_arc(path, *numbers)
        else:
            path.close()
    return path.detach()


def add_arc(path, x, y, radius, start, sweep):
    box = skia.Rect.MakeLTRB(x - radius, y - radius, x + radius, y + radius)
    # An arc of a whole turn counts as none.
    count = 2 if abs(sweep) > 6 else 1
    each = math.degrees(sweep) / count
    for index in range(count):
        path.arcTo(box, math.degrees(start) + index * each, each, False)


class Canvas:
    def __init__(self, pixels, width, height, stride):
        self.surface = skia.Surface.MakeRasterDirect(info(width, height, False), pixels, stride)
        self.canvas = self.surface.getCanvas()
        self.calls = []
        self.images = {}

    def add(self, operation, elements, is_rect, edges, width, cap, paint_kind, color, axis, stops,
            image, origin, opacity, blur):
        paint = skia.Paint(AntiAlias=True)
        if operation == STROKE:
            paint.setStyle(skia.Paint.kStroke_Style)
            paint.setStrokeWidth(width)
            paint.setStrokeCap(CAPS[cap])
            paint.setStrokeJoin(skia.Paint.kMiter_Join)
        if blur > 0:
            paint.setMaskFilter(skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, blur, False))
        rect = skia.Rect.MakeLTRB(*edges)
        if paint_kind == IMAGE:
            source = self.image(*image)
            paint.setAlphaf(opacity)
            size = (source.width(), source.height())
            if is_rect and edges == (*origin, origin[0] + size[0], origin[1] + size[1]):
                sampling = skia.SamplingOptions()
                self.calls.append((self.canvas.drawImage, (source, *origin, sampling, paint)))
                return
            matrix = skia.Matrix.Translate(*origin)
            clamp = skia.TileMode.kClamp
            paint.setShader(source.makeShader(clamp, clamp, skia.SamplingOptions(), matrix))
        elif paint_kind == GRADIENT:
            paint.setShader(skia.GradientShader.MakeLinear(
                [axis[:2], axis[2:]], [skia.Color4f(*color).toColor() for _, color in stops],
                [offset for offset, _ in stops]))
            paint.setAlphaf(opacity)
        else:
            paint.setColor4f(skia.Color4f(*color[:3], color[3] * opacity))
        if is_rect and operation != STROKE:
            self.calls.append((self.canvas.drawRect, (rect, paint)))
            return
        path = path_of(elements)
        if operation == EVEN_ODD:
            path.setFillType(skia.PathFillType.kEvenOdd)
        self.calls.append((self.canvas.drawPath, (path, paint)))

    def image(self, place, pixels, width, height, is_opaque):
        if place not in self.images:
            self.images[place] = skia.Image.MakeRasterData(
                info(width, height, is_opaque), skia.Data(pixels), width * 4)
        return self.images[place]

    def draw(self, first, end, clip=None):
        if clip:
            self.canvas.save()
            self.canvas.clipRect(skia.Rect.MakeXYWH(*clip))
        for call, arguments in self.calls[first:end]:
            call(*arguments)
        if clip:
            self.canvas.restore()
