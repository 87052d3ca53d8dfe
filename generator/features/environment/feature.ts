import { generatedFile } from '../../core/code/generated-file.js';
import type { Feature } from '../../feature-kit/feature.js';
import { checkEnvironment } from './check-environment.js';
import { diffEnvironment } from './diff-environment.js';
import { describeEnvironment } from './describe-environment.js';
import { resolveEnvironment } from './resolve-environment.js';
import { emitEnv, emitEnvFile } from './emit-env.js';
import { emitEnvironment } from './emit-environment.js';
import { environmentDiagnostics } from './diagnostics.js';
import { declaredPart } from './declared-part.js';
import { environmentChanges } from './changes.js';

/** Environment variables: declared ones (`server.environment`) and those that other keys imply. */
export const environment: Feature = {
  name: 'environment',
  diagnostics: Object.values(environmentDiagnostics),
  changes: Object.values(environmentChanges),
  read(model, { definitions }) {
    const declared = resolveEnvironment(definitions.server);
    return declared.length > 0 ? declaredPart.on(model, declared) : model;
  },
  check: (_model, { definitions }) => checkEnvironment(definitions.server),
  diff: { server: (changes, { old, recent }) => diffEnvironment(changes, old, recent) },
  site: { operation: describeEnvironment },
  emit({ model, render }) {
    const example = emitEnvironment(model);
    return {
      files: [
        ...generatedFile('env.example', example),
        ...generatedFile('env.ts', emitEnv(model, render)),
        ...generatedFile('env-file.ts', emitEnvFile(example, render)),
      ],
    };
  },
};
