import type { Picture, Question } from '../../../../generated/birds/types.ts';
import { bodies } from './bodies.ts';
import { shape, type Shape } from './shape.ts';

/** Draws the bird of a question in its surroundings, with a text alternative. */
export function drawBird({ picture, signs }: Question): SVGElement {
  const { posture, size, crest } = picture;
  const body = bodies[posture](picture);
  const scale = { small: 0.8, medium: 1, large: 1.15 }[size];
  const bird = shape('g', {
    transform: `translate(120 ${body.ground}) scale(${scale}) translate(-120 ${-body.ground})`,
  });
  bird.append(...body.shapes, ...drawHead(picture, body.head), ...drawCrest(crest, picture, body.head));
  const label = `A drawing of a bird. ${signs}`;
  const drawing = shape('svg', { viewBox: '0 0 240 170', role: 'img', 'aria-label': label });
  drawing.append(...drawPlace(picture), bird, ...(posture === 'swimming' ? drawWaves() : []));
  return drawing;
}

/** Draws the sky, and the surface that the bird swims, stands or climbs on. */
function drawPlace({ posture }: Picture): readonly SVGElement[] {
  const isNight = posture === 'facing';
  const sky = shape('rect', { width: 240, height: 170, fill: isNight ? '#2a3352' : '#cfe3ec' });
  if (isNight) return [sky, shape('circle', { cx: 200, cy: 34, r: 14, fill: '#f3ecc8' }), drawBranch('#4a3a2c')];
  if (posture === 'upright' || posture === 'perching') return [sky, drawBranch('#7a5c42')];
  if (posture === 'climbing') return [sky, shape('rect', { x: 152, width: 34, height: 170, fill: '#8a6b4f' })];
  const y = posture === 'swimming' ? 112 : 146;
  return [sky, shape('rect', { y, width: 240, height: 170 - y, fill: '#6fa3b8' })];
}

function drawBranch(fill: string): SVGElement {
  return shape('path', { d: 'M0 152 Q120 138 240 148 V156 Q120 148 0 162 Z', fill });
}

function drawWaves(): readonly SVGElement[] {
  const wave = { d: 'M30 131 q22 8 45 0 t45 0 t45 0 t45 0 V150 H30 Z', fill: '#6fa3b8' };
  return [
    shape('path', wave),
    shape('path', { d: 'M30 131 q22 8 45 0 t45 0 t45 0 t45 0', fill: 'none', stroke: '#dcebf0' }),
  ];
}

/** Draws the head in profile, or the face of an owl, which looks at the viewer. */
function drawHead({ posture, bill, colours }: Picture, [x, y, r]: Place): readonly SVGElement[] {
  const { head, face, cheek, crown, brow, eye = '#15161a' } = colours;
  const skull = shape('circle', { cx: x, cy: y, r, fill: head });
  if (posture === 'facing') {
    const disc = {
      d: `M${x} ${y + r} C${x - 40} ${y + 4} ${x - 26} ${y - 26} ${x} ${y - 8} C${x + 26} ${y - 26} ${x + 40} ${y + 4} ${x} ${y + r}`,
      fill: face ?? head,
    };
    const beak = shape('path', { d: `M${x - 4} ${y + 4} h8 l-4 11 z`, fill: colours.bill });
    return [skull, shape('path', disc), ...[-11, 11].flatMap((dx) => drawEye(x + dx, y, 6, eye)), beak];
  }
  return [
    drawBill(bill, colours.bill, [x, y, r]),
    skull,
    ...(face ? [shape('circle', { cx: x + r * 0.4, cy: y + r * 0.15, r: r * 0.62, fill: face })] : []),
    ...(cheek ? [shape('ellipse', { cx: x - r * 0.05, cy: y + r * 0.35, rx: r * 0.6, ry: r * 0.4, fill: cheek })] : []),
    ...(crown
      ? [
          shape('path', {
            d: `M${x - r} ${y - r * 0.2} A${r} ${r} 0 0 1 ${x + r} ${y - r * 0.2} Q${x} ${y - r * 0.6} ${x - r} ${y - r * 0.2}`,
            fill: crown,
          }),
        ]
      : []),
    ...(brow ? [shape('rect', { x: x - r * 0.2, y: y - r * 0.5, width: r, height: r * 0.28, fill: brow })] : []),
    ...drawEye(x + r * 0.35, y - r * 0.15, r * 0.2, eye),
  ];
}

/** Center and radius of a head. */
type Place = readonly [x: number, y: number, radius: number];

function drawEye(cx: number, cy: number, r: number, fill: string): readonly SVGElement[] {
  const isDark = fill === '#15161a' || fill === '#23252b';
  const iris = shape('circle', { cx, cy, r, fill });
  const pupil = shape('circle', { cx, cy, r: r * 0.5, fill: '#15161a' });
  return [iris, isDark ? shape('circle', { cx: cx + r * 0.3, cy: cy - r * 0.3, r: r * 0.3, fill: '#fff' }) : pupil];
}

function drawBill(bill: Picture['bill'], fill: string, [x, y, r]: Place): SVGElement {
  const [from, top, low] = [x + r * 0.75, y - r * 0.2, y + r * 0.4];
  const lines: { readonly [kind in Picture['bill']]: string } = {
    flat: `M${from} ${top} Q${from + r} ${y} ${from + r * 1.5} ${low - 2} q2 5 -6 5 L${from} ${low + 2} Z`,
    hooked: `M${from} ${top} Q${from + r} ${top - 1} ${from + r * 0.95} ${low + 4} L${from} ${low} Z`,
    cone: `M${from} ${top - 1} L${from + r * 0.85} ${y + r * 0.15} L${from} ${low + 2} Z`,
    dagger: `M${from} ${top + 1} L${from + r * 2.2} ${y + r * 0.1} L${from} ${low} Z`,
    thin: `M${from} ${y - 2} L${from + r * 1.1} ${y + r * 0.12} L${from} ${y + r * 0.25} Z`,
  };
  return shape('path', { d: lines[bill], fill });
}

function drawCrest(crest: Picture['crest'], { colours: { head } }: Picture, [x, y, r]: Place): readonly Shape[] {
  if (crest === 'tuft')
    return [
      shape('path', {
        d: `M${x - 4} ${y - r} q-${r * 1.6} 0 -${r * 1.7} ${r * 1.5} q${r * 0.6} -6 ${r} -2 z`,
        fill: head,
      }),
    ];
  if (crest === 'none') return [];
  return [-1, 1].map((side) =>
    shape('path', {
      d: `M${x + side * 8} ${y - r + 4} L${x + side * 24} ${y - r - 12} L${x + side * 22} ${y - 6} Z`,
      fill: head,
    }),
  );
}
