import { loadOf, requirePart, sourceOf, type PartRow } from './core/service/part.js';
import type { Service } from './core/service/service.js';
import { knowsField } from './wire/protocol-versions.js';

/**
 * The optional parts of a server, in order. The code of a part comes from generated code, so that servers without the
 * part do not contain it; it is loaded when a request needs it.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#server-capabilities
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#capability-negotiation
 * @see
 *   https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx#capability-negotiation
 */
export const parts: readonly PartRow<Service>[] = [
  {
    name: 'discover',
    jobs: ['search', 'describe', 'call'],
    load: ({ tools, parts: own }) => tools.discovering && loadOf(own?.['discover']),
  },
  {
    name: 'code-mode',
    jobs: ['find', 'run'],
    load: ({ tools, parts: own }) => tools.discovering && loadOf(own?.['code-mode']),
  },
  {
    name: 'tasks',
    methods: {
      'tasks/get': { servedBy: 'part', subject: 'taskId' },
      'tasks/result': { era: 'legacy', servedBy: 'part', isUnordered: true },
      'tasks/update': { era: 'modern', servedBy: 'part', subject: 'taskId' },
      'tasks/cancel': { servedBy: 'part', subject: 'taskId' },
    },
    // Only this protocol version has tasks in its core. Not read from `protocolFeatures`, because only calls need to load that module.
    capabilities: (protocolVersion) =>
      protocolVersion === '2025-11-25' ? { tasks: { cancel: {}, requests: { tools: { call: {} } } } } : {},
    // The modern era has tasks as an extension.
    extensions: (protocolVersion) => (protocolVersion >= '2026-07-28' ? { 'io.modelcontextprotocol/tasks': {} } : {}),
    hasTasks: true,
    load: ({ capabilities, parts: own }) => (capabilities.tasks === true ? requirePart(own?.['tasks']) : undefined),
  },
  {
    name: 'views',
    // Hosts can show views in protocol versions with `_meta` on tools.
    extensions: (protocolVersion) =>
      knowsField(protocolVersion, 'tool', '_meta') ? { 'io.modelcontextprotocol/ui': {} } : {},
    // A built server adds a version to the URI of each page, so that hosts fetch changed pages again.
    resolveUri: (uri) => (uri.startsWith('ui://') ? uri.replace(/\?v=[0-9a-f]+$/u, '') : uri),
    load: ({ capabilities }) => (capabilities.views === true ? async () => ({ open: () => ({}) }) : undefined),
  },
  {
    name: 'skills',
    methods: {
      'skills/list': { servedBy: 'handlers' },
      'skills/get': { servedBy: 'handlers', needsResources: true },
      'resources/directory/read': { servedBy: 'handlers', needsResources: true },
    },
    extensions: () => ({ 'io.modelcontextprotocol/skills': { directoryRead: true } }),
    hasResources: true,
    load: ({ skills }) => skills && (async () => sourceOf((await skills.load()).skillServer)),
  },
  { name: 'well-known', hasMounts: true, load: ({ parts: own }) => loadOf(own?.['well-known']) },
];
