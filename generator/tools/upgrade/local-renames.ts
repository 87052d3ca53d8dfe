import type { TextEdit } from './edit-text.js';
import { walk, type AstNode, type AstSymbol, type TypedProgram } from './syntax.js';

/** Variable or type of a module that is renamed together with what it refers to. */
interface LocalRename {
  /** Identifier of the declaration. */
  readonly name: AstNode;
  readonly present: string;
  /** Prints the declaration with the former name as an alias, if the current name has another meaning in the module. */
  readonly printAlias: (former: string) => string;
}

/** Renames variables and types of a module, including all uses. */
export class LocalRenames {
  readonly #program: TypedProgram;
  readonly #byText = new Map<string, AstNode[]>();
  readonly #renames: (LocalRename & { readonly uses: readonly AstNode[] })[] = [];

  constructor(program: TypedProgram, source: AstNode) {
    this.#program = program;
    walk(source, (node) => {
      if (node.kind !== program.kinds.Identifier || node.text === undefined) return;
      const same = this.#byText.get(node.text) ?? [];
      this.#byText.set(node.text, same);
      same.push(node);
    });
  }

  add(rename: LocalRename): void {
    this.#renames.push({ ...rename, uses: this.listUses(rename.name) });
  }

  /** Lists the identifiers that refer to a declaration, excluding its own name. */
  listUses(name: AstNode): readonly AstNode[] {
    const symbol = this.#program.symbolOf(name);
    if (!symbol) return [];
    return (this.#byText.get(name.text ?? '') ?? []).filter((node) => node !== name && this.#means(node, symbol));
  }

  #means(node: AstNode, symbol: AstSymbol): boolean {
    const found = this.#isIndirect(node) ? this.#program.targetOf(node) : this.#program.symbolOf(node);
    return found !== undefined && this.#program.isSame(found, symbol);
  }

  /** Whether an identifier is a shorthand property or a local name of an export. */
  #isIndirect({ parent }: AstNode): boolean {
    const { kinds } = this.#program;
    return parent.kind === kinds.ShorthandPropertyAssignment || parent.kind === kinds.ExportSpecifier;
  }

  /** Returns the edits of all renames. Keeps the former name as an alias if the current name has another meaning. */
  print(): readonly TextEdit[] {
    let whole = this.#renames;
    for (let count = -1; count !== whole.length;) {
      count = whole.length;
      whole = whole.filter((rename) => !this.#isTaken(rename, whole));
    }
    return this.#renames.flatMap((rename) => {
      const { name, present, uses, printAlias } = rename;
      if (!whole.includes(rename)) return [edit(name, printAlias(name.text ?? ''))];
      return [edit(name, present), ...uses.map((use) => this.#printUse(use, present))];
    });
  }

  /** Whether an identifier already has the current name and keeps it. */
  #isTaken({ present }: LocalRename, whole: readonly LocalRename[]): boolean {
    const leaving = new Set(
      whole.flatMap((each) => (each.name.text === present ? [each.name, ...this.listUses(each.name)] : [])),
    );
    return (this.#byText.get(present) ?? []).some((node) => !leaving.has(node) && !this.#isMember(node));
  }

  /** Whether an identifier names a member, which does not shadow a variable. */
  #isMember(node: AstNode): boolean {
    const { kinds } = this.#program;
    const { parent } = node;
    if (parent.kind === kinds.PropertyAccessExpression || parent.kind === kinds.PropertyAssignment)
      return parent.name === node;
    if (parent.kind === kinds.QualifiedName) return parent.right === node;
    if (parent.kind === kinds.BindingElement || parent.kind === kinds.ImportSpecifier)
      return parent.propertyName === node;
    return parent.kind === kinds.MethodDeclaration && parent.name === node;
  }

  #printUse(use: AstNode, present: string): TextEdit {
    const { kinds } = this.#program;
    const former = use.text ?? '';
    if (use.parent.kind === kinds.ShorthandPropertyAssignment) return edit(use, `${former}: ${present}`);
    const isExported = use.parent.kind === kinds.ExportSpecifier && use.parent.propertyName === undefined;
    return edit(use, isExported ? `${present} as ${former}` : present);
  }
}

function edit(node: AstNode, text: string): TextEdit {
  return { start: node.getStart(), end: node.end, text };
}
