import type { HandlerContext, NoQuestions } from '../api/handler-context.js';
import type { ToolHandler } from '../api/handlers.js';

/**
 * An HTTP API that tools are forwarded to: what its operations have in common. Plain data, which generated code holds.
 */
export interface ForwardApi {
  /** What messages call it. */
  readonly name: string;
  /** The server of all operations that do not name one of their own. */
  readonly server: ForwardServer;
  /** By the name that {@link SecurityRequirement}s refer to. */
  readonly securitySchemes?: { readonly [name: string]: SecurityScheme };
  /** By the id that `renames` refer to. */
  readonly renames?: { readonly [id: string]: KeyRenames };
  /** Milliseconds for one call, retries included. Default: 30 000. */
  readonly timeoutMs?: number;
  /** Bytes that the body of an answer may have. Default: 8 MiB. */
  readonly maxResponseBytes?: number;
}

/** Where an API is. */
export interface ForwardServer {
  /**
   * The server URL as the document has it, with `{variables}`. Where it has no origin of its own (`/v1`), calls fail until
   * `environment` is set.
   */
  readonly url: string;
  /** The environment variable whose value, when set, replaces all of `url`. */
  readonly environment: string;
  readonly variables?: { readonly [name: string]: ServerVariable };
}

/** A variable of a server URL. */
export interface ServerVariable {
  readonly default: string;
  /** The environment variable with the value to use instead. */
  readonly environment: string;
  /** The only values allowed. */
  readonly enum?: readonly string[];
}

/** How to prove who calls; every `…Variable` is the name of an environment variable. */
export type SecurityScheme =
  | {
      readonly type: 'apiKey';
      readonly in: 'header' | 'query' | 'cookie';
      readonly name: string;
      readonly keyVariable: string;
    }
  | { readonly type: 'basic'; readonly userVariable: string; readonly passwordVariable: string }
  /** HTTP bearer, OpenID Connect, and OAuth 2 flows that need a person: the token comes from outside. */
  | { readonly type: 'bearer'; readonly tokenVariable: string }
  /** OAuth 2 client credentials; a token in `tokenVariable` goes first. `tokenUrl` may be relative to the server URL. */
  | {
      readonly type: 'clientCredentials';
      readonly tokenUrl: string;
      /** Replaces `tokenUrl`. */
      readonly tokenUrlVariable?: string;
      readonly tokenVariable: string;
      readonly clientIdVariable: string;
      readonly clientSecretVariable: string;
    }
  /** A scheme that cannot be forwarded, such as mutual TLS or digest; `what` names it. */
  | { readonly type: 'unsupported'; readonly what: string };

/** Scopes by security scheme; all schemes are needed. `{}`: nothing is needed. */
export type SecurityRequirement = { readonly [scheme: string]: readonly string[] };

/**
 * Keys that differ between the arguments of a tool and what the API is sent, at one place in a value. Places below are
 * named by id, so that recursive schemas can be described. Several schemas for one place (`oneOf`, …) share one entry.
 */
export interface KeyRenames {
  /** By key in the arguments. */
  readonly properties?: {
    readonly [key: string]: {
      /** The key that the API is sent. Default: the same. */
      readonly name?: string;
      /** Id of the renames in the value. */
      readonly renames?: string;
    };
  };
  /** Id of the renames in the values of all other keys. */
  readonly values?: string;
  /** Id of the renames in the items of a list. */
  readonly items?: string;
}

/** The keys that lead to a value from the root of the arguments; `[]` is the arguments themselves. */
export type ArgumentPath = readonly string[];

/** One operation: how a request is made from arguments. */
export interface ForwardOperation {
  /** In upper case. `GET` and `HEAD` have no body. */
  readonly method: string;
  /**
   * The path below the server URL in the pieces that make it up: text, which is sent as it stands here, and the parameters
   * in between. `/pets/{petId}.json` is `['/pets/', { name: 'petId', … }, '.json']`.
   */
  readonly path: readonly (string | PathParameter)[];
  /** In the order in which they are sent. */
  readonly query?: readonly QueryParameter[];
  /** No `Accept`, `Content-Type` and `Authorization`: these are not parameters. */
  readonly headers?: readonly HeaderParameter[];
  readonly cookies?: readonly CookieParameter[];
  readonly body?: ForwardBody;
  /** Media types that are accepted, best first. Default: any. */
  readonly accept?: readonly string[];
  /** Alternatives, best first: the first one whose credentials are all set is used. Default: nothing is needed. */
  readonly security?: readonly SecurityRequirement[];
  /** Instead of that of the API. */
  readonly server?: ForwardServer;
  /** Instead of that of the API. */
  readonly timeoutMs?: number;
  /** The document describes a redirect as a success: where it leads to is the answer when it leaves the API. */
  readonly answersRedirect?: true;
}

/** What parameters of all places have in common. Arguments that are absent or `null` are not sent. */
interface Parameter {
  /** What the API calls it. */
  readonly name: string;
  readonly from: ArgumentPath;
  /** The value is sent as JSON text (`content: application/json`); style and explode do not count then. */
  readonly isJson?: true;
  /** Id of the renames in the value. */
  readonly renames?: string;
}

/** @see https://spec.openapis.org/oas/v3.1.1.html#style-values */
export interface PathParameter extends Parameter {
  /** Default: `simple`. */
  readonly style?: 'simple' | 'label' | 'matrix';
  /** Default: `false`. */
  readonly explode?: boolean;
}

/** @see https://spec.openapis.org/oas/v3.1.1.html#style-values */
export interface QueryParameter extends Parameter {
  /**
   * Default: `form`. `tabDelimited` is Swagger 2.0's `tsv`. `whole`: the value is the whole query (3.2's
   * `in: querystring`): an object, sent as form.
   */
  readonly style?: 'form' | 'spaceDelimited' | 'pipeDelimited' | 'tabDelimited' | 'deepObject' | 'whole';
  /** Default: `true` for `form`, else `false`. */
  readonly explode?: boolean;
  /** Reserved characters are sent as they are, except those that would end the value. */
  readonly allowReserved?: true;
}

/** Style `simple`. */
export interface HeaderParameter extends Parameter {
  /** Default: `false`. */
  readonly explode?: boolean;
}

export interface CookieParameter extends Parameter {
  /** Default: `form`. `cookie` is that of OpenAPI 3.2: values are not percent-encoded. */
  readonly style?: 'form' | 'cookie';
  /** Default: `true`. */
  readonly explode?: boolean;
}

/** How the body of a request is made. Without a value nothing is sent. */
export interface ForwardBody {
  /** Sent as `Content-Type`; multipart gets its boundary added. */
  readonly mediaType: string;
  /**
   * `json`: JSON text. `form`: `application/x-www-form-urlencoded`. `multipart`: one part per property and per item of a
   * list. `text`: a string as it is (XML, too), anything else as JSON text. `binary`: a {@link FileArgument}.
   */
  readonly encoding: 'json' | 'form' | 'multipart' | 'text' | 'binary';
  readonly value: BodyValue;
  /** Id of the renames in the value; with `members`, in none: they have their own. */
  readonly renames?: string;
  /** For `form` and `multipart`, by the name of the property that the API is sent. */
  readonly parts?: { readonly [name: string]: BodyPart };
}

/** Where the value of a body comes from: from one argument, or it is an object put together from several. */
export type BodyValue =
  | { readonly from: ArgumentPath }
  | {
      readonly members: readonly BodyMember[];
      /** Arguments at the root that neither a parameter nor a member takes are members, too. */
      readonly hasRest?: true;
      /** An empty object is sent when there are no members. */
      readonly isRequired?: true;
    };

/** A property of a body that is an argument of its own. */
export interface BodyMember {
  /** What the API calls it. */
  readonly name: string;
  readonly from: ArgumentPath;
  /** Id of the renames in the value. */
  readonly renames?: string;
}

/** How a property of a form or multipart body is sent. */
export interface BodyPart {
  /** Multipart only. Default: as OpenAPI has it by type of the value (text, JSON, octets). */
  readonly contentType?: string;
  /** Multipart only: the value is a {@link FileArgument}, or a list of them; what a plain string holds. */
  readonly file?: 'base64' | 'text';
  /** Form only: `style`, `explode` and `allowReserved` as in a query. Default: lists and objects as OpenAPI has it. */
  readonly style?: 'form' | 'spaceDelimited' | 'pipeDelimited' | 'tabDelimited' | 'deepObject';
  readonly explode?: boolean;
  readonly allowReserved?: true;
  /** Form only: sent as JSON text. */
  readonly isJson?: true;
}

/**
 * A file among arguments: a string (Base64 in a `binary` body, else as {@link BodyPart} has it), or an object that says
 * more. Both `text` and `base64`: an error.
 */
export type FileArgument =
  | string
  | {
      readonly text?: string;
      readonly base64?: string;
      /** Default: the name of the property. */
      readonly fileName?: string;
      /** Default: `contentType` of the part, else `application/octet-stream`. */
      readonly mediaType?: string;
    };

/** What forwarding needs from outside; for platforms and tests that have no `process.env`. */
export interface ForwardOptions {
  /** Environment variables. Default: those of the process, where there is one. */
  readonly environment?: Environment;
}

/** Environment variables; an empty one counts as not set. */
export type Environment = { readonly [name: string]: string | undefined };

/** An implemented tool whose operation can still be called, with `context.forward(input)`. */
export type ForwardingHandler<Input, Output, Questions extends object = NoQuestions> = (
  input: Input,
  context: ForwardContext<Input, Output, Questions>,
) => ReturnType<ToolHandler<Input, Output, Questions>>;

/** The context of a {@link ForwardingHandler}. */
export interface ForwardContext<
  Input,
  Output,
  Questions extends object = NoQuestions,
> extends HandlerContext<Questions> {
  /**
   * Calls the API.
   *
   * @returns The JSON value that the API answers, unchecked; `undefined` for an empty answer; for anything else a result as the
   *   builders make them.
   * @throws ForwardError when the API answers with an error or cannot be called.
   */
  forward(input: Input): Promise<Output>;
}
