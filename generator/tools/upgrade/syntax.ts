/** Node of a parsed module, with the members that all TypeScript versions share. */
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

/** Node kinds by name. */
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

/** Symbol or type. Opaque; valid only in its program. */
export type AstSymbol = object & { readonly isSymbol?: true };
export type AstType = object & { readonly isType?: true };

/** Location of a member's declaration. */
export interface Declaration {
  /** Absolute path with forward slashes. */
  readonly file: string;
  /** Name of the enclosing type. */
  readonly owner: string | undefined;
}

/** TypeScript program: its modules and the meaning of their names. */
export interface TypedProgram {
  readonly kinds: SyntaxKinds;
  /** Returns the parsed module; `undefined` if the file does not exist. */
  open(file: string): AstNode | undefined;
  symbolOf(node: AstNode): AstSymbol | undefined;
  /** Returns the variable of a shorthand property, or the local name of an export. */
  targetOf(node: AstNode): AstSymbol | undefined;
  isSame(left: AstSymbol, right: AstSymbol): boolean;
  /** The type without `null` and `undefined`. */
  typeOf(node: AstNode): AstType | undefined;
  contextualTypeOf(node: AstNode): AstType | undefined;
  propertyOf(type: AstType, name: string): AstSymbol | undefined;
  isCallable(type: AstType): boolean;
  /** Whether a module symbol exports a name. */
  hasExport(module: AstSymbol, name: string): boolean;
  declarationsOf(symbol: AstSymbol): readonly Declaration[];
  close(): void;
}

/** Calls a function for a node and all its descendants. */
export function walk(node: AstNode, visit: (node: AstNode) => void): void {
  visit(node);
  node.forEachChild((child) => {
    walk(child, visit);
    return undefined;
  });
}
