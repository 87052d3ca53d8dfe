import { isBuiltin } from 'node:module';
import type { Message } from 'esbuild';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import type { SourceTexts } from '../diagnostics/format-diagnostics.js';
import { packageNameOf } from './file-package.js';

/** Turns errors of the bundler into diagnostics, with the lines of code that they quote. */
export function reportBuildErrors(errors: readonly Message[]): {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: SourceTexts;
} {
  const diagnostics = errors.map((error) => {
    const { text, location } = error;
    const missing = findMissing(error);
    if (missing !== undefined) return reportMissing(missing);
    return createDiagnostic('unbuildable', location ? locate(location) : undefined, `${text}.`, {
      help: findHelp(error),
    });
  });
  return { ok: false, diagnostics, sources: new Map(errors.flatMap(({ location }) => quoteSource(location))) };
}

/** Features of the runtime that need a package, by its name. */
const features: { readonly [name: string]: string } = {
  redis: 'The server keeps what its processes share in Redis (`stores`)',
  '@opentelemetry/api': 'The server records spans and metrics (`telemetry`)',
};

/** Diagnostic for a package that is not installed, and that a feature of the runtime needs. */
function reportMissing(name: string): Diagnostic {
  const { [name]: feature = 'The server uses a feature' } = features;
  return createDiagnostic(
    'unbuildable',
    undefined,
    `${feature}, which needs the package \`${name}\`. It is not installed.`,
    {
      help: installHelp(name),
    },
  );
}

function installHelp(name: string): string {
  return `Install it: \`npm install ${name}\`.`;
}

/** Name of a package that the runtime itself imports in vain: a place in its code would say nothing to users. */
function findMissing({ text, location }: Message): string | undefined {
  const [, specifier] = unresolved.exec(text) ?? [];
  const isOfRuntime = location !== null && /(?:^|\/)dist\/runtime\/bundled\/[^/]+$/u.test(location.file);
  return specifier !== undefined && isOfRuntime ? packageNameOf(specifier) : undefined;
}

const unresolved = /^Could not resolve "([^"./#][^"]*)"/u;

/** Only views cannot import modules of Node: the server is bundled for Node. */
const builtinHelp = 'A view runs in a browser, which has no modules of Node: call a tool of the server instead.';

/** Help for a file that generated code imports in vain. */
const stubHelp = 'Run `create-mcp-from-schema generate`: it writes stubs for handlers that are missing.';

function findHelp({ text, notes, location }: Message): string | undefined {
  if (text.startsWith('Could not resolve "../') && /(?:^|\/)handlers\.ts$/u.test(location?.file ?? '')) return stubHelp;
  const [, specifier] = unresolved.exec(text) ?? [];
  if (specifier !== undefined && isBuiltin(specifier)) return builtinHelp;
  if (specifier !== undefined) return installHelp(packageNameOf(specifier));
  const help = notes.map((note) => note.text).join(' ');
  return help === '' ? undefined : help;
}

/** The bundler counts columns and lengths in bytes, and columns from 0. */
function locate({ file, line, column, length, lineText }: NonNullable<Message['location']>): SourceLocation {
  const bytes = Buffer.from(lineText);
  const count = (end: number): number => bytes.subarray(0, end).toString().length;
  const start = count(column);
  return { file, line, column: start + 1, length: Math.max(1, count(column + length) - start) };
}

/** The text of a file reduced to the line that a diagnostic quotes. */
function quoteSource(location: Message['location']): readonly (readonly [string, string])[] {
  if (!location) return [];
  return [[location.file, `${'\n'.repeat(Math.max(0, location.line - 1))}${location.lineText}`]];
}
