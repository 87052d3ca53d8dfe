import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseAllDocuments } from 'yaml';
import schema from '../../templates/definition.schema.json' with { type: 'json' };

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema(schema, 'format');

const { $defs, properties } = schema as {
  readonly $defs: { readonly [name: string]: { readonly properties?: object } };
  readonly properties: object;
};

/** Keys of other formats that a page may show. */
const otherFormats = new Set([
  'openapi',
  'swagger',
  'overlay',
  'services',
  'jobs',
  'apiVersion',
  'spec',
  'livenessProbe',
]);

/**
 * Explains why a fragment of YAML is wrong. Fragments of a definition are recognized by their keys: they are a part of a file, or
 * the value of a key of any kind of entry. OpenAPI documents, overlays and files of other programs only have to parse.
 */
export function checkYaml(code: string): string | undefined {
  for (const document of parseAllDocuments(code)) {
    if ('errors' in document && document.errors.length > 0) return String(document.errors[0]);
    const value: unknown = 'toJS' in document ? document.toJS() : undefined;
    const problem = checkValue(value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function checkValue(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const keys = Object.keys(value);
  const isOther = keys.some(
    (key) => otherFormats.has(key) && (key !== 'openapi' || typeof Reflect.get(value, key) !== 'object'),
  );
  if (isOther) return undefined;
  if (keys.some((key) => Object.hasOwn(properties, key))) return validate('format#', value);
  const kinds = Object.entries($defs).filter(
    ([, kind]) => kind.properties && keys.every((key) => Object.hasOwn(kind.properties ?? {}, key)),
  );
  const problems = kinds.map(([name]) => validate(`format#/$defs/${name}`, value));
  if (kinds.length === 0) return `No kind of entry has the keys ${keys.join(', ')}.`;
  return problems.includes(undefined) ? undefined : problems[0];
}

/** Problems of a value, except that parts are missing. */
function validate(address: string, value: unknown): string | undefined {
  const check = ajv.getSchema(address);
  if (check === undefined) throw new Error(`There is no schema ${address}.`);
  if (check(value)) return undefined;
  const problems = (check.errors ?? []).filter(
    ({ keyword }) => !['required', 'if', 'dependentRequired'].includes(keyword),
  );
  if (problems.length === 0) return undefined;
  return problems
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
    .join('\n');
}
