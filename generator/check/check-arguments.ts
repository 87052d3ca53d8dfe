import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../diagnostics/suggest.js';
import { rootOf, type Workspace } from '../load/load-definitions.js';
import { childOf, entriesOf, itemsOf } from '../source/source-node.js';
import type { ResolvedSchema } from '../resolve/resolved-schemas.js';
import type { SchemaResolver } from '../resolve/schema-resolver.js';
import { followRoot, listProperties } from './root-chain.js';

/** Checks that the positional arguments of bound functions (`args`) are properties of the input. */
export function checkArguments(
  workspace: Workspace,
  schemas: readonly ResolvedSchema[],
  resolver: SchemaResolver,
): readonly Diagnostic[] {
  const inputs = new Map(schemas.filter(({ role }) => role === 'input').map((schema) => [schema.tool, schema]));
  return workspace.definitions.flatMap((file) =>
    entriesOf(childOf(rootOf(workspace, file), 'tools')).flatMap(({ key, value }) => {
      const input = inputs.get(key)?.schema.schema;
      const known = input === undefined ? [] : [...listProperties(followRoot(input, resolver)).keys()];
      return itemsOf(childOf(value, 'args')).flatMap((item) => {
        if (item.kind !== 'scalar' || typeof item.value !== 'string' || known.includes(item.value)) return [];
        const help = didYouMean(item.value, known) ?? listNames(known);
        return [
          createDiagnostic('invalid-value', item.location, `\`${item.value}\` is no property of the input.`, { help }),
        ];
      });
    }),
  );
}

function listNames(names: readonly string[]): string {
  return names.length === 0
    ? 'The input has no properties.'
    : `Its properties are: ${names.map((name) => `\`${name}\``).join(', ')}.`;
}
