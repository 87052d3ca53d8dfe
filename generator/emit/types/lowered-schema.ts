/**
 * The small form of JSON Schema that the type printer is given: every node says one thing only, so that nothing is
 * left for it to guess. It holds no text of a definition: names, literals and comments are tokens of a
 * {@link TokenTable}.
 */
export type LoweredSchema = LoweredShape & {
  /** Token of the comment. */
  description?: string;
  deprecated?: true;
};

type LoweredShape =
  | { readonly type: 'string' | 'number' | 'boolean' | 'null' }
  | { readonly type: 'array'; readonly items: LoweredSchema }
  | LoweredObject
  | { readonly enum: string[] }
  | { readonly anyOf: LoweredSchema[] }
  | { readonly allOf: LoweredSchema[] }
  | { readonly tsType: string };

/** An object; `additionalProperties` is the type of its index signature. */
export interface LoweredObject {
  readonly type: 'object';
  readonly properties: { readonly [token: string]: LoweredSchema };
  readonly required: string[];
  readonly additionalProperties: false | LoweredSchema;
}

/** A type that is written as it is. `text` may hold tokens, never text of a definition. */
export function lowerToText(text: string): LoweredSchema {
  return { tsType: text };
}

/** Whether a type says nothing. */
export function isUnknownType(lowered: LoweredSchema): boolean {
  return 'tsType' in lowered && lowered.tsType === 'unknown';
}

/** Whether a type has no values. */
function isNeverType(lowered: LoweredSchema): boolean {
  return 'tsType' in lowered && lowered.tsType === 'never';
}

function listAlternatives(lowered: LoweredSchema): LoweredSchema[] {
  if ('anyOf' in lowered) return lowered.anyOf;
  return 'enum' in lowered ? lowered.enum.map((literal) => ({ enum: [literal] })) : [lowered];
}

/** The union of types. Unions in it are flattened, `unknown` swallows the others, and without members it is `never`. */
export function uniteTypes(members: readonly LoweredSchema[]): LoweredSchema {
  if (members.some(isUnknownType)) return lowerToText('unknown');
  const inhabited = members.filter((member) => !isNeverType(member));
  const [first] = inhabited;
  if (first === undefined) return lowerToText('never');
  return inhabited.length === 1 ? first : { anyOf: inhabited.flatMap(listAlternatives) };
}

/** The intersection of types. What says nothing is left out, and without members it is `unknown`. */
export function intersectTypes(members: readonly LoweredSchema[]): LoweredSchema {
  const telling = members.filter((member) => !isUnknownType(member));
  const [first] = telling;
  if (first === undefined) return lowerToText('unknown');
  return telling.length === 1 ? first : { allOf: telling };
}
