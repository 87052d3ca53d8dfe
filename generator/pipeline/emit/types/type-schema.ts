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
 * Tokens that represent texts of a definition. The library that prints types sees only tokens. They are replaced with
 * the texts afterward, so that no text can change the structure of the output or collide with a name.
 */
export class TokenTable {
  /** Types that are printed separately. Their source replaces their token in other types. */
  readonly asides = new Map<string, TypeSchema>();
  readonly #texts: { readonly [Reader in TypeReader]: string }[] = [];
  /** Tokens by the text for clients, separately for texts that are the same for handlers and texts that differ. */
  readonly #tokens = new Map<string, string>();
  readonly #differing = new Map<string, string>();
  /** Tokens of separate types, by the JSON of the types. */
  readonly #asideTokens = new Map<string, string>();
  readonly #filled = new Set<string>();

  /** Returns the token of a text, which must be safe where the token is used. Equal texts share a token. */
  add(text: string): string {
    return this.#find(this.#tokens, text, text);
  }

  /** Returns the token of a text that differs in client types. */
  addDiffering(text: string, clientText: string): string {
    return this.#find(this.#differing, text, clientText);
  }

  /** Returns the token of a property that handlers always get, because a default is filled in, but clients can omit. */
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

  /** Whether a text contains a token from {@link addFilled}. */
  isFilled(text: string): boolean {
    return this.#filled.size > 0 && (text.match(/Token\d+X/g) ?? []).some((token) => this.#filled.has(token));
  }

  /** Replaces tokens with their texts. If a token is quoted, its quotes are replaced too. */
  restore(line: string, reader: TypeReader): string {
    return line.replace(/"Token(\d+)X"|Token(\d+)X/g, (_, quoted?: string, bare?: string) => {
      const texts = this.#texts[Number(quoted ?? bare)];
      if (texts === undefined) throw new Error(`No text for a token in: ${line}`);
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
  /** Tokens of the types of definitions, by definition name. */
  readonly definitionTokens: ReadonlyMap<string, string>;
  /** Whether the validator fills in property defaults at this place. */
  readonly fillsDefaults: boolean;
  /** JSON types that the outer schemas of the same value allow. Default: all types. */
  readonly types?: ReadonlySet<JsonType>;
}

/** Translates a subschema. This is the type of `translateSchema`, for functions that it calls. */
export type TranslateMember = (schema: Json, context: TypeContext) => TypeSchema;

/** Returns the context for the schema of another value, such as a property or an item. */
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

/** Creates a type from its source, which may contain tokens but no text from a definition. */
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
