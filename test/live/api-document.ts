import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import type { Parameter, ValueSchema } from './read-parameter.js';

/** An OpenAPI 3.1 document as far as a server needs it; nothing but schemas refers to something. */
export interface ApiDocument {
  readonly servers?: readonly { readonly url: string }[];
  readonly security?: readonly SecurityRequirement[];
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components?: { readonly securitySchemes?: { readonly [name: string]: SecurityScheme } };
}

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: { readonly [status: string]: { readonly content?: Content } };
  readonly security?: readonly SecurityRequirement[];
}

export type Content = { readonly [mediaType: string]: { readonly schema?: ValueSchema } };

/** Scopes by security scheme. */
export type SecurityRequirement = { readonly [scheme: string]: readonly string[] };

export interface SecurityScheme {
  readonly type: 'apiKey' | 'http' | 'oauth2' | 'openIdConnect';
  readonly in?: 'header' | 'query' | 'cookie';
  readonly name?: string;
  readonly scheme?: string;
  readonly flows?: { readonly clientCredentials?: { readonly tokenUrl: string } };
}

/** Reads a document in YAML. */
export function readDocument(file: string): ApiDocument {
  return parse(readFileSync(file, 'utf8')) as ApiDocument;
}

/** Checks a value against the schema at a place in a document; gives what is wrong with it. */
export type Checker = (value: unknown, ...steps: readonly string[]) => string | undefined;

/** Checks values against schemas of a document; with `isText` they are text that is converted where they stand. */
export function createChecker(document: ApiDocument, isText: boolean): Checker {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, coerceTypes: isText, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'api');
  return (value, ...steps) => {
    const pointer = steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`);
    const key = `api#${pointer.join('')}`;
    const validate = ajv.getSchema(key) ?? ajv.compile({ $ref: key });
    return validate(value) ? undefined : (validate.errors ?? []).map(describe).join('; ');
  };
}

/** The schema that a schema refers to, or itself. */
export function followSchema(document: ApiDocument, schema: ValueSchema | undefined): ValueSchema {
  const { $ref } = (schema ?? {}) as { readonly $ref?: string };
  if ($ref === undefined) return schema ?? {};
  const target: unknown = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, step) => (node as { readonly [key: string]: unknown })[step], document);
  return followSchema(document, target as ValueSchema);
}

function describe({ instancePath, message = 'is wrong' }: ErrorObject): string {
  return `${instancePath === '' ? 'it' : instancePath.slice(1)} ${message}`;
}
