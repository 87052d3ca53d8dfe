import type { SourceLocation } from '../diagnostics/diagnostic.js';
import { rootOf } from '../load/load-definitions.js';
import { locateAt } from '../source/source-node.js';
import type { JudgedWorkspace } from './read-definitions.js';
import { mergeDefinitions } from '../definition/merge-definitions.js';
import type { Place } from '../model/place.js';

/** Says where something stands in the files; `undefined` when that is not known. */
export type Locate = (place: Place) => SourceLocation | undefined;

/**
 * Finds places of the model in the definition files: the nearest key above a place that is written down nowhere.
 *
 * @param shownRoot What is put before paths of files; nothing when it is empty.
 */
export function createLocator({ workspace, resolved }: JudgedWorkspace, shownRoot: string): Locate {
  const { definitions } = mergeDefinitions(workspace);
  const sections = {
    tool: definitions.tools,
    prompt: definitions.prompts,
    resource: definitions.resources,
    resourceTemplate: definitions.resourceTemplates,
  };
  const keys = new Map([...resolved.names].map(([key, name]) => [name, key]));
  const locateIn = (file: string, path: readonly string[]): SourceLocation | undefined => {
    const root = rootOf(workspace, file);
    return root && locateAt(root, path);
  };
  const locate: Locate = ({ anchor, path }) => {
    if (anchor.kind === 'server') return definitions.server && locateAt(definitions.server, path);
    if (anchor.kind === 'definition') {
      const referred = resolved.resolver.referred.get(keys.get(anchor.name) ?? '');
      return referred && locateIn(referred.file, [...referred.path, ...path]);
    }
    const entry = sections[anchor.kind].find(({ key }) => key === anchor.key);
    if (entry) return locateIn(entry.file, [...entry.path, ...path]);
    return anchor.kind === 'tool' ? resolved.toolLocations.get(anchor.key) : undefined;
  };
  return (place) => {
    const location = locate(place);
    return location && { ...location, file: shownRoot === '' ? location.file : `${shownRoot}/${location.file}` };
  };
}
