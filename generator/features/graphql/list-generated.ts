import type { Model } from '../../core/model/model.js';
import type { Reading } from '../../feature-kit/feature.js';
import { digestOf } from './add-tools.js';
import { compiledPart, graphqlFilesPart, type CompiledOperation, type GraphqlFile } from './graphql-part.js';
import { readPersisted } from './read-settings.js';
import { storedPath } from './stored-schema.js';

/** Adds the generated files of endpoints: fetched schemas, and the operations to register with an endpoint. */
export function addFiles(model: Model, { resolution, definitions }: Reading): Model {
  const compiled = compiledPart.of(resolution.workspace);
  const files = (definitions.sections.get('graphql') ?? []).flatMap(({ key, node }): readonly GraphqlFile[] => {
    const { fetched, operations = [] } = compiled?.get(key) ?? {};
    return [
      ...(fetched === undefined ? [] : [{ path: storedPath(key), content: fetched }]),
      ...(readPersisted(node) === 'text'
        ? []
        : [{ path: `graphql/${key}.operations.json`, content: printManifest(operations) }]),
    ];
  });
  return files.length > 0 ? graphqlFilesPart.on(model, files) : model;
}

/**
 * Prints the texts of operations with their digests.
 * @see https://www.apollographql.com/docs/kotlin/advanced/persisted-queries
 */
function printManifest(operations: readonly CompiledOperation[]): string {
  const manifest = {
    format: 'apollo-persisted-query-manifest',
    version: 1,
    operations: operations.map(({ name, kind, text }) => ({ id: digestOf(text), name, type: kind, body: text })),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
