import { Ajv2020 } from 'ajv/dist/2020.js';

const legalName = /^[A-Za-z0-9_.-]{1,64}$/u;
const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];
const rootCombinators = ['oneOf', 'anyOf', 'allOf', 'not', 'if', '$ref'];

/** Keywords whose values are data, not schemas. */
const dataKeywords = new Set(['enum', 'const', 'default', 'examples', 'required', 'dependentRequired']);
/** Keywords whose values map names to schemas. */
const mapKeywords = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

/**
 * What is wrong with tools as `tools/list` tells them, in sentences; nothing when clients and model providers can use them.
 *
 * @param {readonly object[]} tools
 * @returns {readonly string[]}
 */
export function inspectTools(tools) {
  const names = new Set(tools.map(({ name }) => name));
  const twice = names.size < tools.length ? [`${tools.length - names.size} names stand twice.`] : [];
  return [...twice, ...tools.flatMap((tool) => inspectTool(tool).map((problem) => `${tool.name}: ${problem}.`))];
}

function inspectTool({ name, title, description, annotations, inputSchema, outputSchema }) {
  const combinators = rootCombinators.filter((keyword) => keyword in inputSchema);
  return [
    ...(legalName.test(name) ? [] : ['its name is not legal']),
    ...(typeof title === 'string' && title !== '' ? [] : ['it has no title']),
    ...(typeof description === 'string' && description.trim() !== '' ? [] : ['it has no description']),
    ...hints.filter((hint) => typeof annotations?.[hint] !== 'boolean').map((hint) => `it has no ${hint}`),
    ...(inputSchema.type === 'object' ? [] : ['its input schema does not say `type: object` at the root']),
    ...combinators.map((keyword) => `its input schema has \`${keyword}\` at the root`),
    ...(outputSchema === undefined || outputSchema.type === 'object' ? [] : ['its output schema is none of objects']),
    ...listIllegalKeys(inputSchema).map((key) => `the property ${JSON.stringify(key)} is not legal`),
    ...compile('input', inputSchema),
    ...(outputSchema === undefined ? [] : compile('output', outputSchema)),
  ];
}

/** Compiling checks a schema against the metaschema of 2020-12 first. */
function compile(kind, schema) {
  try {
    new Ajv2020({ strict: false, validateFormats: false, logger: false }).compile(schema);
    return [];
  } catch (error) {
    return [`its ${kind} schema cannot be compiled: ${error.message}`];
  }
}

function listIllegalKeys(schema) {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap(listIllegalKeys);
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (dataKeywords.has(keyword)) return [];
    if (!mapKeywords.has(keyword) || typeof value !== 'object') return listIllegalKeys(value);
    const illegal = keyword === 'properties' ? Object.keys(value).filter((key) => !legalName.test(key)) : [];
    return [...illegal, ...Object.values(value).flatMap(listIllegalKeys)];
  });
}
