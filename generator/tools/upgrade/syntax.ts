/** A node of a parsed module, with the members that all versions of TypeScript give it. */
export interface AstNode {
  readonly kind: number;
  readonly parent: AstNode;
  readonly end: number;
  getStart(): number;
  getText(): string;
  forEachChild(visit: (child: AstNode) => undefined): unknown;
  /** Value of an identifier or a literal. */
  readonly text?: string;
  readonly name?: AstNode;
  readonly propertyName?: AstNode;
  readonly expression?: AstNode;
  readonly arguments?: readonly AstNode[];
  readonly argumentExpression?: AstNode;
  readonly parameters?: readonly AstNode[];
  readonly argument?: AstNode;
  readonly literal?: AstNode;
  readonly qualifier?: AstNode;
  readonly right?: AstNode;
  readonly left?: AstNode;
  readonly initializer?: AstNode;
  readonly type?: AstNode;
  readonly moduleSpecifier?: AstNode;
  readonly importClause?: AstNode;
  readonly exportClause?: AstNode;
  readonly namedBindings?: AstNode;
  readonly elements?: readonly AstNode[];
  readonly typeName?: AstNode;
  readonly typeArguments?: readonly AstNode[];
  readonly types?: readonly AstNode[];
  readonly objectType?: AstNode;
  readonly indexType?: AstNode;
}

/** Kinds of nodes by name. */
export type SyntaxKinds = { readonly [kind in SyntaxKindName]: number };

type SyntaxKindName =
  | 'AsExpression'
  | 'AwaitExpression'
  | 'BinaryExpression'
  | 'BindingElement'
  | 'CallExpression'
  | 'ElementAccessExpression'
  | 'ExportDeclaration'
  | 'ExportSpecifier'
  | 'Identifier'
  | 'ImportDeclaration'
  | 'ImportKeyword'
  | 'ImportSpecifier'
  | 'ImportType'
  | 'IndexedAccessType'
  | 'LiteralType'
  | 'MethodDeclaration'
  | 'NamespaceImport'
  | 'NewExpression'
  | 'NonNullExpression'
  | 'ObjectBindingPattern'
  | 'ObjectLiteralExpression'
  | 'ParenthesizedExpression'
  | 'PropertyAccessExpression'
  | 'PropertyAssignment'
  | 'QualifiedName'
  | 'SatisfiesExpression'
  | 'ShorthandPropertyAssignment'
  | 'StringLiteral'
  | 'TypeReference'
  | 'VariableDeclaration';

/** A symbol, a type: opaque, each of its program only. */
export type AstSymbol = object & { readonly isSymbol?: true };
export type AstType = object & { readonly isType?: true };

/** Where a member is declared. */
export interface Declaration {
  /** Absolute path with forward slashes. */
  readonly file: string;
  /** Name of the type around it. */
  readonly owner: string | undefined;
}

/** A program of TypeScript: its modules, and what their names mean. */
export interface TypedProgram {
  readonly kinds: SyntaxKinds;
  /** The parsed module; `undefined` when there is no such file. */
  open(file: string): AstNode | undefined;
  symbolOf(node: AstNode): AstSymbol | undefined;
  /** The variable of a shorthand property, the local name of an export. */
  targetOf(node: AstNode): AstSymbol | undefined;
  isSame(left: AstSymbol, right: AstSymbol): boolean;
  /** The type without `null` and `undefined`. */
  typeOf(node: AstNode): AstType | undefined;
  contextualTypeOf(node: AstNode): AstType | undefined;
  propertyOf(type: AstType, name: string): AstSymbol | undefined;
  isCallable(type: AstType): boolean;
  /** Whether a module, given by its symbol, exports a name. */
  hasExport(module: AstSymbol, name: string): boolean;
  declarationsOf(symbol: AstSymbol): readonly Declaration[];
  close(): void;
}

/** Calls a function for a node and all nodes in it. */
export function walk(node: AstNode, visit: (node: AstNode) => void): void {
  visit(node);
  node.forEachChild((child) => {
    walk(child, visit);
    return undefined;
  });
}
