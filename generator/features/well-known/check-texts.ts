import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { childOf, entriesOf, type MapEntry, type SourceNode } from '../../core/source/source-node.js';
import { findPlaceholderProblem } from '../environment/placeholders.js';
import { wellKnownDiagnostics } from './diagnostics.js';

/** Reports texts under `server.wellKnown` that match the definition format but are invalid. */
export function checkTexts(server: SourceNode | undefined, hasAuth: boolean): readonly Diagnostic[] {
  return entriesOf(childOf(server, 'wellKnown')).flatMap((entry) => {
    if (entry.value.kind !== 'scalar' || typeof entry.value.value !== 'string') return [];
    const { value } = entry.value;
    const problem = findPlaceholderProblem(value);
    return [
      ...(problem ? [report(entry.value.location, `\`${entry.key}\` ${problem[0]}.`, problem[1])] : []),
      ...(hasAuth ? checkName(entry) : []),
      ...(entry.key === 'security.txt' ? checkSecurity(entry.value.location, value) : []),
    ];
  });
}

function report(location: SourceLocation, message: string, help: string): Diagnostic {
  return createDiagnostic(wellKnownDiagnostics['invalid-well-known'], location, message, { help });
}

/** @see https://www.rfc-editor.org/rfc/rfc9728#section-3 */
function checkName({ key, keyLocation }: MapEntry): readonly Diagnostic[] {
  if (key.split('/')[0] !== 'oauth-protected-resource') return [];
  return [report(keyLocation, `A server with \`auth\` serves \`/.well-known/${key}\` itself.`, 'Remove the key.')];
}

/** RFC 3339 date, such as `2027-12-31T23:59:59Z`. */
const date = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/iu;

/**
 * Checks the fields of `security.txt`: at least one `Contact`, exactly one `Expires`. A field can come from an
 * environment variable.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9116#section-2.5
 */
function checkSecurity(location: SourceLocation, text: string): readonly Diagnostic[] {
  const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const isField = (line: string): boolean => /^[A-Za-z][A-Za-z-]*: \S/u.test(line);
  const valuesOf = (name: string): readonly string[] =>
    lines.flatMap((line) => (line.toLowerCase().startsWith(`${name}: `) ? [line.slice(name.length + 2).trim()] : []));
  // Text that begins with a variable or is signed can contain anything.
  if (lines.some((line) => line.startsWith('${') || line.startsWith('-----BEGIN PGP'))) return [];
  const [contacts, expires] = [valuesOf('contact'), valuesOf('expires')];
  const problems: readonly (readonly [boolean, string, string])[] = [
    [
      lines.every(isField),
      'has a line that is not a field',
      'Write `Name: value` on each line, or `#` before a comment.',
    ],
    [contacts.length > 0, 'has no `Contact`', 'Add a line such as `Contact: mailto:security@example.com`.'],
    [
      contacts.every((contact) => /^(?:mailto:|https:|tel:|\$\{)/iu.test(contact)),
      'has a `Contact` that is not a URI',
      'Begin it with `mailto:`, `https:` or `tel:`.',
    ],
    [
      expires.length === 1,
      `has ${expires.length === 0 ? 'no' : 'several'} \`Expires\``,
      'Write one, such as `Expires: 2027-12-31T23:00:00Z`.',
    ],
    [
      expires.every((value) => value.startsWith('${') || (date.test(value) && !Number.isNaN(Date.parse(value)))),
      'has an `Expires` that is not a date',
      'Write it like `2027-12-31T23:00:00Z`.',
    ],
  ];
  return problems.flatMap(([isFine, problem, help]) =>
    isFine ? [] : [report(location, `\`security.txt\` ${problem}.`, help)],
  );
}
