import path from 'node:path';
import {
  formerDefinition,
  formerEntries,
  formerExports,
  formerTestExports,
  isEntry,
  presentModule,
} from './former-names.js';
import type { TextEdit } from './edit-text.js';
import { walk, type AstNode, type SyntaxKinds, type TypedProgram } from './syntax.js';

/** Module of a project. */
export interface ProjectModule {
  /** Absolute path with forward slashes. */
  readonly file: string;
  readonly text: string;
  /** Absolute path of the generated folder, with forward slashes. */
  readonly generated: string;
}

/** Specifier that resolves to this package or to the generated folder. */
export interface OwnSpecifier {
  readonly literal: AstNode;
  /** Statement, call or type that contains the specifier. */
  readonly owner: AstNode;
  /** Path in the generated folder without its file extension, and the extension. Absent for entry points of this package. */
  readonly generated?: { readonly module: string; readonly ending: string };
}

/**
 * Lists the specifiers of imports and exports, `import()` and types that lead to this package or to the generated folder, and the arguments
 * of calls that name a file of that folder, as in `new URL('../generated/page.ts', import.meta.url)`.
 */
export function listOwnSpecifiers(
  source: AstNode,
  program: TypedProgram,
  module: ProjectModule,
): readonly OwnSpecifier[] {
  const found: OwnSpecifier[] = [];
  const { kinds } = program;
  walk(source, (owner) => {
    const literal = specifierOf(owner, kinds);
    if (literal) found.push(...readSpecifier(literal, owner, program, module));
    else if (owner.kind === kinds.CallExpression || owner.kind === kinds.NewExpression) {
      const [file] = owner.arguments ?? [];
      const target = file?.kind === kinds.StringLiteral ? resolveSpecifier(file.text ?? '', module) : undefined;
      const generated = target === undefined ? undefined : findGenerated(target, module);
      if (file && generated && generated.ending !== '') found.push({ literal: file, owner, generated });
    }
  });
  return found;
}

function readSpecifier(
  literal: AstNode,
  owner: AstNode,
  program: TypedProgram,
  module: ProjectModule,
): readonly OwnSpecifier[] {
  const specifier = literal.text ?? '';
  if (literal.kind !== program.kinds.StringLiteral || specifier.startsWith('node:')) return [];
  if (specifier.startsWith('create-mcp-from-schema/')) return [{ literal, owner }];
  const relative = resolveSpecifier(specifier, module);
  const generated = findGenerated(relative ?? fileOf(literal, program) ?? '', module);
  if (!generated) return [];
  // A project's name for a generated file, such as `#generated/page.js`, can have a different file extension from the file, or none.
  const ending = relative === undefined ? (/\.[cm]?[jt]s$/u.exec(specifier)?.[0] ?? '') : generated.ending;
  return [{ literal, owner, generated: { module: generated.module, ending } }];
}

function resolveSpecifier(specifier: string, { file }: ProjectModule): string | undefined {
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : undefined;
}

/** The file that the compiler finds for a specifier. */
function fileOf(literal: AstNode, program: TypedProgram): string | undefined {
  const symbol = program.symbolOf(literal);
  return symbol && program.declarationsOf(symbol)[0]?.file;
}

function findGenerated(file: string, { generated }: ProjectModule): OwnSpecifier['generated'] {
  if (!file.startsWith(`${generated}/`)) return undefined;
  const [, module = '', ending = ''] = /^(.*?)(\.[cm]?[jt]s)?$/u.exec(file.slice(generated.length + 1)) ?? [];
  return { module, ending };
}

function specifierOf(node: AstNode, kinds: SyntaxKinds): AstNode | undefined {
  if (node.kind === kinds.ImportDeclaration || node.kind === kinds.ExportDeclaration) return node.moduleSpecifier;
  if (node.kind === kinds.ImportType) return node.argument?.literal;
  return isImportCall(node, kinds) ? node.arguments?.[0] : undefined;
}

function isImportCall(node: AstNode, kinds: SyntaxKinds): boolean {
  return node.kind === kinds.CallExpression && node.expression?.kind === kinds.ImportKeyword;
}

/**
 * Returns the binding of `import('…')`: the name of the variable in `const name = await import('…')` and of the parameter in
 * `import('…').then((name) => …)`, or the member in `(await import('…')).member`.
 */
export function bindingOf({ owner }: OwnSpecifier, kinds: SyntaxKinds): AstNode | undefined {
  if (!isImportCall(owner, kinds)) return undefined;
  let node = owner;
  while ([kinds.AwaitExpression, kinds.ParenthesizedExpression].includes(node.parent.kind)) node = node.parent;
  const { parent } = node;
  if (parent.kind === kinds.VariableDeclaration) return parent.name;
  if (parent.kind !== kinds.PropertyAccessExpression) return undefined;
  if (node !== owner) return parent.name;
  return parent.name?.text === 'then' ? parent.parent.arguments?.[0]?.parameters?.[0]?.name : undefined;
}

/** Lists the names in `import { … }` and `export { … } from`. */
export function namedElements({ owner }: OwnSpecifier): readonly AstNode[] {
  return (owner.importClause?.namedBindings ?? owner.exportClause)?.elements ?? [];
}

/** Current specifiers for one specifier, or the reason why there are none. */
export interface MovedSpecifier {
  readonly edits: readonly TextEdit[];
  /** Instruction for the user. Absent if the edits suffice. */
  readonly fix?: string;
}

/** Replaces a module specifier with the current one. */
export function moveSpecifier(own: OwnSpecifier): MovedSpecifier {
  const { literal, generated } = own;
  const specifier = literal.text ?? '';
  if (!generated) {
    const present = formerEntries.get(specifier);
    return { edits: present === undefined ? [] : [replaceLiteral(literal, present)] };
  }
  const { name, former, present: alone } = formerDefinition;
  const names = namedElements(own).map((element) => (element.propertyName ?? element.name)?.text);
  const isMoved = generated.module === former && names.includes(name);
  const present = isMoved ? alone : presentModule(generated.module);
  if (present === undefined) return { edits: [] };
  const printed = printSpecifier(specifier, generated, present);
  if (printed === undefined) {
    const fix = `Point '${specifier}' to the generated module '${present}' instead of '${generated.module}'.`;
    return { edits: [], fix };
  }
  if (isMoved && names.some((other) => other !== name)) {
    return { edits: [], fix: `Import \`${name}\` from '${printed}' instead of '${specifier}'.` };
  }
  return { edits: [replaceLiteral(literal, printed)] };
}

/** @returns `undefined` if the specifier does not end with the path of the module. */
function printSpecifier(
  specifier: string,
  { module, ending }: NonNullable<OwnSpecifier['generated']>,
  present: string,
): string | undefined {
  if (isEntry(present)) return present;
  return specifier.endsWith(module + ending)
    ? specifier.slice(0, specifier.length - module.length - ending.length) + present + ending
    : undefined;
}

function replaceLiteral(literal: AstNode, text: string): TextEdit {
  return { start: literal.getStart() + 1, end: literal.end - 1, text };
}

/**
 * Returns the current name of a module's export; `undefined` if it was not renamed.
 *
 * @param program Provides the types of the generated handlers.
 */
export function presentExport(own: OwnSpecifier, name: string, program: TypedProgram): string | undefined {
  const { literal, generated } = own;
  if (generated === undefined || generated.module.startsWith('runtime/')) {
    const specifier = generated?.module ?? literal.text ?? '';
    return formerExports.get(name) ?? (/testing/u.test(specifier) ? formerTestExports.get(name) : undefined);
  }
  const [, tool] = /^(.+)Answer$/u.exec(name) ?? [];
  if (generated.module !== 'handlers' || tool === undefined) return undefined;
  const present = `${tool}Result`;
  const module = program.symbolOf(literal);
  const has = (exported: string): boolean => module !== undefined && program.hasExport(module, exported);
  return has(tool) && (has(present) || !has(name)) ? present : undefined;
}
