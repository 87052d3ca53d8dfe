import type { PreparedParameter, PrepareRequest, BindKind, ParameterFacts, StatementProblem } from './engine.js';

/** Statement with the parameters of a database instead of placeholders. */
export interface StatementText {
  readonly text: string;
  readonly parameters: readonly PreparedParameter[];
  /** Names of the arguments by parameter as written in {@link text}; empty if all parameters are written alike. */
  readonly names: ReadonlyMap<string, string>;
  /** Converts a place in {@link text} into one in the text as written. */
  readonly toWritten: (start: number, end: number) => NonNullable<StatementProblem['place']>;
}

/**
 * Writes parameters into a statement.
 *
 * @param write Returns the parameter for an argument; the number counts different arguments from 1.
 */
export function writeParameters(
  request: PrepareRequest,
  write: (number: number) => string,
  { repeats }: { /** Whether an argument that is used twice is bound twice. */ readonly repeats: boolean },
): StatementText {
  const numbers = new Map<string, number>();
  const names = new Map<string, string>();
  const parameters: PreparedParameter[] = [];
  /** Placeholders as written and in the new text. */
  const moves: Move[] = [];
  let text = '';
  let end = 0;
  for (const { name, start, end: placeholderEnd } of request.placeholders) {
    const isFirst = !numbers.has(name);
    const number = numbers.get(name) ?? numbers.size + 1;
    numbers.set(name, number);
    if (isFirst || repeats) parameters.push({ name, bind: bindKindOf(request.parameters.get(name)) });
    text += request.text.slice(end, start);
    const parameter = write(number);
    if (!repeats) names.set(parameter, name);
    moves.push({ start, end: placeholderEnd, newStart: text.length, newEnd: text.length + parameter.length });
    text += parameter;
    end = placeholderEnd;
  }
  text += request.text.slice(end);
  const toWritten: StatementText['toWritten'] = (start, end) => {
    const offset = writtenOffset(moves, start, 'start');
    return { offset, length: Math.max(0, writtenOffset(moves, end, 'end') - offset) };
  };
  return { text, parameters, names, toWritten };
}

interface Move {
  readonly start: number;
  readonly end: number;
  readonly newStart: number;
  readonly newEnd: number;
}

function writtenOffset(moves: readonly Move[], offset: number, side: 'start' | 'end'): number {
  let shift = 0;
  for (const move of moves) {
    if (offset < move.newStart || (side === 'end' && offset === move.newStart)) break;
    if (offset < move.newEnd) return side === 'start' ? move.start : move.end;
    shift = move.end - move.newEnd;
  }
  return offset + shift;
}

/** Returns how an argument is bound in a database that does not tell the types of parameters. */
function bindKindOf(facts: ParameterFacts | undefined): BindKind {
  switch (facts?.type) {
    case 'integer':
    case 'number':
    case 'boolean':
      return facts.type;
    case 'object':
    case 'array':
      return 'json';
    default:
      return facts?.isBase64 === true ? 'bytes' : 'text';
  }
}
