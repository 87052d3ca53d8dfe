import { isSymbol, isWord, placeOf, type SqlToken } from '../../lex.js';
import type { ParameterFacts, PrepareRequest, StatementProblem } from '../engine.js';
import { placeOfError } from './describe-refusal.js';
import { defaultTypeName, listDefaultTypes } from './parameter-types.js';
import { renderText, type RenderedText } from '../rendered-text.js';
import { RefusedError, type Description } from './session.js';

/** Argument that a statement uses, in the order of the database's parameters. */
export interface Slot {
  readonly name: string;
  readonly facts: ParameterFacts;
  /** Tokens of its placeholders. */
  readonly uses: readonly SqlToken[];
}

/** Prepares a text. Rejects with {@link RefusedError} if the database refuses it. */
export type Describe = (text: string, types: readonly number[]) => Promise<Description>;

export interface Discovery {
  /** Object ids of the types, in the order of the slots. */
  readonly types: readonly number[];
  readonly problems: readonly StatementProblem[];
}

export interface Refusal {
  readonly refusal: RefusedError;
  /** Problems that were found before. */
  readonly problems: readonly StatementProblem[];
  readonly rendered: RenderedText;
}

/** Errors about types: an undetermined parameter, an unknown operator or function, a wrong or ambiguous type. */
const typeErrors = /^(?:42P08|42P18|42883|42804|42725)$/u;

/** Lists the arguments that a statement uses. */
export function listSlots({ placeholders, parameters }: PrepareRequest, tokens: readonly SqlToken[]): readonly Slot[] {
  const nameAt = new Map(placeholders.map(({ start, name }) => [start, name]));
  return [...new Set(nameAt.values())].map((name) => ({
    name,
    facts: parameters.get(name) ?? { isOptional: false },
    uses: tokens.filter((token) => token.kind === 'placeholder' && nameAt.get(token.start) === name),
  }));
}

/**
 * Finds the types of parameters. Tests for null do not determine a type and are replaced. Where the database then still
 * finds none, or one that does not fit, types that follow from the JSON Schema are tried.
 */
export async function discoverTypes(
  request: PrepareRequest,
  tokens: readonly SqlToken[],
  slots: readonly Slot[],
  describe: Describe,
): Promise<Discovery | Refusal> {
  const rendered = renderForDiscovery(request, tokens, slots);
  const isUsed = slots.map((_, index) => new RegExp(`\\$${index + 1}(?!\\d)`, 'u').test(insertedText(rendered)));
  const problems: StatementProblem[] = [];
  const types = slots.map((slot, index) =>
    isUsed[index] ? 0 : (listDefaultTypes(slot.facts)[0] ?? reportUntyped(slot, problems)),
  );
  // Each round determines the type of a parameter.
  for (let round = 0; ; round++) {
    try {
      const { parameters } = await describe(rendered.text, types);
      return { types: slots.map((_, index) => parameters[index] ?? types[index] ?? textType), problems };
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      if (!typeErrors.test(error.code) || round > slots.length) return { refusal: error, rendered, problems };
      const untyped = findUntyped(error, rendered, slots);
      const next = untyped === undefined ? await findCure(error, rendered, slots, types, describe) : undefined;
      if (untyped !== undefined && types[untyped] === 0) {
        const slot = slots[untyped] as Slot;
        types[untyped] = listDefaultTypes(slot.facts)[0] ?? reportUntyped(slot, problems);
      } else if (next) {
        for (const { index, type } of next) types[index] = type;
      } else {
        return { refusal: error, rendered, problems };
      }
    }
  }
}

const textType = 25;

/** Reports a parameter without a type, and stands in for it so that other problems are found, too. */
function reportUntyped({ name, facts, uses }: Slot, problems: StatementProblem[]): number {
  const place = uses[0] && placeOf(uses[0]);
  problems.push({
    code: 'sql-parameter-type',
    message: `PostgreSQL cannot tell the type of {{${name}}}.`,
    help: `Write a cast: \`{{${name}}}::${defaultTypeName(facts) ?? 'text'}\`.`,
    ...(place && { place }),
  });
  return textType;
}

function renderForDiscovery(
  request: PrepareRequest,
  tokens: readonly SqlToken[],
  slots: readonly Slot[],
): RenderedText {
  const numbers = new Map(slots.map(({ name }, index) => [name, index + 1]));
  return renderText(request.text, request.placeholders, ({ name, start }) =>
    isNullTest(tokens, start) ? 'null' : `$${numbers.get(name)}`,
  );
}

function insertedText({ text, insertions }: RenderedText): string {
  return insertions.map(({ start, end }) => text.slice(start, end)).join(' ');
}

/** Whether a placeholder is all that is tested in `{{x}} is null`, and not the end of an expression. */
function isNullTest(tokens: readonly SqlToken[], start: number): boolean {
  const index = tokens.findIndex((token) => token.start === start);
  const before = tokens[index - 1];
  const isBegin = before === undefined || isSymbol(before, '(', ',') || isWord(before, ...beforeOperands);
  if (!isBegin) return false;
  const [first, second, third] = tokens.slice(index + 1, index + 4);
  return (
    isWord(first, 'isnull', 'notnull') ||
    (isWord(first, 'is') && isWord(isWord(second, 'not') ? third : second, 'null'))
  );
}

const beforeOperands = ['where', 'and', 'or', 'not', 'when', 'on', 'having', 'select', 'then', 'else', 'case'];

/** Finds the parameter whose type the database could not determine. */
function findUntyped(error: RefusedError, rendered: RenderedText, slots: readonly Slot[]): number | undefined {
  if (error.code !== '42P08' && error.code !== '42P18') return undefined;
  const at = placeOfError(error, rendered)?.placeholder?.name;
  const index =
    at === undefined
      ? Number(/\$(\d+)/u.exec(error.message)?.[1] ?? 0) - 1
      : slots.findIndex(({ name }) => name === at);
  return index >= 0 && index < slots.length ? index : undefined;
}

interface Choice {
  readonly index: number;
  readonly type: number;
}

/**
 * Finds a type of a parameter that cures an error, or at least leads to another one. Parameters near the error are tried
 * first: in `between {{a}} and {{b}} + interval '1 day'`, PostgreSQL takes {{b}} for an interval.
 */
async function findCure(
  error: RefusedError,
  rendered: RenderedText,
  slots: readonly Slot[],
  types: readonly number[],
  describe: Describe,
): Promise<readonly Choice[] | undefined> {
  const at = placeOfError(error, rendered)?.offset ?? 0;
  const distance = ({ uses }: Slot): number => Math.min(...uses.map(({ start }) => Math.abs(start - at)));
  const open = slots.flatMap((slot, index) => (types[index] === 0 ? [{ slot, index }] : []));
  let progress: Choice | undefined;
  for (const { slot, index } of open.toSorted((a, b) => distance(a.slot) - distance(b.slot))) {
    for (const type of listDefaultTypes(slot.facts)) {
      try {
        await describe(rendered.text, types.with(index, type));
        return [{ index, type }];
      } catch (other) {
        if (!(other instanceof RefusedError)) throw other;
        const isLater = (other.position ?? 0) > (error.position ?? 0);
        if (isLater && typeErrors.test(other.code)) progress ??= { index, type };
      }
    }
  }
  if (progress) return [progress];
  // Several parameters of one function can have to be known.
  const all = open.flatMap(({ slot, index }) =>
    listDefaultTypes(slot.facts)
      .slice(0, 1)
      .map((type) => ({ index, type })),
  );
  return all.length > 1 ? all : undefined;
}
