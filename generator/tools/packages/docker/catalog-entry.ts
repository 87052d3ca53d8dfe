import { isJsonObject, type JsonObject } from '../../../core/model/json.js';
import { listedTools } from '../../../core/model/listed-tools.js';
import type { ToolModel } from '../../../core/model/model.js';
import { descriptionOf, homepageOf, printJson } from '../../../features/package/public-facts.js';
import type { Setting } from '../../../features/package/list-settings.js';
import { mcpbName } from '../mcpb/mcpb-manifest.js';
import { cleanLine } from '../../../features/package/clean-line.js';
import { printYaml } from '../print-yaml.js';
import { listIcons, listRemotes } from '../../../features/package/public-facts.js';
import type { PackagedProject, PackagePlan } from '../target.js';
import { describeAccess } from './remote-access.js';

/**
 * Describes the entry of the Docker MCP catalog: `server.yaml`, `tools.json`, and, for remote servers, `readme.md`.
 * Omits `meta.category`, and `source.commit` (required for local servers), because definitions do not contain them.
 *
 * @see https://github.com/docker/mcp-registry/blob/main/CONTRIBUTING.md, pkg/servers/types.go and
 *   cmd/validate/main.go there (read in November 2026 at a commit of 2026-07-08)
 */
export function describeCatalogEntry(project: PackagedProject): Required<PackagePlan> {
  const { facts, model } = project;
  const name = mcpbName(model.server.name);
  const [remote] = listRemotes(project);
  if (facts.repository === undefined && remote === undefined) {
    const message = 'No Docker MCP Catalog entry was written, because it needs `package.repository` or `package.url`.';
    const help = 'Add `repository: https://github.com/<user>/<repository>` to `package`.';
    return { files: [], problems: [{ kind: 'advice', path: ['package'], message, help }], steps: [] };
  }
  const isLocal = facts.repository !== undefined;
  const common = {
    meta: facts.keywords.length === 0 ? undefined : { tags: facts.keywords.map((each) => cleanLine(each)) },
    about: { title: catalogTitle(project), description: cleanLine(descriptionOf(project)), icon: iconOf(project) },
  };
  const entry = isLocal
    ? {
        name,
        image: facts.image,
        type: 'server',
        ...common,
        source: { project: facts.repository },
        ...configOf(project),
      }
    : describeRemote(project, name, common);
  const page = homepageOf(project) ?? remote?.url ?? '';
  return {
    files: [
      { path: 'server.yaml', content: printYaml(entry) },
      { path: 'tools.json', content: printJson(isLocal ? listTools(project) : []) },
      ...(isLocal ? [] : [{ path: 'readme.md', content: `Docs: ${page}\n` }]),
    ],
    problems: [],
    steps: [
      `List it in the Docker MCP Catalog: add meta.category${isLocal ? ' and source.commit (40 characters)' : ''} to ${project.folders.packages}/docker/catalogue/servers/${name}/server.yaml, and copy the folder to servers/ of a fork of docker/mcp-registry`,
    ],
  };
}

function describeRemote(project: PackagedProject, name: string, common: object): object {
  const [remote] = listRemotes(project);
  const { dynamic, headers, oauth, config } = describeAccess(project);
  return {
    name,
    type: 'remote',
    dynamic,
    ...common,
    remote: { transport_type: 'streamable-http', url: remote?.url, headers },
    oauth,
    config,
  };
}

/** Returns the title according to the rules of the catalog: capitalized words, without "MCP" and "Server". */
function catalogTitle({ model: { server } }: PackagedProject): string {
  const text = cleanLine(server.title ?? server.name).replaceAll(/MCP|Servers?/gu, ' ');
  const words = cleanLine(text.replaceAll(/\bservers?/giu, ' ')).split(' ');
  const title = words.map((word) => `${[...word][0]?.toUpperCase() ?? ''}${[...word].slice(1).join('')}`).join(' ');
  return title === '' ? 'Tools' : title;
}

function iconOf(project: PackagedProject): string | undefined {
  const [icon] = listIcons(project);
  return icon?.src;
}

/** Describes `config` of a server: secrets, and variables whose values are parameters. */
function configOf(project: PackagedProject): object {
  const name = mcpbName(project.model.server.name);
  const settings = project.settings.filter(({ isForHttpOnly }) => !isForHttpOnly);
  if (settings.length === 0) return {};
  const secrets = settings.filter(({ isSecret }) => isSecret);
  const open = settings.filter(({ isSecret }) => !isSecret);
  const required = open.filter(({ isRequired }) => isRequired).map(({ key }) => key);
  const parameters = {
    type: 'object',
    properties: Object.fromEntries(open.map((setting) => [setting.key, describeParameter(setting)])),
    required: required.length === 0 ? undefined : required,
  };
  return {
    config: {
      description: `Configure ${catalogTitle(project)}`,
      ...(secrets.length > 0 && {
        secrets: secrets.map(({ key, variable, title, description, isRequired }) => ({
          name: `${name}.${key}`,
          env: variable,
          example: `<${variable}>`,
          description: cleanLine(description === '' ? title : description),
          required: isRequired,
        })),
      }),
      ...(open.length > 0 && {
        env: open.map(({ key, variable }) => ({ name: variable, value: `{{${name}.${key}}}` })),
        parameters,
      }),
    },
  };
}

function describeParameter({ type, title, description, defaultValue, choices }: Setting): object {
  return {
    type: type === 'number' || type === 'boolean' ? type : 'string',
    description: cleanLine(description === '' ? title : description),
    default: defaultValue,
    ...(type === 'string' && { enum: choices }),
  };
}

/** Lists tools with their arguments. The catalog requires a description for each argument. */
function listTools({ model }: PackagedProject): readonly object[] {
  const definitions = new Map(model.definitions.map(({ name, schema }) => [name, schema]));
  return listedTools(model)
    .filter(({ isInactive }) => isInactive !== true)
    .map((tool) => ({
      name: tool.name,
      description: tool.adapted?.description ?? tool.description,
      arguments: listArguments(tool, definitions),
    }));
}

function listArguments({ input, adapted }: ToolModel, definitions: ReadonlyMap<string, unknown>): readonly object[] {
  const schema = adapted?.input ?? input.schema;
  const root = isJsonObject(schema) ? follow(schema, definitions) : undefined;
  const properties = root?.get('properties');
  const required: unknown = root?.get('required');
  if (!isJsonObject(properties)) return [];
  return [...properties].map(([name, property]) => {
    const propertySchema = isJsonObject(property) ? property : undefined;
    const whole = propertySchema && follow(propertySchema, definitions);
    const type = whole?.get('type');
    const description = propertySchema?.get('description') ?? whole?.get('description') ?? whole?.get('title');
    return {
      name,
      type: typeof type === 'string' ? type : 'any',
      desc: typeof description === 'string' && description.trim() !== '' ? description : name,
      ...(!(Array.isArray(required) && required.includes(name)) && { optional: true }),
    };
  });
}

/** Returns the schema that a reference leads to; the schema itself if it is not a reference. */
function follow(schema: JsonObject, definitions: ReadonlyMap<string, unknown>): JsonObject {
  let found = schema;
  for (let steps = 0; steps < 20; steps++) {
    const reference = found.get('$ref');
    const next: unknown =
      typeof reference === 'string' ? definitions.get(reference.replace(/^#\/\$defs\//u, '')) : undefined;
    if (!(next instanceof Map)) return found;
    found = next as unknown as JsonObject;
  }
  return found;
}
