import { codePart } from '../../../features/code-mode/code-part.js';
import { storesPart } from '../../../features/stores/stores-part.js';
import { taskPart } from '../../../features/tasks/task-part.js';
import { listedTools } from '../../../core/model/listed-tools.js';
import { hasDurableTasks } from '../../../features/tasks/has-durable-tasks.js';
import type { Model } from '../../../core/model/model.js';
import { checkPlatformDatabases } from '../check-databases.js';
import { checkOutside } from '../check-needs.js';
import type { PackageProblem } from '../../../features/package/problem.js';
import { authPart } from '../../../features/auth/auth-part.js';
import { declaredPart } from '../../../features/environment/declared-part.js';
import type { PackagedProject } from '../target.js';
import type { Platform } from './platform.js';

/** Reports server requirements that a platform does not meet. */
export function checkPlatform(platform: Platform, project: PackagedProject): readonly PackageProblem[] {
  return [
    ...checkStore(platform, project),
    ...checkPlatformDatabases({ ...platform, hasDisk: platform.stores.includes('sqlite') }, project),
    ...checkTasks(platform, project),
    ...checkSessions(platform, project),
    ...checkThreads(platform, project),
    ...checkAddress(project),
    ...checkVariables(platform, project),
    ...checkFolders(platform, project),
    ...checkPackages(platform, project),
  ];
}

function checkStore({ title, stores, bundle }: Platform, { model }: PackagedProject): readonly PackageProblem[] {
  const kind = storesPart.of(model);
  if (kind === undefined || stores.includes(kind)) return [];
  const reason =
    kind === 'sqlite' ? 'has no persistent disk that all instances share' : 'cannot share a connection among requests';
  const help =
    bundle === 'worker'
      ? 'Omit `store`, or package the server for Vercel, Deno, Bun or Lambda.'
      : 'Use `store: redis`, or make another package, such as `docker`.';
  const message = `The store \`${kind}\` does not work here: ${title} ${reason}.`;
  return [{ kind: 'invalid', path: ['server', 'store'], message, help }];
}

/** Checks tasks, which continue after their request. */
function checkTasks({ hasInstances }: Platform, { model }: PackagedProject): readonly PackageProblem[] {
  const problems: PackageProblem[] = [];
  if (hasDurableTasks(model)) {
    const message = 'Durable tasks need a worker (`dist/worker.mjs`), which is not in the package.';
    const help = 'Start workers with the same store elsewhere: `node dist/worker.mjs`.';
    problems.push({ kind: 'advice', path: ['server', 'store'], message, help });
  }
  const tasks = listedTools(model).filter((tool) => {
    const task = taskPart.of(tool);
    return task && task.durable !== true;
  });
  if (hasInstances && tasks.length > 0) {
    const names = listNames(tasks.map(({ name }) => name));
    const message = `The platform stops a program after its last response, so the task of ${names} would not finish.`;
    problems.push({ kind: 'advice', path: [], message, help: 'Make the task `durable`, with `store: redis`.' });
  }
  return problems;
}

/**
 * Checks sessions. Without a store, legacy clients have no sessions, so they get no elicitations and no notifications.
 */
function checkSessions({ hasInstances }: Platform, { model }: PackagedProject): readonly PackageProblem[] {
  if (!hasInstances || storesPart.of(model) !== undefined) return [];
  const needs = [
    usesElicitations(model) && 'questions (`elicitations`)',
    notifies(model) && 'notifications (`listChanged`, `subscribe`)',
  ].filter((need) => need !== false);
  if (needs.length === 0) return [];
  const message = `Without a store, sessions are off: clients that use 2025-11-25 or older get no ${needs.join(' and no ')}.`;
  const help = 'Add `store: redis` to `server`. Clients that use 2026-07-28 need no session.';
  return [{ kind: 'advice', path: ['server'], message, help }];
}

/** Whether a handler declares elicitations. */
export function usesElicitations({ tools, prompts, resources, resourceTemplates }: Model): boolean {
  return [...tools, ...prompts, ...resources, ...resourceTemplates].some(({ elicitations }) => elicitations.length > 0);
}

function notifies({ server: { capabilities } }: Model): boolean {
  return capabilities !== undefined && (capabilities.subscribe || capabilities.listChanged.length > 0);
}

/** Checks code mode, which runs scripts in threads. */
function checkThreads({ title, bundle }: Platform, { model }: PackagedProject): readonly PackageProblem[] {
  const runs = ({ handler }: Model['tools'][number]): boolean => handler.kind === 'discovery' && handler.does === 'run';
  if (bundle !== 'worker' || !(codePart.of(model)?.isDefault === true || model.tools.some(runs))) return [];
  const message = `Code mode runs scripts in threads, which ${title} does not have: \`run_code\` returns an error.`;
  return [{ kind: 'invalid', path: ['server', 'code'], message, help: 'Use `mode: discover`, or another platform.' }];
}

/** Checks that a server with `auth` knows its address, because clients control the `Host` header. */
function checkAddress({ model }: PackagedProject): readonly PackageProblem[] {
  const auth = authPart.of(model);
  if (!auth || auth.settings.has('resource')) return [];
  const message = '`auth` has no `resource`: the server cannot derive its own address.';
  return [{ kind: 'invalid', path: ['auth'], message, help: 'Add `resource: https://…/mcp`.' }];
}

function checkVariables({ title, reserved }: Platform, project: PackagedProject): readonly PackageProblem[] {
  return project.settings
    .filter(({ variable }) => reserved.test(variable))
    .map(({ variable }) => ({
      kind: 'invalid',
      path: isDeclared(project.model, variable) ? ['server', 'environment', variable] : [],
      message: `${title} does not let you set the environment variable ${variable}.`,
      help: 'Use another variable.',
    }));
}

function isDeclared(model: Model, variable: string): boolean {
  return (declaredPart.of(model) ?? []).some(({ name }) => name === variable);
}

function checkFolders({ hasInstances }: Platform, { settings }: PackagedProject): readonly PackageProblem[] {
  const local = settings.filter(({ type }) => type === 'file' || type === 'directory');
  if (!hasInstances || local.length === 0) return [];
  const names = listNames(local.map(({ variable }) => variable));
  const message = `${names} ${local.length === 1 ? 'refers' : 'refer'} to the local disk of the user, which the platform cannot access.`;
  return [
    {
      kind: 'advice',
      path: ['server', 'environment'],
      message,
      help: 'Make sure that the server also works without it.',
    },
  ];
}

function checkPackages(
  { name, title, bundle }: Platform,
  { build, model, manager }: PackagedProject,
): readonly PackageProblem[] {
  const outside = build.fetch.get(name)?.outside ?? build.outside;
  if (bundle === 'node') return checkOutside({ build: { ...build, outside }, manager });
  // Unsupported stores are reported separately, with their packages.
  if (storesPart.of(model) !== undefined) return [];
  return build.outside.map(({ name: module, reason }) => ({
    kind: 'invalid',
    path: [],
    message: `The package ${module} cannot be bundled (${reason}), and ${title} cannot load packages outside the bundle.`,
    help: 'Use a package without native code and without files of its own.',
  }));
}

/** Maximum number of names in a message. */
const maxNames = 5;

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map((name) => `\`${name}\``);
  return `${shown.join(', ')}${names.length > maxNames ? ` and ${names.length - maxNames} more` : ''}`;
}
