/** Whether a word cannot be the name of a variable in a module. */
export function isReservedWord(name: string): boolean {
  return reservedWords.has(name);
}

/** Whether a type of this name would hide one that every TypeScript program has, or one that generated files import. */
export function isGlobalName(name: string): boolean {
  return globalNames.has(name);
}

const reservedWords: ReadonlySet<string> = new Set(
  (
    'arguments as async await break case catch class const continue debugger default delete do else enum eval export ' +
    'extends false finally for from function get if implements import in instanceof interface let new null of package ' +
    'private protected public return set static super switch this throw true try type typeof undefined var void while ' +
    'with yield'
  ).split(' '),
);

/** A fixed list, so that the Node that runs the generator has no say in the names that it gives. */
const globalNames: ReadonlySet<string> = new Set(
  // Values and types of ECMAScript
  (
    'AggregateError Array ArrayBuffer AsyncGenerator AsyncGeneratorFunction AsyncIterable AsyncIterator Atomics ' +
    'BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError FinalizationRegistry Float32Array ' +
    'Float64Array Function Generator GeneratorFunction Infinity Int16Array Int32Array Int8Array Intl Iterable ' +
    'IterableIterator Iterator JSON Map Math NaN Number Object Promise PromiseLike Proxy RangeError ReferenceError ' +
    'Reflect RegExp Set SharedArrayBuffer String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array ' +
    'Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet ' +
    // Utility types of TypeScript
    'Any ArrayLike Awaited Capitalize ConstructorParameters Exclude Extract InstanceType Lowercase NoInfer ' +
    'NonNullable Omit Parameters Partial Pick PropertyDescriptor PropertyKey Readonly ReadonlyArray ReadonlyMap ' +
    'ReadonlySet Record Required ReturnType TemplateStringsArray ThisType Uncapitalize Uppercase ' +
    // Platform
    'AbortController AbortSignal Blob Buffer Event EventTarget File FormData Headers NodeJS Request Response ' +
    'TextDecoder TextEncoder URL URLSearchParams WebSocket Worker ' +
    // What generated files import or declare, and the tool whose answer would have such a name
    'AnyOutput CompleteWithApi CompletionHandler Elicited ForwardingHandler ForwardToApi Handlers PlaceholderValue PromptHandler ResourceHandler ResourceTemplateHandler ' +
    'ServerDefinition StartOptions Tool ToolAnswer ToolHandler Validator Visited'
  ).split(' '),
);
