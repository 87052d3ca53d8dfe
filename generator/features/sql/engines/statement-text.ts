import type { PreparedParameter, PrepareRequest, BindKind, ParameterFacts, StatementProblem } from './engine.js';
import { renderText, sourcePlace } from './rendered-text.js';

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
  const rendered = renderText(request.text, request.placeholders, ({ name }) => {
    const isFirst = !numbers.has(name);
    const number = numbers.get(name) ?? numbers.size + 1;
    numbers.set(name, number);
    if (isFirst || repeats) parameters.push({ name, bind: bindKindOf(request.parameters.get(name)) });
    const parameter = write(number);
    if (!repeats) names.set(parameter, name);
    return parameter;
  });
  const toWritten: StatementText['toWritten'] = (start, end) => {
    const { offset } = sourcePlace(rendered, start);
    // The end of a range is after its last character.
    const last = sourcePlace(rendered, end - 1);
    return { offset, length: Math.max(0, (last.placeholder?.end ?? last.offset + 1) - offset) };
  };
  return { text: rendered.text, parameters, names, toWritten };
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
