import type { UriMatcherModel, UriVariableModel } from '../model/model.js';
import { operatorRules } from './template-part.js';
import type { ExpressionPart, Operator, TemplatePart, VariableSpec } from './template-part.js';

/** A variable in the pattern. */
interface Slot {
  readonly kind: 'slot';
  readonly variable: VariableSpec;
  readonly operator: Operator;
  /** Literal text before the value. */
  readonly lead: string;
  /** Whether the value cannot be omitted. */
  readonly required: boolean;
  /** Number of optional groups that end after the value. */
  readonly closes: number;
  /** Characters that the value cannot contain. */
  readonly excluded: string;
  /** Whether the group backtracks until the literal text after it matches. */
  readonly free: boolean;
}

type Step = Slot | { readonly kind: 'literal'; readonly text: string };

/**
 * Compiles the parts of a template, up to its query expression, into an anchored pattern for the flag `u`.
 *
 * Matching takes time linear in the URI length: at most one variable backtracks, usually the last one that can contain
 * `/`, and later variables exclude the first character of the literal text after it. Every other variable either cannot
 * contain the literal text after it, or is in an atomic group (in JavaScript, a lookahead with a backreference).
 */
export function compilePattern(parts: readonly TemplatePart[]): Pick<UriMatcherModel, 'pattern' | 'path'> {
  const steps = freeOne(parts.flatMap(toSteps));
  const path: UriVariableModel[] = [];
  let pattern = '^';
  for (const [position, step] of steps.entries()) {
    if (step.kind === 'literal') {
      pattern += escapeText(step.text);
      continue;
    }
    const { name, explode } = step.variable;
    path.push({
      name,
      ...(explode && { separator: findSeparator(step) }),
      ...(!step.required && { optional: true }),
    });
    const value = compileLead(step) + compileValue(steps, position, path.length);
    pattern += (step.required ? value : `(?:${value}`) + ')?'.repeat(step.closes);
  }
  return { pattern: `${pattern}$`, path };
}

function toSteps(part: TemplatePart): readonly Step[] {
  return part.kind === 'literal' ? [part] : toSlots(part);
}

/**
 * Converts the variables of an expression to slots. Unnamed variables are nested: the second requires the first. Named
 * variables are independently optional.
 */
function toSlots({ operator, variables }: ExpressionPart): readonly Slot[] {
  const { first, separator, named, excluded } = operatorRules[operator];
  return variables.map((variable, position) => {
    const sign = position === 0 ? first : separator;
    const isLast = position === variables.length - 1;
    const nesting = isLast ? variables.length - (first === '' ? 1 : 0) : 0;
    return {
      kind: 'slot',
      variable,
      operator,
      lead: named ? sign + variable.name : sign,
      required: sign === '',
      closes: named ? 1 : nesting,
      excluded: operator === '/' && variable.explode ? excluded.replace('/', '') : excluded,
      free: false,
    };
  });
}

/**
 * Marks the one variable that backtracks. Excludes from later variables the first character of the literal text after it.
 */
function freeOne(steps: readonly Step[]): readonly Step[] {
  const free = findFree(steps);
  if (free === -1) return steps;
  const stops = listStops(steps, free);
  return steps.map((step, position) => {
    if (step.kind === 'literal' || position < free) return step;
    if (position === free) return { ...step, free: true };
    return { ...step, excluded: [...new Set([...step.excluded, ...stops])].join('') };
  });
}

/**
 * Finds the variable that backtracks: the last variable that can contain `/`, or a later list whose separator would end
 * that variable.
 */
function findFree(steps: readonly Step[]): number {
  const widest = steps.findLastIndex((step) => step.kind === 'slot' && !step.excluded.includes('/'));
  const stops = listStops(steps, widest);
  const list = steps.findLastIndex(
    (step) => step.kind === 'slot' && step.variable.explode && stops.includes(findSeparator(step).charAt(0)),
  );
  return widest === -1 ? -1 : Math.max(widest, list);
}

/** Lists the strings that can directly follow a variable; `''` is the end of the URI. */
function listFollowers(steps: readonly Step[], position: number): readonly string[] {
  const next = steps[position + 1];
  if (next === undefined) return [''];
  if (next.kind === 'literal') return [next.text];
  return [next.lead, ...listFollowers(steps, position + 1)];
}

/** Lists the first characters of the strings that can follow a variable. A non-ASCII character may be encoded. */
function listStops(steps: readonly Step[], position: number): readonly string[] {
  const characters = listFollowers(steps, position).map(([first = '']) => first);
  return characters.flatMap((first) => (first <= '\u007f' ? [first] : [first, '%'])).filter((first) => first !== '');
}

function findSeparator({ operator, variable }: Slot): string {
  const { named, separator } = operatorRules[operator];
  return named ? `${separator}${variable.name}=` : separator;
}

function compileLead({ operator, lead, excluded, variable }: Slot): string {
  const text = escapeText(lead);
  if (!operatorRules[operator].named) return text;
  const leavesOutEquals = operator === ';' && !variable.explode;
  return leavesOutEquals ? `${text}(?:=|(?!${compileClass(excluded)}))` : `${text}=`;
}

function compileValue(steps: readonly Step[], position: number, group: number): string {
  const slot = steps[position] as Slot;
  if (isGreedy(slot, steps, position)) return `(${compileText(slot, '')})`;
  const followers = listFollowers(steps, position).map((text) => (text === '' ? '$' : escapeText(text)));
  return `(?=(${compileText(slot, '?')})(?:${followers.join('|')}))(?:\\${group})`;
}

/**
 * Whether the group can be greedy: it is the last slot, it is allowed to backtrack, or its characters exclude every
 * separator.
 */
function isGreedy(slot: Slot, steps: readonly Step[], position: number): boolean {
  if (slot.free || !steps.slice(position + 1).some((step) => step.kind === 'slot')) return true;
  return !isNamedList(slot) && listStops(steps, position).every((stop) => slot.excluded.includes(stop));
}

function isNamedList({ operator, variable }: Slot): boolean {
  return operatorRules[operator].named && variable.explode;
}

function compileText(slot: Slot, lazy: '?' | ''): string {
  const { maxLength } = slot.variable;
  const character = compileClass(slot.excluded);
  if (isNamedList(slot)) {
    const item = `${character}*${lazy}`;
    return `${item}(?:${escapeText(findSeparator(slot))}${item})*${lazy}`;
  }
  if (maxLength === undefined) return character + (slot.required ? '+' : '*') + lazy;
  return `${compileUnit(slot.excluded)}{${slot.required ? 1 : 0},${maxLength}}${lazy}`;
}

function compileClass(excluded: string): string {
  return `[^${excluded.replace(/[\\\]^-]/g, '\\$&')}]`;
}

/**
 * Returns the pattern of one decoded character: the character itself, an encoded ASCII character or an encoded UTF-8
 * sequence.
 */
function compileUnit(excluded: string): string {
  return `(?:${compileClass(`${excluded}%`)}|%[0-7][0-9A-Fa-f]|%[C-Fc-f][0-9A-Fa-f](?:%[89ABab][0-9A-Fa-f]){1,3})`;
}

function escapeText(text: string): string {
  return Array.from(text, (character) => {
    if (character <= '\u007f') return character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
    const encoded = encodeURIComponent(character).replace(/[A-F]/g, (digit) => `[${digit}${digit.toLowerCase()}]`);
    return `(?:${character}|${encoded})`;
  }).join('');
}
