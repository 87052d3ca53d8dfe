import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstNode, AstSymbol, AstType, Declaration, SyntaxKinds, TypedProgram } from './syntax.js';

/** Files of a program that differ from those on disk. */
export interface VirtualFiles {
  /**
   * Returns the content of a file (absolute path, forward slashes); `null` if the file does not exist, `undefined` to
   * read it from disk.
   */
  read(file: string): string | null | undefined;
  /** Whether a folder contains files that differ from those on disk. */
  hasFolder(folder: string): boolean;
}

/**
 * Opens a program with a project's TypeScript: version 7 through its tooling API, earlier versions in this process.
 *
 * @param root Absolute path of the project.
 * @param files Absolute paths of the modules.
 * @returns `undefined` if the project has no supported TypeScript version
 */
export async function openProgram(
  root: string,
  files: readonly string[],
  virtual: VirtualFiles,
): Promise<TypedProgram | undefined> {
  const require = createRequire(path.join(root, 'package.json'));
  const load = async (name: string): Promise<unknown> => {
    try {
      return (await import(pathToFileURL(require.resolve(name)).href)) as unknown;
    } catch {
      return undefined;
    }
  };
  const api = await load('typescript/unstable/sync');
  if (api !== undefined) {
    const { SyntaxKind } = (await load('typescript/unstable/ast')) as { readonly SyntaxKind: SyntaxKinds };
    return new ServedProgram(api as ServedApi, SyntaxKind, root, files, virtual);
  }
  const compiler = (await load('typescript')) as { readonly default?: Compiler } | undefined;
  return compiler?.default?.createProgram ? new CompiledProgram(compiler.default, root, files, virtual) : undefined;
}

/** Returns the installed version of this package in a project; `undefined` if it is not installed. */
export function readInstalledVersion(root: string): string | undefined {
  try {
    const file = createRequire(path.join(root, 'package.json')).resolve('create-mcp-from-schema/package.json');
    return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
  } catch {
    return undefined;
  }
}

/** Compiler options for reading types, regardless of the project's options. */
const neededOptions = {
  noEmit: true,
  allowImportingTsExtensions: true,
  allowJs: true,
  checkJs: false,
  skipLibCheck: true,
};

/** Compiler options for a project without tsconfig.json. */
const plainOptions = { target: 'es2023', module: 'nodenext', strict: true };

/** Prints a `tsconfig.json` for these files that extends the project's options. */
function printConfig(root: string, files: readonly string[]): string {
  const isConfigured = existsSync(path.join(root, 'tsconfig.json'));
  return JSON.stringify({
    ...(isConfigured && { extends: './tsconfig.json' }),
    compilerOptions: { ...(isConfigured ? {} : plainOptions), ...neededOptions, composite: false, incremental: false },
    files,
    include: [],
  });
}

function forwardSlashes(file: string): string {
  return file.replaceAll('\\', '/');
}

/** Part of `typescript/unstable/sync` in TypeScript 7. */
interface ServedApi {
  readonly API: new (options: object) => {
    updateSnapshot(options: object): { getProject(file: string): ServedProject | undefined };
    close(): void;
  };
}

interface ServedProject {
  readonly program: { getSourceFile(file: string): AstNode | undefined };
  readonly checker: {
    getSymbolAtLocation(node: AstNode): ServedSymbol | undefined;
    getShorthandAssignmentValueSymbol(node: AstNode): ServedSymbol | undefined;
    getExportSpecifierLocalTargetSymbol(node: AstNode): ServedSymbol | undefined;
    getTypeAtLocation(node: AstNode): AstType | undefined;
    getContextualType(node: AstNode): AstType | undefined;
    getNonNullableType(type: AstType): AstType | undefined;
    getPropertyOfType(type: AstType, name: string): ServedSymbol | undefined;
    getSignaturesOfType(type: AstType, kind: number): readonly unknown[];
    getExportsOfModule(module: AstSymbol): readonly { readonly name: string }[];
  };
}

interface ServedSymbol {
  readonly id: number;
  readonly declarations: readonly { readonly path: string; resolve(): AstNode | undefined }[];
}

/** Program that the native compiler reads in a separate process. */
class ServedProgram implements TypedProgram {
  readonly kinds: SyntaxKinds;
  readonly #api: InstanceType<ServedApi['API']>;
  readonly #project: ServedProject | undefined;

  constructor({ API }: ServedApi, kinds: SyntaxKinds, root: string, files: readonly string[], virtual: VirtualFiles) {
    this.kinds = kinds;
    const config = forwardSlashes(path.join(root, 'tsconfig.create-mcp-from-schema.json'));
    const text = printConfig(root, files);
    const read = (file: string): string | null | undefined => (file === config ? text : virtual.read(file));
    const fs = {
      readFile: read,
      fileExists: (file: string) => {
        const found = read(file);
        return found === undefined ? undefined : found !== null;
      },
      directoryExists: (folder: string) => (virtual.hasFolder(folder) ? true : undefined),
    };
    this.#api = new API({ cwd: root, fs });
    this.#project = this.#api.updateSnapshot({ openProjects: [config] }).getProject(config);
  }

  open(file: string): AstNode | undefined {
    return this.#project?.program.getSourceFile(file);
  }

  symbolOf(node: AstNode): AstSymbol | undefined {
    return this.#project?.checker.getSymbolAtLocation(node);
  }

  targetOf(node: AstNode): AstSymbol | undefined {
    const checker = this.#project?.checker;
    if (node.parent.kind === this.kinds.ExportSpecifier)
      return checker?.getExportSpecifierLocalTargetSymbol(node.parent);
    return checker?.getShorthandAssignmentValueSymbol(node.parent);
  }

  isSame(left: AstSymbol, right: AstSymbol): boolean {
    return (left as ServedSymbol).id === (right as ServedSymbol).id;
  }

  typeOf(node: AstNode): AstType | undefined {
    const type = this.#project?.checker.getTypeAtLocation(node);
    return type && this.#project?.checker.getNonNullableType(type);
  }

  contextualTypeOf(node: AstNode): AstType | undefined {
    const type = this.#project?.checker.getContextualType(node);
    return type && this.#project?.checker.getNonNullableType(type);
  }

  propertyOf(type: AstType, name: string): AstSymbol | undefined {
    return this.#project?.checker.getPropertyOfType(type, name);
  }

  isCallable(type: AstType): boolean {
    return (this.#project?.checker.getSignaturesOfType(type, 0).length ?? 0) > 0;
  }

  hasExport(module: AstSymbol, name: string): boolean {
    return this.#project?.checker.getExportsOfModule(module).some((exported) => exported.name === name) ?? false;
  }

  declarationsOf(symbol: AstSymbol): readonly Declaration[] {
    return (symbol as ServedSymbol).declarations.map((handle) => ({
      file: handle.path,
      // The file is parsed only when its owner is requested.
      get owner() {
        return (handle.resolve()?.parent as AstNode | undefined)?.name?.text;
      },
    }));
  }

  close(): void {
    this.#api.close();
  }
}

/** Part of the TypeScript API up to version 6. */
interface Compiler {
  readonly SyntaxKind: SyntaxKinds;
  readonly sys: {
    readFile(file: string): string | undefined;
    fileExists(file: string): boolean;
    directoryExists(folder: string): boolean;
  };
  createProgram?(files: readonly string[], options: object, host: object): CompiledFiles;
  createCompilerHost(options: object, setParentNodes: boolean): { getSourceFile: (...given: never[]) => unknown };
  createSourceFile(file: string, text: string, target: unknown, setParentNodes: boolean): AstNode;
  readConfigFile(file: string, read: (file: string) => string | undefined): { readonly config?: object };
  parseJsonConfigFileContent(json: unknown, host: object, folder: string): { readonly options: object };
}

interface CompiledFiles {
  getSourceFile(file: string): AstNode | undefined;
  getTypeChecker(): {
    getSymbolAtLocation(node: AstNode): CompiledSymbol | undefined;
    getShorthandAssignmentValueSymbol(node: AstNode): CompiledSymbol | undefined;
    getExportSpecifierLocalTargetSymbol(node: AstNode): CompiledSymbol | undefined;
    getTypeAtLocation(node: AstNode): CompiledType;
    getContextualType(node: AstNode): CompiledType | undefined;
    getNonNullableType(type: AstType): CompiledType;
    getPropertyOfType(type: AstType, name: string): CompiledSymbol | undefined;
    getExportsOfModule(module: AstSymbol): readonly { readonly name: string }[];
  };
}

type CompiledType = AstType & { getCallSignatures(): readonly unknown[] };

interface CompiledSymbol {
  readonly declarations?: readonly (AstNode & { getSourceFile(): { readonly fileName: string } })[];
}

/** Program of a compiler that is written in JavaScript. */
class CompiledProgram implements TypedProgram {
  readonly kinds: SyntaxKinds;
  readonly #program: CompiledFiles | undefined;
  readonly #checker: ReturnType<CompiledFiles['getTypeChecker']> | undefined;

  constructor(compiler: Compiler, root: string, files: readonly string[], virtual: VirtualFiles) {
    this.kinds = compiler.SyntaxKind;
    const { sys } = compiler;
    const readFile = (file: string): string | undefined => {
      const found = virtual.read(forwardSlashes(file));
      return found === undefined ? sys.readFile(file) : (found ?? undefined);
    };
    const fileExists = (file: string): boolean => {
      const found = virtual.read(forwardSlashes(file));
      return found === undefined ? sys.fileExists(file) : found !== null;
    };
    const directoryExists = (folder: string): boolean =>
      virtual.hasFolder(forwardSlashes(folder)) || sys.directoryExists(folder);
    const { options } = compiler.parseJsonConfigFileContent(JSON.parse(printConfig(root, files)), sys, root);
    const host = compiler.createCompilerHost(options, true);
    const getSourceFile = (file: string, target: unknown): AstNode | undefined => {
      const text = readFile(file);
      return text === undefined ? undefined : compiler.createSourceFile(file, text, target, true);
    };
    this.#program = compiler.createProgram?.(files, options, {
      ...host,
      readFile,
      fileExists,
      directoryExists,
      getSourceFile,
    });
    this.#checker = this.#program?.getTypeChecker();
  }

  open(file: string): AstNode | undefined {
    return this.#program?.getSourceFile(file);
  }

  symbolOf(node: AstNode): AstSymbol | undefined {
    return this.#checker?.getSymbolAtLocation(node);
  }

  targetOf(node: AstNode): AstSymbol | undefined {
    if (node.parent.kind === this.kinds.ExportSpecifier)
      return this.#checker?.getExportSpecifierLocalTargetSymbol(node.parent);
    return this.#checker?.getShorthandAssignmentValueSymbol(node.parent);
  }

  isSame(left: AstSymbol, right: AstSymbol): boolean {
    return left === right;
  }

  typeOf(node: AstNode): AstType | undefined {
    const type = this.#checker?.getTypeAtLocation(node);
    return type && this.#checker?.getNonNullableType(type);
  }

  contextualTypeOf(node: AstNode): AstType | undefined {
    const type = this.#checker?.getContextualType(node);
    return type && this.#checker?.getNonNullableType(type);
  }

  propertyOf(type: AstType, name: string): AstSymbol | undefined {
    return this.#checker?.getPropertyOfType(type, name);
  }

  isCallable(type: AstType): boolean {
    return (type as CompiledType).getCallSignatures().length > 0;
  }

  hasExport(module: AstSymbol, name: string): boolean {
    return this.#checker?.getExportsOfModule(module).some((exported) => exported.name === name) ?? false;
  }

  declarationsOf(symbol: AstSymbol): readonly Declaration[] {
    return ((symbol as CompiledSymbol).declarations ?? []).map((node) => ({
      file: forwardSlashes(node.getSourceFile().fileName),
      owner: (node.parent as AstNode | undefined)?.name?.text,
    }));
  }

  close(): void {
    // Nothing to close.
  }
}
