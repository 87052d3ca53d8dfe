import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, Help, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { childOf, entryOf, itemsOf, stringAt, type SourceNode } from '../../core/source/source-node.js';
import { isScheme } from '../../core/source/references.js';
import { findLicenseProblem } from './check-license.js';
import { packageDiagnostics } from './diagnostics.js';

/** Reports values of `package` that match the definition format but are invalid. */
export function checkPackage(node: SourceNode | undefined): readonly Diagnostic[] {
  if (!node) return [];
  return [
    ...checkLicense(node),
    ...checkRegistryName(node),
    ...[...itemsOf(childOf(node, 'icons')), ...itemsOf(childOf(node, 'screenshots'))].flatMap(checkImage),
  ];
}

function invalid(location: SourceLocation, message: string, help: Help): Diagnostic {
  return createDiagnostic(packageDiagnostics['invalid-package'], location, message, { help });
}

function checkLicense(node: SourceNode): readonly Diagnostic[] {
  const license = stringAt(node, 'license');
  const found = license === undefined ? undefined : findLicenseProblem(license);
  const place = entryOf(node, 'license')?.value.location ?? node.location;
  return found ? [invalid(place, `\`license\` ${found.problem}.`, found.help)] : [];
}

function checkRegistryName(node: SourceNode): readonly Diagnostic[] {
  const name = stringAt(node, 'registryName');
  const [namespace = '', server] = name?.split('/') ?? [];
  // The definition format reports other problems with the name.
  if (server === undefined || /^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/u.test(namespace)) return [];
  const place = entryOf(node, 'registryName')?.value.location ?? node.location;
  const message = `The namespace \`${namespace}\` of \`registryName\` is not a reversed domain name.`;
  return [
    invalid(place, message, 'Write `io.github.<user>/<server>`, or use a domain that you own: `com.example/<server>`.'),
  ];
}

function checkImage(node: SourceNode): readonly Diagnostic[] {
  const place = childOf(node, 'src') ?? node;
  const src = place.kind === 'scalar' && typeof place.value === 'string' ? place.value : '';
  if (src === '' || !isScheme(src)) return [];
  if (URL.canParse(src) && src.startsWith('https://')) return [];
  const help = 'Write an `https:` address, or the path of a file relative to this definition.';
  return [invalid(place.location, `The image address ${JSON.stringify(src)} is invalid.`, help)];
}
