import { makeValue } from './make-value.mjs';

/**
 * Lists the documented examples of the bodies of a document, each value once for its operation. An operation without one gets a body
 * made from the examples of properties (`isMade`).
 *
 * @param {import('./read-document.mjs').PlainDocument} document
 */
export function collectExamples(document) {
  const found = [];
  for (const { path, method, item, operation } of document.operations()) {
    if (method === 'GET' || method === 'HEAD') continue;
    const parameters = document.parameters(item, operation);
    const seen = new Set();
    for (const { mediaType, schema, name, value } of listExamples(document, operation, parameters)) {
      const key = `${mediaType} ${JSON.stringify(value)}`;
      if (value === undefined || seen.has(key)) continue;
      seen.add(key);
      found.push({ path, method, parameters, mediaType, schema, name, value, isMade: false });
    }
    if (seen.size > 0) continue;
    for (const { mediaType, schema } of listBodies(document, operation, parameters)) {
      const value = makeValue(document, schema);
      found.push({ path, method, parameters, mediaType, schema, name: 'made', value, isMade: true });
    }
  }
  return found;
}

/** Media types with their descriptions. A key that names no media type means JSON where no other one does. */
function listMedia(content) {
  const all = Object.entries(content.node ?? {});
  const named = all.filter(([key]) => key.includes('/'));
  return named.length > 0 ? named : all.slice(0, 1).map(([, given]) => ['application/json', given]);
}

/** Schemas of the bodies of an operation. */
function listBodies(document, operation, parameters) {
  if (!document.isSwagger) {
    const body = document.follow(document.child(operation, 'requestBody'));
    const content = document.child(body, 'content');
    return listMedia(content).map(([mediaType, given]) => {
      const media = document.follow({ node: given, file: content.file });
      return { mediaType, schema: document.child(media, 'schema') };
    });
  }
  const whole = parameters.filter(({ node }) => node.in === 'body');
  const fields = parameters.filter(({ node }) => node.in === 'formData');
  if (fields.length === 0) return whole.map((body) => ({ schema: document.child(body, 'schema') }));
  const required = fields.filter(({ node }) => node.required === true).map(({ node }) => node.name);
  const properties = Object.fromEntries(fields.map(({ node }) => [node.name, { ...node, required: undefined }]));
  return [{ schema: { node: { type: 'object', properties, required }, file: operation.file } }];
}

function* listExamples(document, operation, parameters) {
  if (document.isSwagger) {
    const body = parameters.find(({ node }) => node.in === 'body');
    if (!body) return;
    const own = [body.node['x-example'], body.node.example].filter((value) => value !== undefined);
    const schema = document.child(body, 'schema');
    for (const value of own) yield { schema, name: 'x-example', value };
    const named = body.node['x-examples'];
    if (isRecord(named))
      for (const [name, value] of Object.entries(named)) yield { schema, name, value: value?.value ?? value };
    yield* listSchemaExamples(document, schema);
    return;
  }
  const body = document.follow(document.child(operation, 'requestBody'));
  const content = document.child(body, 'content');
  for (const [mediaType, given] of listMedia(content)) {
    const media = document.follow({ node: given, file: content.file });
    const schema = document.child(media, 'schema');
    for (const example of listMediaExamples(document, media, schema)) yield { ...example, mediaType, schema };
  }
}

function* listMediaExamples(document, media, schema) {
  if (media.node?.example !== undefined) yield { name: 'example', value: media.node.example };
  const examples = document.child(media, 'examples');
  if (isRecord(examples.node)) {
    for (const [name, given] of Object.entries(examples.node)) {
      const { node } = document.follow({ node: given, file: examples.file });
      if (isRecord(node) && 'externalValue' in node) continue;
      yield {
        name,
        value:
          isRecord(node) && 'value' in node
            ? node.value
            : isRecord(node) && 'dataValue' in node
              ? node.dataValue
              : undefined,
      };
    }
  }
  yield* listSchemaExamples(document, schema);
}

function* listSchemaExamples(document, schema) {
  for (const { node } of new Set([schema, document.follow(schema)])) {
    if (node?.example !== undefined) yield { schema, name: 'schema example', value: node.example };
    for (const value of Array.isArray(node?.examples) ? node.examples : [])
      yield { schema, name: 'schema examples', value };
  }
}

function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
