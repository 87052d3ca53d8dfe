import type { HandlerContext, NoElicitations } from '../../core/api/handler-context.js';
import type { AnyOutput, ToolHandlerResult, ToolHandler } from '../../core/api/handlers.js';

/** HTTP API that tools are forwarded to: settings that its operations share. Plain data in generated code. */
export interface ForwardApi {
  /** Name of the API in messages. */
  readonly name: string;
  /** Server of operations that do not specify a server. */
  readonly server: ForwardServer;
  /** Headers of all calls, by name in lower case. */
  readonly headers?: { readonly [name: string]: string };
  /** Security schemes by name. */
  readonly securitySchemes?: { readonly [name: string]: SecurityScheme };
  /** Renames by id. */
  readonly renames?: { readonly [id: string]: KeyRenames };
  /** Time limit of one call including retries, in milliseconds. Default: 30 000. */
  readonly timeoutMs?: number;
  /** Maximum number of bytes of a response body. Default: 8 MiB. */
  readonly maxResponseBytes?: number;
  /** Maximum number of repetitions of an idempotent request. Default: 2. */
  readonly retries?: number;
  /** Maximum number of tokens of a result, estimated; `0`: no limit. Default: 10 000. */
  readonly maxTokens?: number;
  /** Whether any operation takes `If-Match` or `If-None-Match`, so that results include the `ETag`. */
  readonly usesETags?: true;
  /**
   * When the API is called on behalf of the caller: `always`, or only over `http` (on stdio with the credentials from
   * the environment). Default: never; all calls use the credentials from the environment.
   */
  readonly delegated?: 'always' | 'http';
  /** Loads the fields of responses. Set if operations have an argument that selects fields. */
  readonly loadFields?: () => Promise<FieldTable>;
}

/**
 * Fields of API responses by object key. Each field has the key of the objects that it contains, directly or in lists.
 * The empty key stands for values without fields, or with unknown fields. The name `*` stands for all other names.
 */
export interface FieldTable {
  readonly [key: string]: { readonly [name: string]: string };
}

/** How the results of an operation are truncated. */
export interface ForwardOutput {
  /** Overrides the limit of the API. */
  readonly maxTokens?: number;
  /** Paths of the fields that results keep. */
  readonly pick?: readonly string[];
  /** Argument with the paths of the fields that the result keeps. */
  readonly fields?: string;
  /** Key of the response in the field table. Default: its fields are unknown. */
  readonly shape?: string;
  /**
   * Whether clients may validate the result against its schema, so that it is sent unchanged, and notes are only in the
   * text.
   */
  readonly isExact?: true;
  /** Whether the server validates the response against its schema, so that all of it is read. */
  readonly isChecked?: true;
  /**
   * Whether a transform creates the result and it has an output schema, so that a string is a structured value, not
   * text.
   */
  readonly isTyped?: true;
}

/** How the next page of a response is requested. */
export interface Paging {
  /** Argument that contains the parameters of the next page, such as `page=2`. */
  readonly argument: string;
  readonly parameters: readonly PagingParameter[];
}

/** Parameter that chooses a page. */
export interface PagingParameter {
  /** Name of the parameter in the API. */
  readonly name: string;
  /** Name of the argument. */
  readonly key: string;
  /** `after` is the ID of the last item of the previous page; `size` counts the items of a page. */
  readonly role: 'cursor' | 'after' | 'page' | 'offset' | 'size';
  readonly isInteger?: true;
  readonly byDefault?: number;
}

/** Server of an API. */
export interface ForwardServer {
  /**
   * Server URL in the document, with `{variables}`. If it has no origin (`/v1`), calls fail until `environment` is set.
   */
  readonly url: string;
  /** Environment variable whose value replaces all of `url`. */
  readonly environment: string;
  readonly variables?: { readonly [name: string]: ServerVariable };
}

/** Variable of a server URL. */
export interface ServerVariable {
  readonly default: string;
  /** Environment variable whose value replaces the default. */
  readonly environment: string;
  /** Allowed values. Default: any. */
  readonly enum?: readonly string[];
}

/** Kind of credentials; every `…Variable` is the name of an environment variable. */
export type SecurityScheme =
  | {
      readonly type: 'apiKey';
      readonly in: 'header' | 'query' | 'cookie';
      readonly name: string;
      readonly keyVariable: string;
    }
  | { readonly type: 'basic'; readonly userVariable: string; readonly passwordVariable: string }
  /** HTTP bearer, OpenID Connect, and interactive OAuth 2 flows: the operator provides the token. */
  | { readonly type: 'bearer'; readonly tokenVariable: string }
  /**
   * OAuth 2 client credentials; a token in `tokenVariable` takes precedence. `tokenUrl` can be relative to the server
   * URL.
   */
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

/** Scopes by security scheme. All schemes are needed; `{}` needs no credentials. */
export type SecurityRequirement = { readonly [scheme: string]: readonly string[] };

/**
 * Property names that differ between the tool's arguments and the API, for one object in a value. Nested objects are
 * referred to by id, because schemas can be recursive. Alternative schemas for one object (`oneOf`, …) share one entry.
 */
export interface KeyRenames {
  /** Renames by property name in the arguments. */
  readonly properties?: {
    readonly [key: string]: {
      /** Property name in the API. Default: the same name. */
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

/** Path of keys to a value in the arguments; `[]` is the arguments themselves. */
export type ArgumentPath = readonly string[];

/** Operation of an API: how a request is built from arguments. */
export interface ForwardOperation {
  /** HTTP method, case-sensitive. `GET` and `HEAD` have no body. */
  readonly method: string;
  /**
   * Path below the server URL, in pieces: encoded text, and the parameters between the pieces of text. `/pets/{petId}.json` is
   * `['/pets/', { name: 'petId', … }, '.json']`.
   */
  readonly path: readonly (string | PathParameter)[];
  /** Query parameters in the order in which they are sent. */
  readonly query?: readonly QueryParameter[];
  /** Header parameters, without `Accept`, `Content-Type` and `Authorization`. */
  readonly headers?: readonly HeaderParameter[];
  readonly cookies?: readonly CookieParameter[];
  readonly body?: ForwardBody;
  /** Accepted media types, best first. Default: any. */
  readonly accept?: readonly string[];
  /** Argument that chooses the media type of the response, instead of `accept`. */
  readonly acceptFrom?: AcceptArgument;
  /**
   * Alternatives, best first: the first alternative with all its credentials set is used. `[]`: the document declares
   * that no credentials are needed. Default: the document declares nothing, and no credentials from the environment are
   * sent.
   */
  readonly security?: readonly SecurityRequirement[];
  /** Overrides the server of the API. */
  readonly server?: ForwardServer;
  /** Overrides the timeout of the API. */
  readonly timeoutMs?: number;
  /** Overrides the limit of the API. */
  readonly maxResponseBytes?: number;
  /** Overrides `retries` of the API. */
  readonly retries?: number;
  /**
   * Whether the document describes a redirect as a success, so that the URL of a redirect to a different origin is the result.
   */
  readonly answersRedirect?: true;
  readonly output?: ForwardOutput;
  readonly paging?: Paging;
  /** Whether the request can be repeated although its method is POST. */
  readonly isIdempotent?: true;
  /** GraphQL operation that the request runs, with the arguments as variables. It takes the place of `body`. */
  readonly graphql?: GraphqlOperation;
}

/** Operation of a GraphQL endpoint. */
export interface GraphqlOperation {
  readonly name: string;
  /** Document with the operation. Absent: only the digest is sent. */
  readonly text?: string;
  /** SHA-256 of the document in hexadecimal. Absent: only the text is sent. */
  readonly digest?: string;
}

/** Argument for the media type of a response. */
export interface AcceptArgument {
  readonly from: ArgumentPath;
  /** Media types that are accepted in addition to the chosen one. Default: none. */
  readonly others?: readonly string[];
}

/** Text with arguments: literal strings, and paths of arguments whose values are inserted as text. */
export type TextTemplate = readonly (string | ArgumentPath)[];

/** Members of all parameter types. Arguments that are missing or `null` are not sent. */
interface Parameter {
  /** Name of the parameter in the API. */
  readonly name: string;
  readonly from: ArgumentPath;
  /** Value that is sent instead of the argument. Not sent if one of its arguments is missing. */
  readonly template?: TextTemplate;
  /** Whether the value is sent as JSON text (`content: application/json`), without style and explode. */
  readonly isJson?: true;
  /** Id of the renames in the value. */
  readonly renames?: string;
  /** Separators of nested lists, outermost first. */
  readonly itemSeparators?: readonly string[];
  /** Separator of the list itself, which becomes a string. Default: the separator of the style. */
  readonly listSeparator?: string;
}

/** @see https://spec.openapis.org/oas/v3.1.1.html#style-values */
export interface PathParameter extends Parameter {
  /** Whether reserved characters that are allowed in a segment are left unencoded. */
  readonly allowReserved?: true;
  /** Default: `simple`. */
  readonly style?: 'simple' | 'label' | 'matrix';
  /** Default: `false`. */
  readonly explode?: boolean;
}

/** @see https://spec.openapis.org/oas/v3.1.1.html#style-values */
export interface QueryParameter extends Parameter {
  /**
   * Default: `form`. `tabDelimited` is `tsv` in Swagger 2.0. With `whole`, the value is the whole query: an object with
   * its members, or a string (`in: querystring` in OpenAPI 3.2).
   */
  readonly style?: 'form' | 'spaceDelimited' | 'pipeDelimited' | 'tabDelimited' | 'deepObject' | 'whole';
  /** Default: `true` for `form`, otherwise `false`. */
  readonly explode?: boolean;
  /** Whether reserved characters are left unencoded, except those that would end the value. */
  readonly allowReserved?: true;
}

/** Header parameter, in the style `simple`. */
export interface HeaderParameter extends Parameter {
  /** Default: `false`. */
  readonly explode?: boolean;
}

export interface CookieParameter extends Parameter {
  /** Default: `form`. With `cookie` (OpenAPI 3.2), values are not percent-encoded. */
  readonly style?: 'form' | 'cookie';
  /** Default: `true`. */
  readonly explode?: boolean;
}

/** Body of a request. It is not sent without a value. */
export interface ForwardBody {
  /** Value of `Content-Type`; for multipart the boundary is added. */
  readonly mediaType: string;
  /**
   * `json`: JSON text. `form`: `application/x-www-form-urlencoded`. `multipart`: one part per property and per item of
   * a list. `lines`: each item of a list as JSON text on its own line. `json-seq`: the same, but each item follows a
   * record separator. `text`: a string unchanged (including XML), any other value as JSON text. `binary`: a {@link
   * FileArgument}.
   */
  readonly encoding: 'json' | 'form' | 'multipart' | 'lines' | 'json-seq' | 'text' | 'binary';
  readonly value: BodyValue;
  /** Id of the renames in the value. Not used with `members`, which have their own renames. */
  readonly renames?: string;
  /** Parts of a `form` or `multipart` body, by property name in the API. */
  readonly parts?: { readonly [name: string]: BodyPart };
  /** Parts of the first items of a `multipart` body that is a list. */
  readonly firstItems?: readonly BodyPart[];
  /** Parts of the list's other items. */
  readonly items?: BodyPart;
}

/**
 * JSON value with arguments. Members and items whose arguments are missing are omitted; so is any text with a missing
 * argument.
 */
export type JsonTemplate =
  | { readonly value: unknown }
  | { readonly argument: ArgumentPath }
  | { readonly template: TextTemplate }
  | { readonly members: { readonly [name: string]: JsonTemplate } }
  | { readonly items: readonly JsonTemplate[] };

/** Source of a body: one argument, a JSON value with arguments, or an object of several arguments. */
export type BodyValue =
  | { readonly from: ArgumentPath }
  | { readonly json: JsonTemplate }
  | {
      readonly members: readonly BodyMember[];
      /**
       * Whether all other root arguments that no parameter uses are also members. `id_body` is the member `id` if `id`
       * is another argument.
       */
      readonly hasRest?: true;
      /** Whether an empty object is sent without members. */
      readonly isRequired?: true;
    };

/** Property of a body that is a separate argument. */
export interface BodyMember {
  /** Name of the parameter in the API. */
  readonly name: string;
  readonly from: ArgumentPath;
  /** Value instead of the argument. Not sent if one of its arguments is missing. */
  readonly template?: TextTemplate;
  /** Id of the renames in the value. */
  readonly renames?: string;
}

/** Header of a multipart body part, in the style `simple`. */
export interface PartHeader extends HeaderParameter {
  /** Value if there is no argument. */
  readonly fixed?: string;
}

/** Encoding of a property of a form or multipart body. */
export interface BodyPart {
  /**
   * Media type of the part; multipart only. Default: the OpenAPI default for the type of the value (text, JSON,
   * octets).
   */
  readonly contentType?: string;
  /**
   * Multipart only: set if the value is a {@link FileArgument} or a list of these. Specifies the content of a plain
   * string.
   */
  readonly file?: 'base64' | 'text';
  /** `style` and `explode` as in a query; in multipart nothing is percent-encoded. Default: the OpenAPI default. */
  readonly style?: 'form' | 'spaceDelimited' | 'pipeDelimited' | 'tabDelimited' | 'deepObject';
  readonly explode?: boolean;
  /** Form only. */
  readonly allowReserved?: true;
  /** Separators of nested lists, outermost first. */
  readonly itemSeparators?: readonly string[];
  /** Multipart only: headers of the part. */
  readonly headers?: readonly PartHeader[];
  /** Form only: whether the value is sent as JSON text. */
  readonly isJson?: true;
}

/**
 * File argument: a string (Base64 in a `binary` body, otherwise see {@link BodyPart}), or an object with either `text`
 * or `base64`.
 */
export type FileArgument =
  | string
  | {
      readonly text?: string;
      readonly base64?: string;
      /** Default: the name of the property. */
      readonly fileName?: string;
      /** Default: `contentType` of the part, otherwise `application/octet-stream`. */
      readonly mediaType?: string;
    };

/**
 * Function that creates the result of a tool from the value of its API (`transform: ./trim.ts#trimPulls` in a
 * definition). The result is truncated and sent like an API response. An error that it throws becomes a tool error.
 *
 * @typeParam Value The value as described by the document, unchecked; large integers may be `bigint`s.
 * @typeParam Result Checked against the output schema of the tool, if the definition gives one.
 * @typeParam App Return value of `setup` of the server.
 */
export type ResponseTransform<Value = unknown, Result = AnyOutput, App = unknown> = (
  value: Value,
  context: HandlerContext<NoElicitations, App>,
) => ToolHandlerResult<Result> | Promise<ToolHandlerResult<Result>>;

/**
 * Handler that can call the API operation of its tool with `context.forward(input)`.
 *
 * @typeParam Added Members that the definition adds to the context, such as `fail`.
 */
export type ForwardingHandler<
  Input,
  Output,
  Elicitations extends object = NoElicitations,
  App = unknown,
  Added = unknown,
> = (
  input: Input,
  context: ForwardContext<Input, Output, Elicitations, App> & Added,
) => ReturnType<ToolHandler<Input, Output, Elicitations>>;

/** The context of a {@link ForwardingHandler}. */
export interface ForwardContext<
  Input,
  Output,
  Elicitations extends object = NoElicitations,
  App = unknown,
> extends HandlerContext<Elicitations, App> {
  /**
   * Calls the API.
   *
   * @returns The JSON value of the response, unchecked; `undefined` for an empty response; otherwise a result of the
   *   builders. In the value, an integer beyond ±(2^53 − 1) that a number cannot hold is a `bigint`, regardless of its
   *   declared type.
   * @throws ForwardError if the API cannot be called or returns an error; an error of `credentials` in
   *   `handlers/server.ts`.
   */
  forward(input: Input, options?: ForwardOptions): Promise<Output>;
}

/** Options of one API call. */
export interface ForwardOptions {
  /**
   * Additional headers, by name. They replace headers of the same name; `authorization` replaces all configured
   * credentials. Headers that the request itself determines (`Host`, `Cookie`, `Content-…`) cannot be set.
   */
  readonly headers?: { readonly [name: string]: string };
}
