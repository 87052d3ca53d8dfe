import type { SuppliedRequest } from './request-context.js';
import type { Validator } from './validator.js';

/** Arguments of a tool that the server supplies. A call that contains one of them is refused. */
export interface SuppliedArguments {
  readonly names: readonly string[];
  /** Loads the function that adds them, at the first call of the tool. */
  readonly load: () => Promise<SupplyArguments>;
}

/**
 * Adds the arguments that the server supplies to the valid arguments of a caller, which are not changed: the request may
 * be served again.
 *
 * @param validate Validates the added arguments.
 */
export type SupplyArguments = (
  input: { readonly [name: string]: unknown },
  validate: Validator | undefined,
  request: SuppliedRequest,
) => SuppliedInput;

/** Texts that the server adds to the arguments of a prompt or completion, or to the variables of a URI. */
export interface SuppliedTexts {
  readonly load: () => Promise<SupplyTexts>;
}

/**
 * Adds the texts that the server supplies to those of the caller.
 *
 * @throws ProtocolError -32602 if the caller sends one of them.
 */
export type SupplyTexts = (sent: { readonly [name: string]: unknown }, request: SuppliedRequest) => SuppliedInput;

/** Complete arguments of a call, or the reasons why there are none. */
export type SuppliedInput =
  | { readonly input: { readonly [name: string]: unknown } }
  | {
      /** Reason for the caller; reveals no value. */
      readonly refusal: string;
      /** Reason for the operator. */
      readonly detail: string;
    };
