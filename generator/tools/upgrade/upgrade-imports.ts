import path from 'node:path';
import { formerEntries, formerExports, formerModules, formerTestExports, type FormerModule } from './former-names.js';
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
  /** Path in the generated folder, and its file extension. Absent for entries of this package. */
  readonly generated?: { readonly module: string; readonly ending: string };
}

/**
 * Lists the specifiers of imports, exports, `import()` and types that resolve to this package or to the generated
 * folder.
 */
export function listOwnSpecifiers(source: AstNode, kinds: SyntaxKinds, module: ProjectModule): readonly OwnSpecifier[] {
  const found: OwnSpecifier[] = [];
  walk(source, (node) => {
    const literal = specifierOf(node, kinds);
    if (literal?.kind !== kinds.StringLiteral || literal.text === undefined) return;
    const specifier = literal.text;
    if (specifier.startsWith('create-mcp-from-schema/')) found.push({ literal, owner: node });
    if (!specifier.startsWith('.')) return;
    const target = path.posix.join(path.posix.dirname(module.file), specifier);
    const [, inside = '', ending = ''] =
      /^(.*?)(\.[cm]?[jt]s)?$/u.exec(target.slice(module.generated.length + 1)) ?? [];
    if (target.startsWith(`${module.generated}/`))
      found.push({ literal, owner: node, generated: { module: inside, ending } });
  });
  return found;
}

function specifierOf(node: AstNode, kinds: SyntaxKinds): AstNode | undefined {
  if (node.kind === kinds.ImportDeclaration || node.kind === kinds.ExportDeclaration) return node.moduleSpecifier;
  if (node.kind === kinds.ImportType) return node.argument?.literal;
  return node.kind === kinds.CallExpression && node.expression?.kind === kinds.ImportKeyword
    ? node.arguments?.[0]
    : undefined;
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

/** Replaces a module specifier by the current one. Splits a statement whose names are now in several modules. */
export function moveSpecifier(own: OwnSpecifier, { text }: ProjectModule): MovedSpecifier {
  const { literal, generated } = own;
  const specifier = literal.text ?? '';
  if (!generated) {
    const present = formerEntries.get(specifier);
    return { edits: present === undefined ? [] : [replaceLiteral(literal, present)] };
  }
  const rows = formerModules.filter(({ former }) => former.test(generated.module));
  const print = (row: FormerModule): string => printSpecifier(specifier, generated, row);
  const general = rows.find(({ names }) => names === undefined);
  if (general) return { edits: [replaceLiteral(literal, print(general))] };
  const names = namedElements(own).map((element) => (element.propertyName ?? element.name)?.text ?? '');
  const used = rows.filter((row) => names.some((name) => row.names?.has(name)));
  const isWhole = names.every((name) => used.some((row) => row.names?.has(name)));
  const [only] = used;
  if (names.length > 0 && !only) return { edits: [] };
  if (only && used.length === 1 && isWhole) return { edits: [replaceLiteral(literal, print(only))] };
  if (rows.length === 1 && names.length === 0) return { edits: [] };
  if (!only || own.owner.importClause === undefined) {
    const fix = `Import from ${rows.map((row) => `'${print(row)}'`).join(' or ')} instead of '${specifier}'.`;
    return { edits: [], fix };
  }
  return { edits: [splitStatement(own, used, print, text)] };
}

/**
 * Prints an import for each module that exports some of the names. Names that no module exports keep their specifier.
 */
function splitStatement(
  own: OwnSpecifier,
  rows: readonly FormerModule[],
  print: (row: FormerModule) => string,
  text: string,
): TextEdit {
  const { owner, literal } = own;
  const quote = text.charAt(literal.getStart());
  const end = text.slice(literal.end, owner.end);
  const begin = /^import\s+type\b/u.test(owner.getText()) ? 'import type' : 'import';
  const elements = namedElements(own);
  const rowOf = (element: AstNode): FormerModule | undefined =>
    rows.find(({ names }) => names?.has((element.propertyName ?? element.name)?.text ?? ''));
  const groups = [...rows, undefined].map((row) => ({
    specifier: row ? print(row) : (literal.text ?? ''),
    names: elements.filter((element) => rowOf(element) === row).map((element) => element.getText()),
  }));
  const statements = groups
    .filter(({ names }) => names.length > 0)
    .map(({ specifier, names }) => `${begin} { ${names.join(', ')} } from ${quote}${specifier}${quote}${end}`);
  return { start: owner.getStart(), end: owner.end, text: statements.join('\n') };
}

function printSpecifier(
  specifier: string,
  generated: NonNullable<OwnSpecifier['generated']>,
  row: FormerModule,
): string {
  const present = generated.module.replace(row.former, row.present);
  if (present.startsWith('create-mcp-from-schema/')) return present;
  const folder = specifier.slice(0, specifier.length - generated.module.length - generated.ending.length);
  return `${folder}${present}${generated.ending}`;
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
