import type { Picture } from '../../../../generated/birds/types.ts';
import { shape, type Shape } from './shape.ts';

/** Body of a bird: its shapes, the position of its head, and the height at which it stands or swims. */
interface Body {
  readonly shapes: readonly Shape[];
  readonly head: readonly [x: number, y: number, radius: number];
  readonly ground: number;
}

/** Draws the body in each posture, on a canvas of 240 × 170, looking to the right. */
export const bodies: { readonly [posture in Picture['posture']]: (picture: Picture) => Body } = {
  swimming({ neck, tail, colours }) {
    const { back, belly, head, breast = belly, wing = back, rump = back } = colours;
    const rise = { short: 30, middle: 48, long: 68 }[neck];
    const [x, y] = [172, 118 - rise];
    const tip = tail === 'long' ? 'M72 108 L14 84 L70 122 Z' : 'M74 104 L44 92 L66 124 Z';
    return {
      shapes: [
        shape('path', { d: tip, fill: rump }),
        shape('ellipse', { cx: 118, cy: 118, rx: 58, ry: 27, fill: belly }),
        shape('path', { d: 'M62 112 Q110 74 158 108 Q120 132 62 112', fill: back }),
        shape('path', { d: 'M58 104 Q100 88 140 110 Q96 124 58 104', fill: wing }),
        shape('ellipse', { cx: 160, cy: 116, rx: 17, ry: 19, fill: breast }),
        shape('path', {
          d: `M160 116 Q${neck === 'long' ? 190 : 166} 92 ${x - 4} ${y + 2}`,
          stroke: head,
          'stroke-width': neck === 'short' ? 20 : 15,
          fill: 'none',
          'stroke-linecap': 'round',
        }),
      ],
      head: [x, y, neck === 'short' ? 15 : 13],
      ground: 131,
    };
  },
  upright({ tail, colours: { back, belly, breast = belly, wing = back, rump = back } }) {
    return {
      shapes: [
        ...drawTail(tail, 104, 122, 90, 168, rump),
        shape('ellipse', { cx: 120, cy: 98, rx: 27, ry: 45, fill: belly }),
        shape('ellipse', { cx: 124, cy: 80, rx: 22, ry: 22, fill: breast }),
        shape('path', { d: 'M112 56 Q86 84 96 146 Q124 128 118 74 Z', fill: back }),
        shape('path', { d: 'M108 72 Q90 98 97 138 Q112 122 113 80 Z', fill: wing }),
        ...drawFeet(120, 146, '#e2b93b'),
      ],
      head: [126, 48, 18],
      ground: 148,
    };
  },
  facing({ colours: { back, belly } }) {
    return {
      shapes: [
        shape('ellipse', { cx: 120, cy: 106, rx: 36, ry: 44, fill: back }),
        shape('ellipse', { cx: 120, cy: 112, rx: 23, ry: 36, fill: belly }),
        ...drawFeet(120, 148, '#c9b458'),
      ],
      head: [120, 58, 30],
      ground: 148,
    };
  },
  perching({ tail, colours: { back, belly, breast = belly, wing = back, rump = back, spots } }) {
    return {
      shapes: [
        ...drawTail(tail, 90, 108, 40, 138, rump),
        ...drawFeet(120, 146, '#6a5648'),
        shape('path', { d: 'M82 116 Q108 62 150 72 Q168 112 126 134 Q96 138 82 116', fill: belly }),
        shape('ellipse', { cx: 148, cy: 94, rx: 18, ry: 20, fill: breast }),
        shape('path', { d: 'M74 122 Q96 68 142 66 Q150 96 74 122', fill: back }),
        shape('path', { d: 'M72 124 Q92 84 130 88 Q122 116 72 124', fill: wing }),
        ...[134, 144, 138, 150, 126].map((cx, index) =>
          shape('circle', { cx, cy: 98 + index * 6, r: spots === undefined ? 0 : 2, fill: spots ?? 'none' }),
        ),
      ],
      head: [148, 68, 19],
      ground: 148,
    };
  },
  climbing({ colours: { back, belly, wing = back, rump = back } }) {
    return {
      shapes: [
        shape('path', { d: 'M112 128 L134 168 L146 162 L134 118 Z', fill: back }),
        shape('ellipse', { cx: 122, cy: 94, rx: 23, ry: 42, fill: belly, transform: 'rotate(-8 122 94)' }),
        shape('path', { d: 'M112 54 Q84 90 112 134 Q126 112 122 62 Z', fill: back }),
        shape('path', { d: 'M106 76 Q92 98 110 124 Q116 104 114 80 Z', fill: wing }),
        shape('ellipse', { cx: 128, cy: 130, rx: 11, ry: 8, fill: rump }),
        shape('path', { d: 'M138 104 L154 100 M138 116 L154 114', stroke: '#6d6d6d', 'stroke-width': 4 }),
      ],
      head: [120, 46, 17],
      ground: 100,
    };
  },
  wading({ colours: { back, belly, head, wing = back } }) {
    return {
      shapes: [
        shape('path', { d: 'M104 104 V156 M116 104 V156', stroke: '#4d4a3e', 'stroke-width': 4 }),
        shape('ellipse', { cx: 106, cy: 90, rx: 42, ry: 21, fill: belly, transform: 'rotate(-14 106 90)' }),
        shape('path', { d: 'M60 108 Q92 62 144 78 Q118 104 60 108', fill: back }),
        shape('path', { d: 'M56 112 Q86 82 124 88 Q100 108 56 112', fill: wing }),
        shape('path', {
          d: 'M140 84 Q172 74 148 54 Q138 40 156 30',
          stroke: head,
          'stroke-width': 11,
          fill: 'none',
          'stroke-linecap': 'round',
        }),
      ],
      head: [158, 28, 11],
      ground: 156,
    };
  },
};

function drawTail(
  tail: Picture['tail'],
  x: number,
  y: number,
  tipX: number,
  tipY: number,
  fill: string,
): readonly Shape[] {
  if (tail === 'short')
    return [shape('path', { d: `M${x - 8} ${y - 8} L${tipX + 8} ${tipY - 10} l10 12 L${x + 12} ${y + 8} Z`, fill })];
  if (tail === 'long')
    return [shape('path', { d: `M${x - 8} ${y - 8} L${tipX - 24} ${tipY + 14} l16 10 L${x + 14} ${y + 8} Z`, fill })];
  const [left, right] = [`L${tipX - 14} ${tipY - 12}`, `L${tipX + 6} ${tipY + 16}`];
  return [shape('path', { d: `M${x - 8} ${y - 8} ${left} L${x - 20} ${y + 14} ${right} L${x + 14} ${y + 8} Z`, fill })];
}

function drawFeet(x: number, y: number, stroke: string): readonly Shape[] {
  return [-8, 8].map((dx) =>
    shape('path', { d: `M${x + dx} ${y - 16} V${y} m-5 0 h10`, stroke, 'stroke-width': 4, fill: 'none' }),
  );
}
