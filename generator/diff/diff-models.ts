import type { Model, ResourceModel, ResourceTemplateModel } from '../model/model.js';
import type { Change, Subject } from './change.js';
import type { ChangeRule } from './change-rules.js';
import { diffPrompt } from './diff-prompt.js';
import { diffResource, diffTemplate } from './diff-resource.js';
import { diffServer } from './diff-server.js';
import { diffTool } from './diff-tool.js';
import { EntityDiff } from './entity-diff.js';
import { Prover } from './schema/prover.js';
import { createSchemaWorld } from './schema/schema-world.js';

/**
 * Everything in which two models differ, server first, then in the order of the sections. What was renamed is gone and
 * new. A side without a server (a single definition file may have none) is not compared in that.
 */
export function diffModels(old: Model, recent: Model): readonly Change[] {
  const prover = new Prover(createSchemaWorld(old.definitions, recent.definitions));
  return [
    ...diffServers(old, recent, prover),
    ...diffLists(old.tools, recent.tools, {
      kind: 'tool',
      prover,
      keyOf: ({ name }) => name,
      compare: diffTool,
      rules: { added: 'tool-added', removed: () => 'tool-removed' },
      isStatic: ({ handler }) => handler.kind === 'forward' && !handler.isImplemented,
    }),
    ...diffLists(old.prompts, recent.prompts, {
      kind: 'prompt',
      prover,
      keyOf: ({ name }) => name,
      compare: diffPrompt,
      rules: { added: 'prompt-added', removed: () => 'prompt-removed' },
      isStatic: ({ messages }) => messages !== undefined,
    }),
    ...diffLists(old.resources, recent.resources, {
      kind: 'resource',
      prover,
      keyOf: ({ uri }) => uri,
      compare: diffResource,
      rules: { added: 'resource-added', removed: (resource) => ruleOfRemoval(resource, recent.resourceTemplates) },
      isStatic: ({ content }) => content !== undefined,
    }),
    ...diffLists(old.resourceTemplates, recent.resourceTemplates, {
      kind: 'resourceTemplate',
      prover,
      keyOf: ({ uriTemplate }) => uriTemplate,
      compare: diffTemplate,
      rules: { added: 'template-added', removed: () => 'template-removed' },
      isStatic: () => false,
    }),
  ];
}

/** A kind of things that are defined by key, and how to compare them. */
interface Section<Entity> {
  readonly kind: Exclude<Subject['kind'], 'server'>;
  readonly prover: Prover;
  readonly keyOf: (entity: Entity) => string;
  readonly compare: (diff: EntityDiff, old: Entity, recent: Entity) => void;
  readonly rules: { readonly added: ChangeRule; readonly removed: (entity: Entity) => ChangeRule };
  /** Whether there is no handler to write for it. */
  readonly isStatic: (entity: Entity) => boolean;
}

function diffLists<Entity>(
  old: readonly Entity[],
  recent: readonly Entity[],
  section: Section<Entity>,
): readonly Change[] {
  const { kind, keyOf, rules, isStatic } = section;
  const before = new Map(old.map((entity) => [keyOf(entity), entity]));
  const after = new Map(recent.map((entity) => [keyOf(entity), entity]));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const diff = new EntityDiff({ kind, name: key }, { kind, key }, section.prover);
    const [one, other] = [before.get(key), after.get(key)];
    if (one && other) section.compare(diff, one, other);
    else if (one) diff.tell(rules.removed(one), 'is gone', { side: 'old', hasHandler: !isStatic(one) });
    else diff.tell(rules.added, 'is new');
    return diff.changes;
  });
}

function diffServers(old: Model, recent: Model, prover: Prover): readonly Change[] {
  if (old.server.name === '' || recent.server.name === '') return [];
  const diff = new EntityDiff({ kind: 'server', name: recent.server.name }, { kind: 'server' }, prover);
  diffServer(diff, old.server, recent.server);
  return diff.changes;
}

/** A resource that a template matches can still be read. */
function ruleOfRemoval({ uri }: ResourceModel, templates: readonly ResourceTemplateModel[]): ChangeRule {
  const path = uri.replace(/\?.*$/su, '');
  const isMatched = templates.some(({ matcher }) => new RegExp(matcher.pattern, 'u').test(path));
  return isMatched ? 'resource-unlisted' : 'resource-removed';
}
