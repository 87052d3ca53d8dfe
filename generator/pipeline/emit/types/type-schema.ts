import type { Json } from '../../../core/model/json.js';
import type { Dialect } from '../../../core/model/model.js';
import { commentLines } from '../../../core/code/escape.js';

/**
 * Subset of JSON Schema for json-schema-to-typescript, with one keyword per node. It contains no text from a
 * definition: names, literals and comments are tokens of a {@link TokenTable}.
 */
export type TypeSchema = TypeShape & {
  /** Token that represents the comment. */
  description?: string;
  deprecated?: true;
};

type TypeShape =
  | { readonly type: 'string' | 'number' | 'boolean' | 'null' }
  | { readonly type: 'array'; readonly items: TypeSchema }
  | ObjectType
  | { readonly enum: string[] }
  | { readonly anyOf: TypeSchema[] }
  | { readonly allOf: TypeSchema[] }
  | { readonly tsType: string };

/** Object type. `additionalProperties` is the type of its index signature. */
export interface ObjectType {
  readonly type: 'object';
  readonly properties: { readonly [token: string]: TypeSchema };
  readonly required: string[];
  readonly additionalProperties: false | TypeSchema;
}

/**
 * Audience of a type. Handlers import `types.ts`. Clients import `client.ts`, where definitions have a prefix and
 * defaults are not filled in.
 */
export type TypeReader = 'handler' | 'client';

/**
 * Tokens that represent strings from a definition. The library that prints types sees only tokens. Tokens are replaced
 * with the strings afterward, so that no string can change the structure of the output or collide with a name.
 */
export class TokenTable {
  /** Types that are printed separately. Their source replaces their token in other types. */
  readonly asides = new Map<string, TypeSchema>();
  readonly #texts: { readonly [Reader in TypeReader]: string }[] = [];
  /**
   * Tokens of client types, keyed by string. One map holds the strings that are identical in handler types, the other
   * those that differ.
   */
  readonly #tokens = new Map<string, string>();
  readonly #differing = new Map<string, string>();
  /** Tokens of separately printed types, by the JSON of the type. */
  readonly #asideTokens = new Map<string, string>();
  readonly #filled = new Set<string>();

  /** Returns the token for a string, which must be safe where the token is used. Equal strings share a token. */
  add(text: string): string {
    return this.#find(this.#tokens, text, text);
  }

  /** Returns the token for a string that differs in client types. */
  addDiffering(text: string, clientText: string): string {
    return this.#find(this.#differing, text, clientText);
  }

  /** Returns the token for a property that clients can omit but handlers always get, because its default is filled in. */
  addFilled(name: string): string {
    const token = this.addDiffering(name, `${name}?`);
    this.#filled.add(token);
    return token;
  }

  /** Adds a type to print separately, and returns its token. Equal types share a token. */
  putAside(type: TypeSchema): string {
    const text = JSON.stringify(type);
    const token = this.#asideTokens.get(text) ?? this.#reserve('', '');
    this.#asideTokens.set(text, token);
    this.asides.set(token, type);
    return token;
  }

  #find(tokens: Map<string, string>, handler: string, client: string): string {
    const token = tokens.get(client) ?? this.#reserve(handler, client);
    tokens.set(client, token);
    return token;
  }

  #reserve(handler: string, client: string): string {
    this.#texts.push({ handler, client });
    return `Token${this.#texts.length - 1}X`;
  }

  /** Whether a string contains a token from {@link addFilled}. */
  isFilled(text: string): boolean {
    return this.#filled.size > 0 && (text.match(/Token\d+X/g) ?? []).some((token) => this.#filled.has(token));
  }

  /** Replaces tokens with the strings that they represent. If a token is in quotes, the quotes are replaced too. */
  restore(line: string, reader: TypeReader): string {
    return line.replace(/"Token(\d+)X"|Token(\d+)X/g, (_, quoted?: string, bare?: string) => {
      const texts = this.#texts[Number(quoted ?? bare)];
      if (texts === undefined) throw new Error(`No type text for a token in: ${line}`);
      return texts[reader];
    });
  }
}

/** JSON types as distinguished by TypeScript, which has no `integer`. */
export type JsonType = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** Context that determines the type of a subschema. */
export interface TypeContext {
  readonly dialect: Dialect;
  readonly tokens: TokenTable;
  /** Tokens for definition types, by definition name. */
  readonly definitionTokens: ReadonlyMap<string, string>;
  /** Whether the validator fills in property defaults at this point in the schema. */
  readonly fillsDefaults: boolean;
  /** JSON types that the outer schemas for the same value allow. Default: all types. */
  readonly types?: ReadonlySet<JsonType>;
}

/** Translates a subschema. Has the same type as `translateSchema`, and is passed to functions that `translateSchema` calls. */
export type TranslateMember = (schema: Json, context: TypeContext) => TypeSchema;

/** Returns the context for the schema of a nested value, such as a property or an item. */
export function enterMember(context: TypeContext): TypeContext {
  return context.types === undefined ? context : narrowContext(context, undefined);
}

/**
 * Returns the context with the remaining JSON types; `undefined` means all types. Members are listed explicitly,
 * because one spread per subschema would be slow.
 */
export function narrowContext(
  { dialect, tokens, definitionTokens, fillsDefaults }: TypeContext,
  types: ReadonlySet<JsonType> | undefined,
): TypeContext {
  if (types === undefined) return { dialect, tokens, definitionTokens, fillsDefaults };
  return { dialect, tokens, definitionTokens, fillsDefaults, types };
}

/** Creates a type from its source, which can contain tokens but no strings from a definition. */
export function typeText(text: string): TypeSchema {
  return { tsType: text };
}

/** Adds a comment to a type, unless the description is blank or not a string. Mutates `type`. */
export function describeType(type: TypeSchema, description: Json | undefined, tokens: TokenTable): TypeSchema {
  if (typeof description !== 'string' || description.trim() === '') return type;
  type.description = tokens.add(commentLines(description).join('\n'));
  return type;
}

/** Whether a type is `unknown`. */
export function isUnknownType(type: TypeSchema): boolean {
  return 'tsType' in type && type.tsType === 'unknown';
}

/** Builds the union of types. Flattens nested unions; `unknown` absorbs all other types; an empty union is `never`. */
export function uniteTypes(members: readonly TypeSchema[]): TypeSchema {
  if (members.some(isUnknownType)) return typeText('unknown');
  const inhabited = members.filter((member) => !('tsType' in member && member.tsType === 'never'));
  const [first] = inhabited;
  if (first === undefined) return typeText('never');
  return inhabited.length === 1 ? first : { anyOf: inhabited.flatMap(listAlternatives) };
}

function listAlternatives(type: TypeSchema): TypeSchema[] {
  if ('anyOf' in type) return type.anyOf;
  return 'enum' in type ? type.enum.map((literal) => ({ enum: [literal] })) : [type];
}

/** Builds the intersection of types. Drops `unknown`; an otherwise empty intersection is `unknown`. */
export function intersectTypes(members: readonly TypeSchema[]): TypeSchema {
  const restricting = members.filter((member) => !isUnknownType(member));
  const [first] = restricting;
  if (first === undefined) return typeText('unknown');
  return restricting.length === 1 ? first : { allOf: restricting };
}
