// The sucrase package has no declarations for its parser.

declare module 'sucrase/dist/esm/parser/index.js' {
  export interface Token {
    readonly type: number;
    readonly start: number;
    readonly end: number;
    readonly isType: boolean;
  }
  export function parse(
    code: string,
    hasJsx: boolean,
    hasTypeScript: boolean,
    hasFlow: boolean,
  ): { readonly tokens: readonly Token[] };
}

declare module 'sucrase/dist/esm/parser/tokenizer/types.js' {
  export const TokenType: {
    readonly nonNullAssertion: number;
    readonly arrow: number;
    readonly comma: number;
    readonly dot: number;
    readonly parenL: number;
    readonly parenR: number;
    readonly _abstract: number;
    readonly _declare: number;
    readonly _default: number;
    readonly _enum: number;
    readonly _import: number;
    readonly _export: number;
    readonly _override: number;
    readonly _private: number;
    readonly _protected: number;
    readonly _public: number;
    readonly _readonly: number;
  };
}
