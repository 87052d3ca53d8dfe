import path from 'node:path';
import { maxSkillFiles, maxSkillSize, skillFolders, type SkillListing } from './list-skill-files.js';
import type { ReadFile } from '../../feature-kit/load/read-file.js';
import { defined } from '../../core/model/json.js';
import type { Model, Names, ResourceModel } from '../../core/model/model.js';
import { createNames } from '../../feature-kit/resolve/create-names.js';
import type { Reading } from '../../feature-kit/feature.js';
import { skillsPart, type SkillFileModel, type SkillModel } from './skills-part.js';
import { moduleOf } from './emit-skills.js';
import { joinPath } from '../../core/source/references.js';
import { childOf, stringAt } from '../../core/source/source-node.js';
import type { DefinitionEntry } from '../../feature-kit/definition/definition-set.js';
import { readFrontmatter } from './read-frontmatter.js';
import { readCache, report, type Resolution } from '../../feature-kit/definition/resolve-entry.js';
import { makeSkillFile } from './skill-file.js';
import { readScopes } from '../auth/scopes-part.js';
import { skillsDiagnostics } from './diagnostics.js';

/** Skill with its `SKILL.md` as a resource of the server. */
interface ResolvedSkill {
  readonly skill: SkillModel;
  readonly resource: ResourceModel;
}

/** Reads the skills of the definitions. */
export function readSkills(model: Model, { resolution, definitions }: Reading): Model {
  const entries = definitions.sections.get('skills') ?? [];
  if (entries.length === 0) return model;
  const found = entries.flatMap((entry) => {
    const name = entry.key.split('/').at(-1) ?? entry.key;
    resolution.added.set(skillUri(entry.key, 'SKILL.md'), entry);
    return resolveSkill(resolution, entry, createNames('Resource', name, entry.key)) ?? [];
  });
  const skills = found.map(({ skill }) => skill);
  checkSkillAddresses(resolution, entries, definitions.resources, skills);
  const resources = [...model.resources, ...found.map(({ resource }) => resource)];
  return skillsPart.on({ ...model, resources }, skills);
}

/** Returns the URI of a file or folder of a skill. */
function skillUri(skill: string, file: string): string {
  return `skill://${[skill, ...file.split('/').map(encodeURIComponent)].join('/')}`;
}

/** Resolves a skill by reading its folder. Returns `undefined` after errors that leave nothing to serve. */
function resolveSkill(resolution: Resolution, entry: DefinitionEntry, names: Names): ResolvedSkill | undefined {
  const { key, node, keyLocation } = entry;
  const reference = stringAt(node, 'folder');
  const location = childOf(node, 'folder')?.location ?? keyLocation;
  if (reference === undefined) return undefined;
  const folder = joinPath(entry.file, reference);
  const listing = skillFolders.part.of(resolution.workspace)?.get(folder);
  if (!listing || !checkListing(resolution, entry, reference, listing)) return undefined;
  const name = path.posix.basename(key);
  if (path.posix.basename(folder) !== name) {
    const message = `The folder \`${reference}\` must be named after the skill, \`${name}\`.`;
    report(resolution, skillsDiagnostics['invalid-skill'], location, message, {
      help: `Rename it to \`${name}\`, or change the key.`,
    });
  }
  const main = findMain(resolution, entry, folder, listing.files);
  const files = readFiles(resolution, entry, folder, listing.files);
  const frontmatter = main && readFrontmatter(resolution, `${folder}/SKILL.md`, main.text, name);
  const [first] = files;
  if (!frontmatter || first?.path !== 'SKILL.md') return undefined;
  const uri = skillUri(key, 'SKILL.md');
  const resource: ResourceModel = {
    names,
    name,
    uri,
    owner: 'skills',
    mimeType: first.mimeType,
    size: first.size,
    ...defined({ description: frontmatter.description, cache: readCache(node, 'public') }),
    extensions: new Map(),
    elicitations: [],
    content: { kind: 'module', path: `${moduleOf(key)}.ts`, member: `files['SKILL.md']` },
    handler: { kind: 'stub' },
  };
  return { skill: { path: key, uri, frontmatter: frontmatter.fields, files }, resource: readScopes(resource, node) };
}

/** Reports a folder that cannot be served. Returns whether its files were listed. */
function checkListing(
  resolution: Resolution,
  { node, file, keyLocation }: DefinitionEntry,
  reference: string,
  listing: SkillListing,
): listing is SkillListing & { readonly status: 'read' } {
  const location = childOf(node, 'folder')?.location ?? keyLocation;
  if (listing.status === 'outside' || reference.startsWith('/')) {
    const message = `\`${reference}\` is outside ${resolution.workspace.folder}/.`;
    const help = 'Move the folder, or allow it with `--allow-folder`.';
    report(resolution, 'ref-outside-project', location, message, { help });
  } else if (listing.status === 'unreadable') {
    report(resolution, 'unreadable-file', location, `\`${reference}\` ${listing.reason}.`);
  } else if (listing.status === 'missing') {
    report(resolution, 'missing-file', location, `The folder \`${reference}\` does not exist (relative to ${file}).`);
  } else if (listing.status === 'read' && listing.hasMore) {
    const message = `The skill has more than ${maxSkillFiles} files; clients may reject it.`;
    report(resolution, skillsDiagnostics['large-skill'], location, message, {
      help: 'Split the skill, or remove files.',
    });
  } else if (listing.status === 'read') {
    for (const link of listing.links) {
      const message = `\`${link}\` is a symbolic link to a folder, which is not followed.`;
      report(resolution, skillsDiagnostics['invalid-skill'], location, message, {
        help: 'Copy the files into the skill.',
      });
    }
    return true;
  }
  return false;
}

/** Finds `SKILL.md` in a folder. */
function findMain(
  resolution: Resolution,
  { node, keyLocation }: DefinitionEntry,
  folder: string,
  files: readonly string[],
): ReadFile | undefined {
  const loaded = files.includes('SKILL.md') ? resolution.workspace.files.get(`${folder}/SKILL.md`) : undefined;
  if (loaded?.status === 'read') return loaded;
  if (loaded) return undefined;
  const location = childOf(node, 'folder')?.location ?? keyLocation;
  const other = files.find((file) => file.toLowerCase() === 'skill.md');
  const help =
    other === undefined
      ? 'Create it. Begin it with a line `---`, then `name:` and `description:`, then a line `---`.'
      : `Rename \`${other}\`: the file name must be in capital letters.`;
  report(resolution, skillsDiagnostics['invalid-skill'], location, `${folder}/ has no SKILL.md.`, { help });
  return undefined;
}

/** Reads all files of a skill that can be served, `SKILL.md` first. */
function readFiles(
  resolution: Resolution,
  { key, node, keyLocation }: DefinitionEntry,
  folder: string,
  listed: readonly string[],
): readonly SkillFileModel[] {
  const location = childOf(node, 'folder')?.location ?? keyLocation;
  const tooLarge = (): void => {
    const message = 'The files of the skill exceed 16 MiB in total; clients may reject it.';
    report(resolution, skillsDiagnostics['large-skill'], location, message, {
      help: 'Remove files, or split the skill.',
    });
  };
  const sorted = [...listed].toSorted((one, other) => Number(other === 'SKILL.md') - Number(one === 'SKILL.md'));
  const files: SkillFileModel[] = [];
  for (const name of sorted) {
    const file = `${folder}/${name}`;
    const loaded = resolution.workspace.files.get(file);
    if (!loaded || (loaded.status === 'unreadable' && loaded.reason.includes('larger'))) {
      tooLarge();
      return [];
    }
    if (loaded.status === 'outside') {
      const message = `\`${file}\` is a symbolic link to a file outside ${resolution.workspace.folder}/.`;
      report(resolution, 'ref-outside-project', location, message, { help: 'Copy the file into the skill.' });
    } else if (loaded.status !== 'read') {
      const reason = 'reason' in loaded ? loaded.reason : 'does not exist';
      report(resolution, 'unreadable-file', location, `\`${file}\` ${reason}.`);
    } else if (/[\ud800-\udfff\ufffd]/u.test(name)) {
      const message = `The file name ${JSON.stringify(file)} is not valid Unicode.`;
      report(resolution, skillsDiagnostics['invalid-skill'], location, message, { help: 'Rename it.' });
    } else {
      files.push(makeSkillFile(name, skillUri(key, name), loaded));
    }
  }
  if (files.reduce((sum, { size }) => sum + size, 0) > maxSkillSize) tooLarge();
  return files;
}

/**
 * Reports skills and resources that have the same URI, and a skill whose path is below another skill's path without
 * being in that skill's folder.
 */
function checkSkillAddresses(
  resolution: Resolution,
  entries: readonly DefinitionEntry[],
  resources: readonly DefinitionEntry[],
  skills: readonly SkillModel[],
): void {
  const folderOf = ({ file, node }: DefinitionEntry) => joinPath(file, stringAt(node, 'folder') ?? '');
  for (const inner of entries) {
    const outer = entries.find(({ key }) => inner.key.startsWith(`${key}/`));
    const wanted = outer && `${folderOf(outer)}${inner.key.slice(outer.key.length)}`;
    if (!outer || wanted === folderOf(inner)) continue;
    const message = `The skill \`${inner.key}\` is nested in the skill \`${outer.key}\`, but its folder is not nested in the same way.`;
    const related = [{ message: 'the outer skill', location: outer.keyLocation }];
    const help = `Move its folder to ${wanted}, or change one of the keys.`;
    report(resolution, skillsDiagnostics['invalid-skill'], inner.keyLocation, message, { related, help });
  }
  const uris = new Map(skills.flatMap(({ path: skill, files }) => files.map(({ uri }) => [uri, skill] as const)));
  for (const { key, keyLocation } of resources) {
    const skill = uris.get(key);
    if (skill === undefined) continue;
    const message = `The skill \`${skill}\` also has a file with the URI \`${key}\`.`;
    report(resolution, 'duplicate-name', keyLocation, message);
  }
}
