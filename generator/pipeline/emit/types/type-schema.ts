import type { Json } from '../../../core/model/json.js';
import type { Dialect } from '../../../core/model/model.js';
import { commentLines } from '../../../core/code/escape.js';

/**
 * The small form of JSON Schema that json-schema-to-typescript gets: every node says one thing only. It holds no text of
 * a definition: names, literals and comments are tokens of a {@link TokenTable}.
 */
export type TypeSchema = TypeShape & {
  /** Token of the comment. */
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

/** An object; `additionalProperties` is the type of its index signature. */
export interface ObjectType {
  readonly type: 'object';
  readonly properties: { readonly [token: string]: TypeSchema };
  readonly required: string[];
  readonly additionalProperties: false | TypeSchema;
}

/** For whom a type is printed: handlers import `types.ts`, clients `client.ts`, where definitions have a prefix and no default is filled. */
export type TypeReader = 'handler' | 'client';

/**
 * Tokens that stand for the texts of a definition: the library that prints types only sees tokens, which are replaced by the
 * texts afterwards. So no text can change the structure of the output, collide with a name, or lose its place.
 */
export class TokenTable {
  /** Types that are printed on their own; their text replaces their token in other types. */
  readonly asides = new Map<string, TypeSchema>();
  readonly #texts: { readonly [Reader in TypeReader]: string }[] = [];
  /** Tokens by the text for clients: the same for both readers, and another one. */
  readonly #tokens = new Map<string, string>();
  readonly #differing = new Map<string, string>();
  /** Tokens of asides by the JSON texts of their types. */
  readonly #asideTokens = new Map<string, string>();
  readonly #filled = new Set<string>();

  /** The token that stands for `text`, which must be safe where the token is used. The same text has the same token. */
  add(text: string): string {
    return this.#find(this.#tokens, text, text);
  }

  /** The token that stands for a text and for another one in types of clients. */
  addDiffering(text: string, clientText: string): string {
    return this.#find(this.#differing, text, clientText);
  }

  /** The token of the name of a property that a handler always gets, because a default is filled, and that a client may leave out. */
  addFilled(name: string): string {
    const token = this.addDiffering(name, `${name}?`);
    this.#filled.add(token);
    return token;
  }

  /** Has a type printed on its own, and returns its token. Equal types have the same token. */
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

  /** Whether a text has a token of {@link addFilled}. */
  isFilled(text: string): boolean {
    return this.#filled.size > 0 && (text.match(/Token\d+X/g) ?? []).some((token) => this.#filled.has(token));
  }

  /** Replaces the tokens by their texts; a token in quotes is replaced together with the quotes. */
  restore(line: string, reader: TypeReader): string {
    return line.replace(/"Token(\d+)X"|Token(\d+)X/g, (_, quoted?: string, bare?: string) => {
      const texts = this.#texts[Number(quoted ?? bare)];
      if (texts === undefined) throw new Error(`No text for a token in: ${line}`);
      return texts[reader];
    });
  }
}

/** The types of JSON values as TypeScript distinguishes them: there is no `integer`. */
export type JsonType = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** Context of a subschema: everything else that its type depends on. */
export interface TypeContext {
  readonly dialect: Dialect;
  readonly tokens: TokenTable;
  /** The token of the type of each definition. */
  readonly definitionTokens: ReadonlyMap<string, string>;
  /** Whether the validator fills the defaults of properties here. */
  readonly fillsDefaults: boolean;
  /** JSON types that the surrounding schemas of the same value allow; absent: all. */
  readonly types?: ReadonlySet<JsonType>;
}

/** Translates a subschema: the type of `translateSchema`, for functions that it calls. */
export type TranslateMember = (schema: Json, context: TypeContext) => TypeSchema;

/** The context of a schema of another value: a property, an item, … */
export function enterMember(context: TypeContext): TypeContext {
  return context.types === undefined ? context : narrowContext(context, undefined);
}

/**
 * The context with the JSON types that are left; all for `undefined`. The members are named because a spread is slow, and there is
 * one for each subschema.
 */
export function narrowContext(
  { dialect, tokens, definitionTokens, fillsDefaults }: TypeContext,
  types: ReadonlySet<JsonType> | undefined,
): TypeContext {
  if (types === undefined) return { dialect, tokens, definitionTokens, fillsDefaults };
  return { dialect, tokens, definitionTokens, fillsDefaults, types };
}

/** A type that is written as it is. `text` may hold tokens, never text of a definition. */
export function typeText(text: string): TypeSchema {
  return { tsType: text };
}

/** Gives a type its comment, unless the description is blank or no text. Changes `type` itself. */
export function describeType(type: TypeSchema, description: Json | undefined, tokens: TokenTable): TypeSchema {
  if (typeof description !== 'string' || description.trim() === '') return type;
  type.description = tokens.add(commentLines(description).join('\n'));
  return type;
}

/** Whether a type is `unknown`. */
export function isUnknownType(type: TypeSchema): boolean {
  return 'tsType' in type && type.tsType === 'unknown';
}

/** The union of types. Unions in it are flattened, `unknown` replaces the others, and without members it is `never`. */
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

/** The intersection of types. `unknown` is left out, and without other members it is `unknown`. */
export function intersectTypes(members: readonly TypeSchema[]): TypeSchema {
  const restricting = members.filter((member) => !isUnknownType(member));
  const [first] = restricting;
  if (first === undefined) return typeText('unknown');
  return restricting.length === 1 ? first : { allOf: restricting };
}
