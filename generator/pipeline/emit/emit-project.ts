import path from 'node:path';
import { chooseOutputForms } from '../../feature-kit/descriptors/budget/output-forms.js';
import { hasDurableTasks } from '../../features/tasks/has-durable-tasks.js';
import type { Model } from '../../core/model/model.js';
import { stringLiteral } from '../../core/code/escape.js';
import type { RenderTemplate } from '../../core/code/templates.js';
import { emitClient } from './client/emit-client.js';
import { emitContents, nameContents } from '../../feature-kit/emit/emit-contents.js';
import { emitSkills } from '../../features/skills/emit-skills.js';
import { emitCodeMode } from '../../features/code-mode/emit-code-mode.js';
import { emitCatalogues } from '../../features/apis/emit-catalogues.js';
import { emitDefinition } from './descriptors/emit-definition.js';
import { emitDescriptors } from './descriptors/emit-descriptors.js';
import { emitTools, type ToolValidators } from './descriptors/emit-tools.js';
import { placeDefaults } from '../../core/schema/place-defaults.js';
import { prepareDescribing } from '../../feature-kit/descriptors/descriptor-fields.js';
import { emitAuth } from '../../features/auth/emit-auth.js';
import { emitCard } from '../../features/card/emit-card.js';
import { emitDelegation } from '../../features/delegation/emit-delegation.js';
import { emitExamples } from './emit-examples.js';
import { emitEnv, emitEnvFile } from '../../features/environment/emit-env.js';
import { emitEnvironment } from './emit-environment.js';
import type { GeneratedFile, StubFile } from '../../core/code/generated-file.js';
import { emitStores } from '../../features/stores/emit-stores.js';
import { emitFields } from '../../features/apis/emit-fields.js';
import { emitForwards } from '../../features/apis/emit-forwards.js';
import { emitHandlers } from './handlers/emit-handlers.js';
import { emitStubs } from './handlers/emit-stubs.js';
import { relativeSpecifier, type ProjectPaths } from '../../feature-kit/emit/handler-module.js';
import { emitTypes } from './types/emit-types.js';
import { emitViews, emitViewStubs } from '../../features/views/emit-views.js';
import { emitValidators } from './validators/emit-validators.js';
import type { ValidatorFailure } from './validators/list-jobs.js';

/** All files of a project, and the schemas that no validator could be made of. */
export interface EmittedProject {
  /** Paths relative to the generated folder. */
  readonly generated: readonly GeneratedFile[];
  /** Handler files as first written, paths relative to the root. */
  readonly stubs: readonly StubFile[];
  readonly failures: readonly ValidatorFailure[];
  /** The model, with the forms in which output schemas are advertised. */
  readonly model: Model;
}

/** Turns a model into files. Pure: the same model gives the same bytes. */
export async function emitProject(model: Model, paths: ProjectPaths, render: RenderTemplate): Promise<EmittedProject> {
  const advertised = chooseOutputForms(model);
  const filled = placeDefaults(model);
  const describeTool = prepareDescribing(advertised);
  const [validators, types, client] = await Promise.all([
    emitValidators(filled),
    emitTypes(filled),
    emitClient(advertised, filled, describeTool, render),
  ]);
  const linked = emitLinked(advertised, validators.modules, paths, render);
  return {
    generated: [
      { path: 'types.ts', content: types },
      { path: 'client.ts', content: client },
      ...linked,
      ...validators.files,
    ],
    stubs: [...emitStubs(model, paths, render), ...emitViewStubs(model, paths, render)],
    failures: validators.failures,
    model: advertised,
  };
}

/** All generated files except types, the client and validators. */
function emitLinked(
  model: Model,
  modules: ToolValidators,
  paths: ProjectPaths,
  render: RenderTemplate,
): readonly GeneratedFile[] {
  const contentNames = nameContents(model);
  const describeTool = prepareDescribing(model);
  const tools = emitTools(model, modules, describeTool, render);
  const contents = emitContents(model, contentNames, render);
  const fields = emitFields(model, render);
  const forwards = emitForwards(model, fields, paths, render);
  const environment = emitEnvironment(model);
  const env = emitEnv(model, render);
  const envFile = emitEnvFile(environment, render);
  const examples = emitExamples(model, render);
  const codeMode = emitCodeMode(model, render);
  const auth = emitAuth(model, render);
  const delegation = emitDelegation(model, render);
  const card = emitCard(model, render);
  const stores = emitStores(model, render);
  const isDurable = hasDurableTasks(model);
  const entrypoint = {
    ...entrypointView(paths),
    hasStores: stores !== undefined,
    isDurable,
    hasEnv: env !== undefined,
    hasEnvFile: envFile !== undefined,
  };
  return [
    { path: 'handlers.ts', content: emitHandlers(model, paths, render) },
    { path: 'definition.ts', content: emitDefinition(model, contentNames, render) },
    { path: 'descriptors.ts', content: emitDescriptors(model, describeTool, render) },
    ...(tools === undefined ? [] : [{ path: 'tools.ts', content: tools }]),
    ...(codeMode === undefined ? [] : [{ path: 'code-mode.ts', content: codeMode }]),
    ...emitCatalogues(model, modules, describeTool, render),
    ...(forwards === undefined ? [] : [{ path: 'forwards.ts', content: forwards }]),
    ...(fields.content === undefined ? [] : [{ path: 'fields.ts', content: fields.content }]),
    ...(auth === undefined ? [] : [{ path: 'auth.ts', content: auth }]),
    ...(delegation === undefined ? [] : [{ path: 'delegation.ts', content: delegation }]),
    ...(card === undefined ? [] : [{ path: 'card.ts', content: card }]),
    ...(stores === undefined ? [] : [{ path: 'stores.ts', content: stores }]),
    ...(environment === undefined ? [] : [{ path: 'env.example', content: environment }]),
    ...(env === undefined ? [] : [{ path: 'env.ts', content: env }]),
    ...(envFile === undefined ? [] : [{ path: 'env-file.ts', content: envFile }]),
    ...(contents === undefined ? [] : [{ path: 'contents.ts', content: contents }]),
    ...emitSkills(model, render),
    ...emitViews(model, describeTool, paths, render),
    { path: 'start.ts', content: render('generated/start.ts', entrypoint) },
    { path: 'server.ts', content: render('generated/server.ts', entrypoint) },
    ...(isDurable ? [{ path: 'worker.ts', content: render('generated/worker.ts', entrypoint) }] : []),
    { path: 'web.ts', content: render('generated/web.ts', entrypoint) },
    ...(examples === undefined ? [] : [{ path: 'examples.ts', content: examples }]),
    {
      path: 'project.ts',
      content: render('generated/project.ts', { ...entrypoint, hasExamples: examples !== undefined }),
    },
  ];
}

/** Entrypoint of a server that `dev` runs: it declares that all its lists may change. Never written to disk. */
export function renderDevServer(paths: ProjectPaths, render: RenderTemplate): string {
  return render('generated/dev-server.ts', entrypointView(paths));
}

function entrypointView(paths: ProjectPaths) {
  return {
    project: stringLiteral(relativeSpecifier(paths.out, path.posix.join(paths.handlers, 'server.ts'))),
  };
}
