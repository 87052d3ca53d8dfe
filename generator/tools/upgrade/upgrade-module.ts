import { formerElicitations, formerMembers, formerServerOptions as formerOptions } from './former-names.js';
import { applyEdits, placeOf, type ManualChange, type TextEdit, type UpgradedText } from './edit-text.js';
import { LocalRenames } from './local-renames.js';
import { walk, type AstNode, type AstSymbol, type TypedProgram } from './syntax.js';
import {
  bindingOf,
  listOwnSpecifiers,
  moveSpecifier,
  namedElements,
  presentExport,
  type OwnSpecifier,
  type ProjectModule,
} from './upgrade-imports.js';

/** Input for upgrading a module. */
export interface ModuleUpgrade {
  readonly program: TypedProgram;
  readonly module: ProjectModule;
  /** Displayed path, relative to the root. */
  readonly path: string;
  /** Whether the module is `server.ts` of the handlers, whose `options` need no type. */
  readonly isServer: boolean;
  /**
   * Whether the project is not yet upgraded. An ambiguous `elicit` is then taken to be the object of declared
   * elicitations, its former meaning.
   */
  readonly isFormer: boolean;
  /** Whether a file (absolute path, forward slashes) contains declarations of this package. */
  readonly isOwn: (file: string) => boolean;
}

/**
 * Renames what a module uses from this package and from the generated code, limited to names that the compiler resolves
 * to them.
 */
export function upgradeModule(given: ModuleUpgrade): UpgradedText {
  const { module, program } = given;
  const source = program.open(module.file);
  if (!source) return { text: module.text, manual: [] };
  const upgrade = new Upgrade(given, source);
  upgrade.renameImports();
  walk(source, (node) => upgrade.renameMember(node));
  return upgrade.finish();
}

class Upgrade {
  readonly #given: ModuleUpgrade;
  readonly #source: AstNode;
  readonly #locals: LocalRenames;
  readonly #edits: TextEdit[] = [];
  readonly #manual: ManualChange[] = [];

  constructor(given: ModuleUpgrade, source: AstNode) {
    this.#given = given;
    this.#source = source;
    this.#locals = new LocalRenames(given.program, source);
  }

  finish(): UpgradedText {
    const edits = [...this.#edits, ...this.#locals.print()];
    return { text: applyEdits(this.#given.module.text, edits), manual: this.#manual };
  }

  renameImports(): void {
    const { program, module } = this.#given;
    for (const own of listOwnSpecifiers(this.#source, program, module)) {
      const { edits, fix } = moveSpecifier(own);
      this.#edits.push(...edits);
      if (fix !== undefined) this.#leave(own.literal, fix);
      for (const element of namedElements(own)) this.#renameElement(own, element);
      this.#renameLoaded(own);
      this.#renameQualified(own);
    }
  }

  /** Renames a name in `import { … }` or `export { … } from`. */
  #renameElement(own: OwnSpecifier, element: AstNode): void {
    const { program } = this.#given;
    const name = element.propertyName ?? element.name;
    const present = name?.text === undefined ? undefined : presentExport(own, name.text, program);
    if (!name || present === undefined) return;
    const isPattern = element.kind === program.kinds.BindingElement;
    const isImport = element.kind === program.kinds.ImportSpecifier;
    if (element.propertyName) this.#replace(name, present);
    else if (!isImport && !isPattern) this.#replace(name, `${present} as ${name.text}`);
    else this.#locals.add({ name, present, printAlias: (former) => `${present}${isPattern ? ':' : ' as'} ${former}` });
  }

  /** Renames what a module takes out of `import('…')`. */
  #renameLoaded(own: OwnSpecifier): void {
    const { program } = this.#given;
    const binding = bindingOf(own, program.kinds);
    if (binding?.kind === program.kinds.ObjectBindingPattern) {
      for (const element of binding.elements ?? []) this.#renameElement(own, element);
    } else if (binding?.parent.kind === program.kinds.PropertyAccessExpression) {
      const present = presentExport(own, binding.text ?? '', program);
      if (present !== undefined) this.#replace(binding, present);
    }
  }

  /** Renames names behind `import * as name` and `const name = await import('…')`, and in the type `import('…').Name`. */
  #renameQualified(own: OwnSpecifier): void {
    const { program } = this.#given;
    const { kinds } = program;
    const { owner } = own;
    if (owner.kind === kinds.ImportType && owner.qualifier?.kind === kinds.Identifier) {
      const present = presentExport(own, owner.qualifier.text ?? '', program);
      if (present !== undefined) this.#replace(owner.qualifier, present);
    }
    const bindings = owner.importClause?.namedBindings;
    const space = bindings?.kind === kinds.NamespaceImport ? bindings.name : bindingOf(own, kinds);
    const symbol = space?.kind === kinds.Identifier ? program.symbolOf(space) : undefined;
    if (!symbol) return;
    walk(this.#source, (node) => {
      const [left, right] = node.kind === kinds.QualifiedName ? [node.left, node.right] : [node.expression, node.name];
      if (node.kind !== kinds.QualifiedName && node.kind !== kinds.PropertyAccessExpression) return;
      if (left?.kind !== kinds.Identifier || left.text !== space?.text) return;
      const found = program.symbolOf(left);
      const present = presentExport(own, right?.text ?? '', program);
      if (found && right && present !== undefined && program.isSame(found, symbol)) this.#replace(right, present);
    });
  }

  /** Renames the member that a node refers to, in property access, destructuring, object keys and types. */
  renameMember(node: AstNode): void {
    const { kinds } = this.#given.program;
    if (node.kind === kinds.PropertyAccessExpression) this.#renameAccess(node, node.name);
    else if (node.kind === kinds.ElementAccessExpression) this.#renameAccess(node, node.argumentExpression);
    else if (node.kind === kinds.BindingElement) this.#renameBinding(node);
    else if (node.kind === kinds.IndexedAccessType) this.#renameInType(node.objectType, node.indexType);
    else if (node.kind === kinds.TypeReference && /^(?:Pick|Omit)$/u.test(node.typeName?.text ?? ''))
      this.#renameInType(node.typeArguments?.[0], node.typeArguments?.[1]);
    else if (node.parent?.kind === kinds.ObjectLiteralExpression) this.#renameKey(node);
  }

  #renameAccess(node: AstNode, name: AstNode | undefined): void {
    const { program } = this.#given;
    const isQuoted = node.kind === program.kinds.ElementAccessExpression;
    if (!name || !node.expression || !isFormerName(name.text)) return;
    if (isQuoted && name.kind !== program.kinds.StringLiteral) return;
    const type = isQuoted ? program.typeOf(node.expression) : undefined;
    const symbol = isQuoted ? type && program.propertyOf(type, name.text ?? '') : program.symbolOf(name);
    const present = this.#presentMember(symbol, name.text ?? '');
    if (present === undefined) return;
    if (name.text !== formerElicitations.former || (this.#isObject(node) ?? this.#given.isFormer)) {
      this.#replace(name, present);
    }
  }

  #renameBinding(node: AstNode): void {
    const { program } = this.#given;
    const key = node.propertyName ?? node.name;
    if (node.parent.kind !== program.kinds.ObjectBindingPattern || !key || !isFormerName(key.text)) return;
    const type = program.typeOf(node.parent);
    const present = type && this.#presentMember(program.propertyOf(type, key.text ?? ''), key.text ?? '');
    if (present === undefined) return;
    const isFormer = key.text !== formerElicitations.former || (this.#holdsObject(node.name) ?? this.#given.isFormer);
    if (!isFormer) return;
    if (node.propertyName) this.#replace(key, present);
    else this.#locals.add({ name: key, present, printAlias: (former) => `${present}: ${former}` });
  }

  /** Renames members in `Type['key']`, `Pick<Type, 'key'>` and `Omit<Type, 'key'>`, where a union can take the place of a key. */
  #renameInType(object: AstNode | undefined, keys: AstNode | undefined): void {
    const { program, isFormer } = this.#given;
    const literals = [keys, ...(keys?.types ?? [])].flatMap((key) => key?.literal ?? []);
    for (const literal of literals) {
      if (!object || !isFormerName(literal.text)) continue;
      const type = program.typeOf(object);
      const present = type && this.#presentMember(program.propertyOf(type, literal.text ?? ''), literal.text ?? '');
      const isKept = literal.text === formerElicitations.former && !isFormer;
      if (present !== undefined && !isKept) this.#replace(literal, present);
    }
  }

  #renameKey(node: AstNode): void {
    const { program } = this.#given;
    const { kinds } = program;
    const { name } = node;
    if (!name || ![kinds.Identifier, kinds.StringLiteral].includes(name.kind) || !isFormerName(name.text)) return;
    const { parent: assignment } = node.parent;
    const isTarget = assignment.kind === kinds.BinaryExpression && assignment.left === node.parent && assignment.right;
    const type = isTarget ? program.typeOf(isTarget) : program.contextualTypeOf(node.parent);
    const property = type && program.propertyOf(type, name.text ?? '');
    const present = property ? this.#presentMember(property, name.text ?? '') : this.#presentOption(node);
    if (present === undefined) return;
    if (name.text === formerElicitations.former && !this.#isGivenObject(node)) return;
    if (node.kind !== kinds.ShorthandPropertyAssignment) this.#replace(name, present);
    else this.#edits.push({ start: name.getStart(), end: name.getStart(), text: `${present}: ` });
  }

  /** Returns the current name of a key in an untyped `export const options = { … }` in `server.ts` of the handlers. */
  #presentOption(node: AstNode): string | undefined {
    const { kinds } = this.#given.program;
    const { parent: owner } = node.parent;
    const holder = owner.kind === kinds.PropertyAssignment && owner.name?.text === 'http' ? owner.parent.parent : owner;
    const isOptions = holder.kind === kinds.VariableDeclaration && holder.name?.text === 'options' && !holder.type;
    return this.#given.isServer && isOptions ? formerOptions.get(node.name?.text ?? '') : undefined;
  }

  /** Returns the current name of a member of this package's types; `undefined` if the member is not from these types or was not renamed. */
  #presentMember(symbol: AstSymbol | undefined, name: string): string | undefined {
    const { program, isOwn } = this.#given;
    const declarations = symbol ? program.declarationsOf(symbol) : [];
    if (declarations.length === 0 || !declarations.every(({ file }) => isOwn(file))) return undefined;
    const rows = formerMembers.filter(({ owner }) => declarations.some((each) => owner.test(each.owner ?? '')));
    return rows.flatMap(({ names }) => names.get(name) ?? [])[0];
  }

  /**
   * Whether an access to `elicit` means the former object with a function per elicitation, not the function. Returns
   * `undefined` if the use is ambiguous.
   */
  #isObject(node: AstNode): boolean | undefined {
    const { program } = this.#given;
    const { kinds } = program;
    const { parent } = node;
    const isInner = parent.expression === node;
    if (isInner && this.#isWrapper(parent)) return this.#isObject(parent);
    if (isInner && parent.kind === kinds.CallExpression) return false;
    if (isInner && [kinds.PropertyAccessExpression, kinds.ElementAccessExpression].includes(parent.kind)) return true;
    if (parent.kind === kinds.VariableDeclaration && parent.type === undefined) return this.#holdsObject(parent.name);
    const type = program.contextualTypeOf(node);
    return type && !program.isCallable(type);
  }

  /**
   * Whether a variable that holds `elicit` is used as the object. Destructuring implies the object. Returns `undefined`
   * if the uses are ambiguous.
   */
  #holdsObject(name: AstNode | undefined): boolean | undefined {
    if (name?.kind !== this.#given.program.kinds.Identifier) return true;
    const uses = new Set(this.#locals.listUses(name).map((use) => this.#isObject(use)));
    uses.delete(undefined);
    if (uses.size === 2) {
      this.#leave(name, 'Use `elicitations` for the declared elicitations, and `elicit` for the function.');
      return false;
    }
    const [use] = uses;
    return use;
  }

  /** Whether a key `elicit` of an object has an object of elicitations as its value, and not a function. */
  #isGivenObject(node: AstNode): boolean {
    const { program, isFormer } = this.#given;
    const { kinds } = program;
    if (node.kind === kinds.MethodDeclaration) return false;
    let value = node.initializer ?? node.name;
    while (value?.expression && this.#isWrapper(value)) value = value.expression;
    if (value?.kind === kinds.ObjectLiteralExpression) return true;
    const type = value && program.typeOf(value);
    return type && program.isCallable(type) ? false : isFormer;
  }

  /** Whether a node is an expression with `as` or `satisfies`, in parentheses, or with `!`. */
  #isWrapper({ kind }: AstNode): boolean {
    const { kinds } = this.#given.program;
    const { AsExpression, NonNullExpression, ParenthesizedExpression, SatisfiesExpression } = kinds;
    return [AsExpression, NonNullExpression, ParenthesizedExpression, SatisfiesExpression].includes(kind);
  }

  /** Replaces a name. A literal keeps its quotes. */
  #replace(node: AstNode, text: string): void {
    const quote = node.kind === this.#given.program.kinds.StringLiteral ? 1 : 0;
    this.#edits.push({ start: node.getStart() + quote, end: node.end - quote, text });
  }

  #leave(node: AstNode, fix: string): void {
    const { module, path } = this.#given;
    this.#manual.push({ file: path, ...placeOf(module.text, node.getStart()), fix });
  }
}

const formerNames: ReadonlySet<string> = new Set(formerMembers.flatMap(({ names }) => [...names.keys()]));

function isFormerName(name: string | undefined): boolean {
  return name !== undefined && formerNames.has(name);
}
