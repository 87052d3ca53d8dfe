import { withToolsets } from '../toolsets/toolsets-part.js';
import { describeFind, describeRun, type CodeToolParts } from '../code-mode/describe-code-tools.js';
import { jsonObjectOf, type Json } from '../../core/model/json.js';
import type { CodeSettingsModel, ToolModel } from '../../core/model/model.js';
import { stringAt } from '../../core/source/source-node.js';
import type { ApiDocument } from './api-document.js';
import { annotateCall, describeTags, listToolsets, shorten, type DiscoveredApi } from './discovery-tools.js';
import { toLegalKey } from './schema/legal-key.js';
import type { NameCandidates, ToolNames } from './tool-names.js';

/**
 * Proposes names for an API's two code mode tools, which search functions and run code.
 *
 * @param maxLength Maximum number of characters in a name.
 */
export function proposeCodeNames(
  { name: api, entry }: ApiDocument,
  maxLength: number | undefined,
): readonly NameCandidates[] {
  const prefix = stringAt(entry?.node, 'prefix') ?? '';
  return ['search_api', 'run_code'].map((name) => ({
    key: `${api} ${name}`,
    names: [toLegalKey(prefix + name), toLegalKey(`${prefix}${api}_${name}`)],
    maxLength,
  }));
}

/**
 * Creates the two code mode tools of an API.
 *
 * @param given Tool names, in the order of {@link proposeCodeNames}.
 * @param operations The active operations.
 */
export function makeCodeTools(
  { id, title }: DiscoveredApi,
  given: readonly ToolNames[],
  operations: readonly ToolModel[],
  settings: CodeSettingsModel,
): readonly ToolModel[] {
  const [find, run] = given;
  if (!find || !run) return [];
  const about = `the ${operations.length} operations of ${shorten(title)}`;
  const names = { about, find: find.name, run: run.name, groups: describeTags(operations) };
  const toolsets = listToolsets(operations);
  const make = (does: 'find' | 'run', own: ToolNames, parts: CodeToolParts): ToolModel => {
    const tool: ToolModel = {
      ...own,
      title: parts.title,
      description: parts.description,
      annotations: parts.annotations,
      input: { dialect: '2020-12', schema: parts.input },
      extensions: new Map<string, Json>(),
      elicitations: [],
      advertisesDefaultsOnly: true,
      handler: { kind: 'discovery', api: id, does, settings },
    };
    return withToolsets(tool, toolsets);
  };
  const readsOnly = settings.allow === undefined || settings.allow.every((filter) => filter === 'read-only');
  const annotations = readsOnly
    ? jsonObjectOf({ readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true })
    : annotateCall(operations);
  return [make('find', find, describeFind(names)), make('run', run, describeRun(names, annotations))];
}
