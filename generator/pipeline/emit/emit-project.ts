import path from 'node:path';
import { chooseOutputForms } from '../../feature-kit/descriptors/budget/output-forms.js';
import { hasDurableTasks } from '../../features/tasks/has-durable-tasks.js';
import type { Model, ToolModel } from '../../core/model/model.js';
import { stringLiteral } from '../../core/code/escape.js';
import type { RenderTemplate } from '../../core/code/templates.js';
import { emitRenamedModules, type NamingPaths } from './deprecated-names.js';
import { emitClient } from './client/emit-client.js';
import { emitStaticContent, emitStaticContentFile } from '../../feature-kit/emit/emit-static-content.js';
import { emitDefinition } from './descriptors/emit-definition.js';
import { emitDescriptors } from './descriptors/emit-descriptors.js';
import { emitTools } from './descriptors/emit-tools.js';
import { placeDefaults } from '../../core/schema/place-defaults.js';
import { prepareDescribing } from '../../feature-kit/descriptors/descriptor-fields.js';
import { emitExamples } from './emit-examples.js';
import { generatedFile, type GeneratedFile, type StubFile } from '../../core/code/generated-file.js';
import type { Emitted, Emitting } from '../../feature-kit/feature.js';
import { features } from '../../features.js';
import { emitHandlers } from './handlers/emit-handlers.js';
import { emitStubs } from './handlers/emit-stubs.js';
import { relativeSpecifier, type ProjectPaths } from '../../feature-kit/emit/handler-module.js';
import { emitTypes } from './types/emit-types.js';
import { emitValidators } from './validators/emit-validators.js';
import type { ValidatorFailure } from './validators/list-jobs.js';

/** All files of a project, and the schemas that cannot be compiled. */
export interface EmittedProject {
  /** Generated files. Paths are relative to the generated folder. */
  readonly generated: readonly GeneratedFile[];
  /** Initial versions of handler files. Paths are relative to the project root. */
  readonly stubs: readonly StubFile[];
  readonly failures: readonly ValidatorFailure[];
  /** Model in which each tool has its output schema in the form that is advertised. */
  readonly model: Model;
}

/** Emits the files of a model. Pure: the same model yields the same bytes. */
export async function emitProject(model: Model, paths: NamingPaths, render: RenderTemplate): Promise<EmittedProject> {
  const advertised = chooseOutputForms(model);
  const filled = placeDefaults(model);
  const describeTool = prepareDescribing(advertised);
  const [validators, types] = await Promise.all([emitValidators(filled), emitTypes(filled)]);
  const addMembers = (tool: ToolModel) => features.flatMap(({ toolMembers }) => toolMembers?.(tool) ?? []);
  const emitting = { model: advertised, paths, render, validators: validators.modules, describeTool, addMembers };
  const parts = features.map(({ emit }) => emit?.(emitting) ?? {});
  const generated = [
    { path: 'types.ts', content: types.content },
    { path: 'client.ts', content: emitClient(advertised, types.clientArguments, describeTool, render) },
    ...emitLinked(emitting, paths, parts),
    ...parts.flatMap(({ files = [] }) => files),
    ...validators.files,
  ];
  return {
    generated: [...generated, ...emitRenamedModules(generated, paths, render)],
    stubs: [...emitStubs(model, paths, render), ...parts.flatMap(({ stubs = [] }) => stubs)],
    failures: validators.failures,
    model: advertised,
  };
}

/** Emits the generated files that every server has, except types, client and validators. */
function emitLinked(emitting: Emitting, paths: NamingPaths, parts: readonly Emitted[]): readonly GeneratedFile[] {
  const { model, render, describeTool } = emitting;
  const contents = emitStaticContent(model, render);
  const examples = emitExamples(model, render);
  const isDurable = hasDurableTasks(model);
  const added = new Set(parts.flatMap(({ files = [] }) => files.map((file) => file.path)));
  const entrypoint = {
    ...entrypointView(paths),
    hasStores: added.has('stores.ts'),
    isDurable,
    hasEnv: added.has('env.ts'),
    hasEnvFile: added.has('env-file.ts'),
  };
  return [
    { path: 'handlers.ts', content: emitHandlers(model, paths, render) },
    { path: 'definition.ts', content: emitDefinition(model, contents, parts, render) },
    { path: 'descriptors.ts', content: emitDescriptors(model, describeTool, render) },
    ...generatedFile('tools.ts', emitTools(emitting, contents)),
    ...generatedFile('static-content.ts', emitStaticContentFile(contents, render)),
    { path: 'server.ts', content: render('generated/server.ts', entrypoint) },
    ...(isDurable ? [{ path: 'worker.ts', content: render('generated/worker.ts', entrypoint) }] : []),
    { path: 'web.ts', content: render('generated/web.ts', entrypoint) },
    ...generatedFile('examples.ts', examples),
    {
      path: 'test-project.ts',
      content: render('generated/test-project.ts', { ...entrypoint, hasExamples: examples !== undefined }),
    },
  ];
}

/** Renders the entrypoint for `dev`, which declares that all lists can change. It is not written to disk. */
export function renderDevServer(paths: ProjectPaths, render: RenderTemplate): string {
  return render('generated/dev-server.ts', entrypointView(paths));
}

/**
 * Renders the entrypoint for `evaluate`, which reports tool calls to the process that started it. It is not written to
 * the generated folder.
 * @param isLive Whether the handlers run. Otherwise, the evaluation returns their results.
 */
export function renderEvaluationServer(paths: ProjectPaths, render: RenderTemplate, isLive: boolean): string {
  return render('generated/evaluation-server.ts', { ...entrypointView(paths), isLive });
}

function entrypointView(paths: ProjectPaths) {
  return {
    project: stringLiteral(relativeSpecifier(paths.out, path.posix.join(paths.handlers, 'server.ts'))),
  };
}
