import type { Value } from './mutate.js';

/** Milliseconds that shrinking one input may take. */
const patienceMs = 6000;

/**
 * The smallest input that still fails: parts are taken away as long as it does.
 *
 * @param fails Runs an input.
 */
export async function shrink<Input>(input: Input, fails: (input: Input) => Promise<boolean>): Promise<Input> {
  let smallest: Value = input as Value;
  const end = performance.now() + patienceMs;
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const candidate of smaller(smallest)) {
      if (performance.now() > end) return smallest as Input;
      if (!(await fails(candidate as Input))) continue;
      smallest = candidate;
      isSmaller = true;
      break;
    }
  }
  return smallest as Input;
}

/** Values that are a little smaller, the smallest first. */
function* smaller(value: Value): Generator<Value> {
  if (typeof value === 'string') yield* smallerTexts(value);
  else if (Array.isArray(value)) yield* smallerLists(value);
  else if (typeof value === 'object' && value !== null)
    yield* smallerObjects(value as { readonly [key: string]: Value });
  else if (typeof value === 'number' && value !== 0) yield 0;
}

/** Texts without one of their pieces: halves first, then quarters, down to single characters. */
function* smallerTexts(text: string): Generator<string> {
  for (let size = Math.ceil(text.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < text.length; at += size) yield text.slice(0, at) + text.slice(at + size);
  }
}

function* smallerLists(list: readonly Value[]): Generator<Value> {
  for (let size = Math.ceil(list.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < list.length; at += size) yield [...list.slice(0, at), ...list.slice(at + size)];
  }
  for (const [index, item] of list.entries()) {
    for (const one of smaller(item)) yield list.with(index, one);
  }
}

function* smallerObjects(object: { readonly [key: string]: Value }): Generator<Value> {
  const entries = Object.entries(object);
  for (const [key] of entries) yield Object.fromEntries(entries.filter(([other]) => other !== key));
  for (const [key, member] of entries) {
    for (const one of smaller(member)) {
      yield Object.fromEntries(entries.map(([other, kept]) => [other, other === key ? one : kept]));
    }
  }
}
