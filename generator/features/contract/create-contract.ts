import { createHash } from 'node:crypto';
import { listedTools } from '../../core/model/listed-tools.js';
import type { Model, ToolModel } from '../../core/model/model.js';
import {
  promptFields,
  resourceFields,
  resourceTemplateFields,
  type Fields,
  type ToolFields,
} from '../../feature-kit/descriptors/descriptor-fields.js';
import { canonicalJson, canonicalMembers } from '../../../runtime/wire/canonical-json.js';
import {
  contractFormat,
  digestAt,
  groupDigests,
  serverContent,
  withoutViewVersions,
  type Contract,
  type VersionDigests,
} from '../../../runtime/wire/contract.js';
import {
  legacyProtocolVersions,
  modernProtocolVersions,
  type DescriptorKind,
} from '../../../runtime/wire/protocol-versions.js';
import { sentFields } from '../../../runtime/wire/sent-fields.js';
import { codePart } from '../code-mode/code-part.js';
import { listCodeTools } from '../code-mode/emit-code-mode.js';

const protocolVersions = [...legacyProtocolVersions, ...modernProtocolVersions];

/** Entry of a list: the member that identifies it with its value, and the other fields. */
interface Entry {
  readonly key: readonly [member: string, value: string];
  readonly fields: Fields;
  readonly legacyFields?: Fields;
}

/**
 * Creates the contract of a server: digests of the entries that it lists, in each protocol version. Includes inactive
 * tools, which can be enabled at startup. The digest of the server is that of its default mode.
 *
 * @param describeTool Returns the descriptor of a tool.
 * @see docs/decisions/0063-a-contract-is-what-is-sent.md
 */
export function createContract(model: Model, describeTool: (tool: ToolModel) => ToolFields): Contract {
  const codeTools = digestList(
    'tool',
    listCodeTools(model).map(({ name, fields }) => toEntry('name', name, fields)),
  );
  const tools = listedTools(model).map((tool): Entry => {
    const { fields, legacyFields } = describeTool(tool);
    return { ...toEntry('name', tool.name, fields), legacyFields };
  });
  const lists = {
    tools: digestList('tool', tools),
    prompts: digestList(
      'prompt',
      model.prompts.map((prompt) => toEntry('name', prompt.name, promptFields(prompt))),
    ),
    resources: digestList(
      'resource',
      model.resources.map((resource) => toEntry('uri', resource.uri, resourceFields(resource))),
    ),
    resourceTemplates: digestList(
      'resourceTemplate',
      model.resourceTemplates.map((template) =>
        toEntry('uriTemplate', template.uriTemplate, resourceTemplateFields(template)),
      ),
    ),
  };
  const { name, version, instructions = '' } = model.server;
  const server = { name, version, ...(instructions !== '' && { instructions: digest(canonicalJson(instructions)) }) };
  const isCode = codePart.of(model)?.isDefault === true;
  const served = { ...lists, ...(isCode && { tools: codeTools }) };
  const entries = Object.values(served).flatMap((list) => Object.values(list));
  const digests = protocolVersions.map((protocolVersion): [string, string] => {
    const all = entries.flatMap((entry) => digestAt(entry, protocolVersion) ?? []);
    return [protocolVersion, digest(canonicalJson(serverContent(server, all)))];
  });
  return {
    contract: contractFormat,
    protocolVersions,
    server: { ...server, digests: groupDigests(digests) },
    ...lists,
    ...(Object.keys(codeTools).length > 0 && { codeTools }),
  };
}

function toEntry(member: string, value: string, fields: Fields): Entry {
  return { key: [member, value], fields };
}

/** Computes the digests of a list's entries, sorted by key, so that their order does not matter. */
function digestList(kind: DescriptorKind, entries: readonly Entry[]): { readonly [key: string]: VersionDigests } {
  const digests = new Map(entries.map((entry) => [entry.key[1], digestEntry(kind, entry)]));
  return Object.fromEntries([...digests].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Computes the digests of an entry. Each field and each form of the entry is encoded only once. */
function digestEntry(kind: DescriptorKind, { key: [member, value], fields, legacyFields = [] }: Entry): VersionDigests {
  const descriptor = {
    fields: Object.fromEntries([[member, JSON.stringify(value)], ...fields]),
    legacyFields: Object.fromEntries(legacyFields),
  };
  const canonical = new Map<string, string>();
  const encode = (json: string): string => {
    const known = canonical.get(json) ?? canonicalJson(JSON.parse(json));
    canonical.set(json, known);
    return known;
  };
  const byForm = new Map<string, string>();
  return groupDigests(
    protocolVersions.map((protocolVersion) => {
      const sent = new Map(sentFields(kind, descriptor, protocolVersion));
      const text = canonicalMembers([...sent.keys()], (field) => encode(sent.get(field) ?? ''));
      const known = byForm.get(text) ?? digest(text);
      byForm.set(text, known);
      return [protocolVersion, known];
    }),
  );
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(withoutViewVersions(text)).digest('hex')}`;
}
