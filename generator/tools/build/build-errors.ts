import { isBuiltin } from 'node:module';
import type { Message } from 'esbuild';
import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import type { SourceTexts } from '../../core/diagnostics/format-diagnostics.js';
import { findPackageManager, printInstall } from '../../feature-kit/load/package-manager.js';
import { isOfPage } from '../../features/views/pages/pages-plugin.js';
import { packageNameOf } from './file-package.js';
import { exportHelp } from './missing-exports.js';

/** Bundler messages as diagnostics, with the lines of code that they quote. */
export interface BundlerReport {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: SourceTexts;
}

/**
 * Turns bundler messages into diagnostics. Reports warnings about view pages only, because the type checker checks
 * server code.
 *
 * @param root Absolute path of the project.
 */
export function reportMessages(
  root: string,
  { errors, warnings }: { readonly errors: readonly Message[]; readonly warnings: readonly Message[] },
): BundlerReport {
  const ofPages = warnings.filter(isOfPage);
  const messages = [...errors, ...ofPages];
  return {
    diagnostics: [
      ...errors.map((error) => reportError(root, error)),
      ...ofPages.map((warning) => reportMessage(root, 'view-warning', warning)),
    ],
    sources: quoteSources(messages.flatMap(({ location, notes }) => [location, ...notes.map((note) => note.location)])),
  };
}

function reportError(root: string, error: Message): Diagnostic {
  const missing = findMissing(error);
  return missing === undefined ? reportMessage(root, 'build-failed', error) : reportMissing(root, missing);
}

function reportMessage(root: string, code: 'build-failed' | 'view-warning', message: Message): Diagnostic {
  const { text, notes } = message;
  const placed = notes.filter((note) => note.location !== null);
  // At the end of a file there is nothing to show; the unclosed construct is the better location.
  const isBlank = message.location?.lineText.trim() === '';
  const location = (isBlank && placed[0]?.location) || message.location;
  const related = placed.flatMap((note) =>
    note.location && note.location !== location
      ? [{ message: `${note.text.replace(/[.:]$/u, '')}.`, location: locate(note.location) }]
      : [],
  );
  return createDiagnostic(code, location ? locate(location) : undefined, `${text}.`, {
    help: findHelp(root, message),
    ...(related.length > 0 && { related }),
  });
}

/** Runtime features that need a package, by package name. */
const features: { readonly [name: string]: string } = {
  redis: 'The server keeps the state shared by its processes in Redis (`store`)',
  '@opentelemetry/api': 'The server records spans and metrics (`telemetry`)',
};

/** Reports a missing package that a runtime feature needs. */
function reportMissing(root: string, name: string): Diagnostic {
  const { [name]: feature = 'The server uses a feature' } = features;
  return createDiagnostic(
    'build-failed',
    undefined,
    `${feature}, which needs the package \`${name}\`. It is not installed.`,
    {
      help: installHelp(root, name),
    },
  );
}

function installHelp(root: string, name: string): string {
  return `Install it: \`${printInstall(findPackageManager(root), [name])}\`.`;
}

/** Returns the name of a missing package that the runtime imports, because its location would not help users. */
function findMissing({ text, location }: Message): string | undefined {
  const [, specifier] = unresolved.exec(text) ?? [];
  const isOfRuntime = location !== null && /(?:^|\/)dist\/runtime\/bundled\/[^/]+$/u.test(location.file);
  return specifier !== undefined && isOfRuntime ? packageNameOf(specifier) : undefined;
}

const unresolved = /^Could not resolve "([^"./#][^"]*)"/u;

/** Fix for a Node built-in that is not available: in a view, otherwise in a module for platforms with `fetch`. */
const builtinHelp = {
  view: 'A view runs in a browser, which has no Node built-ins: call a tool of the server instead.',
  web: 'With `--web`, only imports with the prefix `node:` are left to the platform. Write the prefix, or package the server for a platform: `create-mcp-from-schema package cloudflare`.',
};

/** Fix for a missing file that generated code imports. */
const stubHelp = 'Run `create-mcp-from-schema generate`: it writes stubs for handlers that are missing.';

const notExported = /^No matching export in "([^"]*)" for import "([^"]*)"$/u;

/** Consequence of invalid CSS. */
const styleHelp = 'Browsers skip invalid rules, so the view would be shown without them.';

function findHelp(root: string, message: Message): string | undefined {
  const { id, text, notes, location } = message;
  if (text.startsWith('Could not resolve "../') && /(?:^|\/)handlers\.ts$/u.test(location?.file ?? '')) return stubHelp;
  const [, module, name] = notExported.exec(text) ?? [];
  if (module !== undefined && name !== undefined && !isOfPage(message)) return exportHelp(module, name);
  const [, specifier] = unresolved.exec(text) ?? [];
  if (specifier !== undefined && isBuiltin(specifier)) return builtinHelp[isOfPage(message) ? 'view' : 'web'];
  if (specifier !== undefined) return installHelp(root, packageNameOf(specifier));
  if (id === 'css-syntax-error') return styleHelp;
  const help = notes.flatMap((note) => (note.location ? [] : [note.text])).join(' ');
  return help === '' ? undefined : help;
}

/** Converts bundler locations: columns and lengths are in bytes, and columns count from 0. */
function locate({ file, line, column, length, lineText }: NonNullable<Message['location']>): SourceLocation {
  const bytes = Buffer.from(lineText);
  const count = (end: number): number => bytes.subarray(0, end).toString().length;
  const start = count(column);
  return { file, line, column: start + 1, length: Math.max(1, count(column + length) - start) };
}

/** Reduces source files to the lines that diagnostics quote. */
function quoteSources(locations: readonly Message['location'][]): SourceTexts {
  const lines = new Map<string, string[]>();
  for (const location of locations) {
    if (!location) continue;
    const quotedLines = lines.get(location.file) ?? [];
    quotedLines[location.line - 1] = location.lineText;
    lines.set(location.file, quotedLines);
  }
  return new Map([...lines].map(([file, quoted]) => [file, Array.from(quoted, (line) => line ?? '').join('\n')]));
}
