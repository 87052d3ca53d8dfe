import { stringLiteral } from '../../core/code/escape.js';
import { childOf, entriesOf } from '../../core/source/source-node.js';
import { loadExport, type Feature } from '../../feature-kit/feature.js';
import { namesInText } from '../environment/placeholders.js';
import { wellKnownChanges } from './changes.js';
import { checkTexts } from './check-texts.js';
import { wellKnownDiagnostics } from './diagnostics.js';
import { diffTexts } from './diff-texts.js';
import { wellKnownPart } from './well-known-part.js';

/** Texts served under `/.well-known/`, `server.wellKnown`. */
export const wellKnown: Feature = {
  name: 'well-known',
  diagnostics: Object.values(wellKnownDiagnostics),
  changes: Object.values(wellKnownChanges),
  read(model, { definitions: { server } }) {
    const texts = entriesOf(childOf(server, 'wellKnown')).flatMap(({ key, value }) =>
      value.kind === 'scalar' && typeof value.value === 'string' ? [{ name: key, text: value.value }] : [],
    );
    return texts.length > 0 ? wellKnownPart.on(model, texts) : model;
  },
  environment(model) {
    const variables = (wellKnownPart.of(model) ?? []).flatMap(({ name, text }) =>
      namesInText(text).map((variable) => ({
        name: variable,
        description: `Public text, or part of the text, served at /.well-known/${name}.`,
        isNeeded: true,
        isForHttpOnly: true as const,
      })),
    );
    return variables.length > 0 ? [{ title: 'Texts under /.well-known/', variables }] : [];
  },
  check: (_model, { definitions: { server, settings } }) => checkTexts(server, settings.has('auth')),
  diff: {
    server: (changes, { old, recent }) => diffTexts(changes, wellKnownPart.of(old), wellKnownPart.of(recent)),
  },
  emit({ model, render }) {
    const texts = wellKnownPart.of(model);
    if (!texts) return {};
    const view = texts.map(({ name, text }) => ({ name: stringLiteral(name), text: stringLiteral(text) }));
    return {
      files: [{ path: 'well-known.ts', content: render('generated/well-known.ts', { texts: view }) }],
      parts: [loadExport('well-known', './well-known.ts', 'wellKnown')],
    };
  },
};
