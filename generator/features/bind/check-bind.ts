import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import { didYouMean } from '../../core/diagnostics/suggest.js';
import type { Diagnostic, Help, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { suppliedNames } from '../../core/model/handler-input.js';
import { isJsonObject, objectAt, toPlainJson, type Json, type JsonObject } from '../../core/model/json.js';
import type { Model, SchemaModel, ToolModel } from '../../core/model/model.js';
import { visitParts } from '../../core/schema/map-schema.js';
import { createValueCompiler, findMismatch } from '../../core/schema/value-compiler.js';
import { visitSchemas } from '../../core/schema/visit-schemas.js';
import { mapByName, wireSchema } from '../../core/schema/wire-schema.js';
import { textsAt } from '../../core/source/read-values.js';
import { childOf, entriesOf, entryOf, itemsOf } from '../../core/source/source-node.js';
import type { Reading } from '../../feature-kit/feature.js';
import { rootOf } from '../../feature-kit/load/workspace.js';
import { authPart } from '../auth/auth-part.js';
import { boundArgumentsOf, listBound, showSource, type BoundArgumentModel } from './bind-part.js';
import { bindDiagnostics } from './diagnostics.js';

/** Checks bound arguments against the settings of the server and their schemas. */
export function checkBind(model: Model, reading: Reading): readonly Diagnostic[] {
  return [
    ...listBound(model).flatMap(({ bound }) => checkSource(model, bound, reading)),
    ...model.tools.flatMap((tool) => boundArgumentsOf(tool).flatMap((bound) => checkConstants(model, tool, bound))),
    ...checkExamples(model, reading),
    ...findMisplaced(reading),
  ];
}

function invalid(location: SourceLocation, message: string, help: Help): Diagnostic {
  return createDiagnostic(bindDiagnostics['invalid-bind'], location, message, { help });
}

function checkSource(
  model: Model,
  { source, location }: BoundArgumentModel,
  { definitions: { server } }: Reading,
): readonly Diagnostic[] {
  if (source.get('kind') === 'header') {
    const name = String(source.get('name'));
    const trusted = textsAt(server, 'trustedHeaders');
    if (trusted.some((each) => each.toLowerCase() === name.toLowerCase())) return [];
    const advice = `Add \`${name}\` to \`trustedHeaders\` of \`server\`, if a proxy sets it and removes it from requests of clients.`;
    const help = didYouMean(name, trusted) ?? advice;
    return [invalid(location, `The server does not trust the header \`${name}\`.`, help)];
  }
  if (source.get('kind') !== 'caller') return [];
  const access = authPart.of(model);
  const shown = showSource(source);
  if (!access) {
    const help = 'Add `auth` to the definition. `authenticate` of `handlers/server.ts` is not known to `generate`.';
    return [invalid(location, `\`${shown}\` needs \`auth\`, which the definition does not have.`, help)];
  }
  const issuers = access.settings.get('issuers');
  const kinds = (Array.isArray(issuers) ? issuers.length : 0) + (access.settings.has('apiKeys') ? 1 : 0);
  if (shown !== 'auth.subject' || kinds < 2) return [];
  const message = '`auth.subject` is unique only per issuer, and `auth` has several issuers, or issuers and API keys.';
  const help = 'Use `auth.principal`, which contains the issuer.';
  return [createDiagnostic(bindDiagnostics['ambiguous-subject'], location, message, { help })];
}

/** Checks that constants match the schemas of their arguments. */
function checkConstants(model: Model, { supplied }: ToolModel, bound: BoundArgumentModel): readonly Diagnostic[] {
  const constants = [bound.source, bound.stdio].filter((source) => source?.get('kind') === 'value');
  if (!supplied || constants.length === 0) return [];
  const validate = compileProperty(model, supplied, bound.name);
  return constants.flatMap((source) => {
    const problem = validate && findMismatch(validate, toPlainJson(source?.get('value') ?? null));
    if (problem === undefined) return [];
    const message = `The constant for \`${bound.name}\` does not match its schema: ${problem}.`;
    return [invalid(bound.location, message, 'Change the constant or the schema.')];
  });
}

/** Compiles the schema of one property; `undefined` for an invalid schema, which is reported elsewhere. */
function compileProperty(model: Model, { schema, dialect }: SchemaModel, name: string) {
  const property: Json = isJsonObject(schema) ? (objectAt(schema, 'properties').get(name) ?? true) : true;
  if (!isJsonObject(property)) return undefined;
  const complete = wireSchema({ schema: property, dialect }, mapByName(model.definitions));
  try {
    return createValueCompiler(dialect, false).compile(toPlainJson(complete) as object);
  } catch {
    return undefined;
  }
}

/** Reports examples of tools that contain bound arguments. */
function checkExamples(model: Model, { definitions }: Reading): readonly Diagnostic[] {
  const tools = new Map(model.tools.map((tool) => [tool.name, tool]));
  return definitions.tools.flatMap(({ key, node }) => {
    const tool = tools.get(key);
    const names = tool ? suppliedNames(tool) : [];
    if (names.length === 0) return [];
    return itemsOf(childOf(node, 'examples')).flatMap((example) =>
      entriesOf(childOf(example, 'input'))
        .filter((entry) => names.includes(entry.key))
        .map((entry) =>
          invalid(entry.keyLocation, `This example has \`${entry.key}\`, which callers cannot send.`, 'Remove it.'),
        ),
    );
  });
}

const misplacedHelp =
  'Move it to a direct property of the `inputSchema` of a tool. Nested properties, lists and shared schemas cannot have it; next to `$ref`, it can.';

/** Reports `bind` in schemas where it has no effect. Values there would come from the caller. */
function findMisplaced({ resolution: { schemas, workspace, resolver } }: Reading): readonly Diagnostic[] {
  const shared = workspace.definitions.flatMap((file) => {
    const root = rootOf(workspace, file);
    return entriesOf(childOf(root, '$defs')).map(({ value }) => value);
  });
  const places = [...schemas.map(({ node }) => node), ...shared].flatMap((root) =>
    visitSchemas(root).flatMap(({ node }) => {
      const bind = entryOf(node, 'bind');
      return bind?.value.kind === 'map' ? [bind.keyLocation] : [];
    }),
  );
  // The visits have found those in `$defs` of definition files.
  const isVisited = (file: string, path: readonly string[]) =>
    workspace.definitions.includes(file) && path.some((step) => step === '$defs' || step === 'definitions');
  const referred = [...resolver.referred.values()].flatMap(({ schema, location, file, path }) =>
    containsBind(schema) && !isVisited(file, path) ? [location] : [],
  );
  const byPlace = new Map([...places, ...referred].map((place) => [JSON.stringify(place), place]));
  return [...byPlace.values()].map((place) =>
    createDiagnostic(bindDiagnostics['misplaced-bind'], place, '`bind` has no effect here.', { help: misplacedHelp }),
  );
}

function containsBind(schema: boolean | JsonObject): boolean {
  let found = false;
  visitParts(schema, (part) => {
    found ||= isJsonObject(part.get('bind'));
  });
  return found;
}
