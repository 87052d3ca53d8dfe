import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';

/** Errors of the type checker and the bundler without duplicates. */
interface JoinedErrors {
  /** Output of `tsc --pretty false`. */
  readonly types: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Removes errors that both the type checker and the bundler report: the bundler's error about a missing export, whose
 * line the type checker can trace to the definition, and the type checker's error about a missing file, for which the
 * bundler has a fix.
 *
 * @param types Output of `tsc --pretty false`.
 * @param diagnostics Bundler diagnostics.
 */
export function joinErrors(types: string, diagnostics: readonly Diagnostic[]): JoinedErrors {
  const lines = types.split('\n');
  const kept = diagnostics.filter(({ message }) => {
    const [, name] = missingExport.exec(message) ?? [];
    return name === undefined || !lines.some((line) => isAboutExport(line, name));
  });
  const specifiers = kept.flatMap(({ message }) => missingModule.exec(message)?.[1] ?? []);
  const others = lines.filter((line) => !specifiers.some((specifier) => isAboutModule(line, specifier)));
  return { types: others.join('\n'), diagnostics: kept };
}

const missingExport = /^No matching export in "[^"]*" for import "([^"]*)"\.$/u;
const missingModule = /^Could not resolve "(.*)"\.$/su;

function isAboutExport(line: string, name: string): boolean {
  if (name === 'default') return /: error TS(?:1192|2613):/u.test(line);
  return /: error TS(?:2305|2459|2614|2724):/u.test(line) && line.includes(`'${name}'`);
}

function isAboutModule(line: string, specifier: string): boolean {
  return /: error TS(?:2307|2792):/u.test(line) && line.includes(`'${specifier}'`);
}
