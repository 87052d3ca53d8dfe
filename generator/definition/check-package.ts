import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import {
  childOf,
  entriesOf,
  entryOf,
  itemsOf,
  stringAt,
  type MapEntry,
  type SourceNode,
} from '../source/source-node.js';
import { booleanAt } from '../source/read-values.js';
import { isScheme } from '../source/references.js';
import { findLicenseFault } from './check-license.js';
import { variableOf } from './resolve-package.js';

/** Reports values of `package` that the definition format allows and that cannot be. */
export function checkPackage(node: SourceNode | undefined): readonly Diagnostic[] {
  if (!node) return [];
  const settings = entriesOf(childOf(node, 'configuration'));
  return [
    ...checkLicense(node),
    ...checkRegistryName(node),
    ...[...itemsOf(childOf(node, 'icons')), ...itemsOf(childOf(node, 'screenshots'))].flatMap(checkImage),
    ...settings.flatMap(checkSetting),
    ...findRepeatedVariables(settings),
  ];
}

function invalid(location: SourceLocation, message: string, help: string): Diagnostic {
  return createDiagnostic('invalid-package', location, message, { help });
}

function checkLicense(node: SourceNode): readonly Diagnostic[] {
  const license = stringAt(node, 'license');
  const found = license === undefined ? undefined : findLicenseFault(license);
  const place = entryOf(node, 'license')?.value.location ?? node.location;
  return found ? [invalid(place, `\`license\` ${found.fault}.`, found.help)] : [];
}

function checkRegistryName(node: SourceNode): readonly Diagnostic[] {
  const name = stringAt(node, 'registryName');
  const [namespace = '', server] = name?.split('/') ?? [];
  // A name with another fault is reported by the definition format.
  if (server === undefined || /^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/u.test(namespace)) return [];
  const place = entryOf(node, 'registryName')?.value.location ?? node.location;
  const message = `The namespace \`${namespace}\` of \`registryName\` is not a reversed domain name.`;
  return [
    invalid(place, message, 'Write `io.github.<user>/<server>`, or that of a domain of yours: `com.example/<server>`.'),
  ];
}

function checkImage(node: SourceNode): readonly Diagnostic[] {
  const place = childOf(node, 'src') ?? node;
  const src = place.kind === 'scalar' && typeof place.value === 'string' ? place.value : '';
  if (src === '' || !isScheme(src)) return [];
  if (URL.canParse(src) && src.startsWith('https://')) return [];
  const help = 'Write an `https:` address, or the path of a file relative to this definition.';
  return [invalid(place.location, `The address ${JSON.stringify(src)} of an image cannot be used.`, help)];
}

/** Variables that change how Node or the system starts programs. */
const reservedVariables = /^(?:PATH|NODE_OPTIONS|NODE_PATH|NODE_EXTRA_CA_CERTS|LD_.*|DYLD_.*)$/u;

function checkSetting({ key, keyLocation, value }: MapEntry): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const variable = stringAt(value, 'variable') ?? variableOf(key);
  const given = entryOf(value, 'default');
  const report = (entry: MapEntry | undefined, message: string, help: string): void => {
    diagnostics.push(invalid(entry?.value.location ?? keyLocation, message, help));
  };
  if (reservedVariables.test(variable)) {
    const message = `\`${variable}\` changes how programs are started; a setting cannot have this variable.`;
    report(entryOf(value, 'variable'), message, 'Choose another variable.');
  }
  if (given && booleanAt(value, 'secret') === true) {
    report(given, 'A secret cannot have a default: everyone could read it in the package.', 'Remove `default`.');
  }
  if (given && booleanAt(value, 'required') === true) {
    report(given, 'A setting with a default is never missing.', 'Remove `required` or `default`.');
  }
  const type = stringAt(value, 'type') ?? 'string';
  const wanted = type === 'number' || type === 'boolean' ? type : 'string';
  if (given?.value.kind === 'scalar' && typeof given.value.value !== wanted) {
    report(
      given,
      `The default of a setting of type \`${type}\` must be a ${wanted}.`,
      `Write a ${wanted}, or change \`type\`.`,
    );
  }
  return diagnostics;
}

function findRepeatedVariables(settings: readonly MapEntry[]): readonly Diagnostic[] {
  const first = new Map<string, MapEntry>();
  return settings.flatMap((setting) => {
    const variable = stringAt(setting.value, 'variable') ?? variableOf(setting.key);
    const earlier = first.get(variable);
    first.set(variable, earlier ?? setting);
    if (!earlier) return [];
    const message = `Two settings have the variable \`${variable}\`: \`${earlier.key}\` and \`${setting.key}\`.`;
    const related = [{ message: 'first here', location: earlier.keyLocation }];
    return [createDiagnostic('duplicate-name', setting.keyLocation, message, { related })];
  });
}
