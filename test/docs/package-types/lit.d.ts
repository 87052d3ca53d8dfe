/** The part of `lit` that the samples use. */
declare module 'lit' {
  export class LitElement extends HTMLElement {
    static properties: Readonly<Record<string, object>>;
    render(): unknown;
  }
  export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): unknown;
}
