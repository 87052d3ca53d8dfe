import type { Wire } from './wire.js';

/**
 * The members of the objects that a server sends, under the revision that added them: `name`, or `name?` when it may be
 * missing, then the type after a colon. An object exists from its first revision on.
 *
 * @see https://github.com/modelcontextprotocol/modelcontextprotocol/tree/main/schema
 */
const members: { readonly [type: string]: { readonly [since: string]: string } } = {
  'sampling/createMessage': {
    '2024-11-05':
      'messages:SamplingMessage[] maxTokens:number modelPreferences?:object systemPrompt?:string includeContext?:string ' +
      'temperature?:number stopSequences?:string[] metadata?:object',
    '2025-11-25': 'tools?:SamplingTool[] toolChoice?:object _meta?:object',
  },
  SamplingMessage: { '2024-11-05': 'role:string content:SamplingContent', '2025-11-25': '_meta?:object' },
  SamplingTool: { '2025-11-25': 'name:string inputSchema:object title?:string description?:string' },
  'elicitation/create': {
    '2025-06-18': 'message:string requestedSchema?:Form',
    '2025-11-25': 'mode?:string url?:string elicitationId?:string',
  },
  Form: { '2025-06-18': 'type:string properties:Field{} required?:string[]', '2025-11-25': '$schema?:string' },
  'string field': {
    '2025-06-18':
      'type:string title?:string description?:string minLength?:number maxLength?:number format?:string ' +
      'enum?:string[] enumNames?:string[]',
    '2025-11-25': 'default?:string oneOf?:object[]',
  },
  'integer field': {
    '2025-06-18': 'type:string title?:string description?:string minimum?:number maximum?:number',
    '2025-11-25': 'default?:number',
  },
  'boolean field': { '2025-06-18': 'type:string title?:string description?:string default?:boolean' },
  'array field': {
    '2025-11-25':
      'type:string title?:string description?:string items:object minItems?:number maxItems?:number default?:string[]',
  },
  'roots/list': { '2024-11-05': '' },
  'notifications/progress': {
    '2024-11-05': 'progressToken:any progress:number total?:number',
    '2025-03-26': 'message?:string',
  },
  'notifications/message': { '2024-11-05': 'level:string data:any logger?:string' },
  'notifications/cancelled': { '2024-11-05': 'requestId:any reason?:string _meta?:object' },
  'tools/call': {
    '2024-11-05': 'content:Content[] isError?:boolean _meta?:object',
    '2025-06-18': 'structuredContent?:any',
    '2026-07-28': 'resultType:string',
  },
  'prompts/get': {
    '2024-11-05': 'messages:PromptMessage[] description?:string _meta?:object',
    '2026-07-28': 'resultType:string',
  },
  PromptMessage: { '2024-11-05': 'role:string content:Content' },
  'resources/read': {
    '2024-11-05': 'contents:Contents[] _meta?:object',
    '2026-07-28': 'resultType:string ttlMs:number cacheScope:string',
  },
  Contents: { '2024-11-05': 'uri:string mimeType?:string text?:string blob?:string', '2025-06-18': '_meta?:object' },
  'text block': { '2024-11-05': 'type:string text:string annotations?:Annotations', '2025-06-18': '_meta?:object' },
  'image block': {
    '2024-11-05': 'type:string data:string mimeType:string annotations?:Annotations',
    '2025-06-18': '_meta?:object',
  },
  'audio block': {
    '2025-03-26': 'type:string data:string mimeType:string annotations?:Annotations',
    '2025-06-18': '_meta?:object',
  },
  'resource block': {
    '2024-11-05': 'type:string resource:Contents annotations?:Annotations',
    '2025-06-18': '_meta?:object',
  },
  'resource_link block': {
    '2025-06-18':
      'type:string uri:string name:string title?:string description?:string mimeType?:string size?:number ' +
      'annotations?:Annotations _meta?:object',
    '2025-11-25': 'icons?:object[]',
  },
  'tool_use block': { '2025-11-25': 'type:string id:string name:string input:object _meta?:object' },
  'tool_result block': {
    '2025-11-25':
      'type:string toolUseId:string content:Content[] isError?:boolean structuredContent?:any _meta?:object',
  },
  Annotations: { '2024-11-05': 'audience?:string[] priority?:number', '2025-06-18': 'lastModified?:string' },
};

/** Members that are one of several objects, told apart by their own member `type`. */
const kinds: { readonly [type: string]: readonly string[] } = {
  Field: ['string field', 'integer field', 'boolean field', 'array field'],
  Content: ['text block', 'image block', 'audio block', 'resource block', 'resource_link block'],
  SamplingContent: ['text block', 'image block', 'audio block', 'tool_use block', 'tool_result block'],
};

/** Faults of a value that is sent in a revision: members that the revision does not have, and members that are missing. */
export function findIllegal(value: unknown, type: string, revision: string, path = type): readonly string[] {
  if (type === 'any') return [];
  if (type.endsWith('[]')) {
    if (!Array.isArray(value)) return [`${path} is no array`];
    return value.flatMap((each, index) => findIllegal(each, type.slice(0, -2), revision, `${path}[${index}]`));
  }
  if (type.endsWith('{}')) {
    return Object.entries(value as Wire).flatMap(([key, each]) =>
      findIllegal(each, type.slice(0, -2), revision, `${path}.${key}`),
    );
  }
  if (type === 'SamplingContent' && Array.isArray(value) && revision >= '2025-11-25') {
    return findIllegal(value, 'SamplingContent[]', revision, path);
  }
  const own = kinds[type]?.find((kind) => kind.startsWith(`${(value as Wire)['type']} `)) ?? type;
  if (own in kinds) return [`${path} has a wrong type`];
  const table = members[own];
  if (table === undefined) return typeof value === own ? [] : [`${path} is no ${own}`];
  return findIllegalMembers(value as Wire, table, revision, path);
}

function findIllegalMembers(
  value: Wire,
  table: { readonly [since: string]: string },
  revision: string,
  path: string,
): readonly string[] {
  const known = Object.entries(table).filter(([since]) => since <= revision);
  if (known.length === 0) return [`${path} does not exist in ${revision}`];
  const allowed = known.flatMap(([, names]) => names.split(' ').filter((name) => name !== ''));
  const types = new Map(allowed.map((each) => each.split(':') as [string, string]));
  const required = [...types.keys()].filter((name) => !name.endsWith('?'));
  return [
    ...required.filter((name) => value[name] === undefined).map((name) => `${path}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, each]) => {
      const memberType = types.get(name) ?? types.get(`${name}?`);
      if (memberType === undefined) return [`${path}.${name} does not exist in ${revision}`];
      return findIllegal(each, memberType, revision, `${path}.${name}`);
    }),
  ];
}
