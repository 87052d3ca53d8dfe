import type { SourceLocation } from '../diagnostics/diagnostic.js';
import type { Located } from './api-document.js';

/** An operation of a document as it stands there. */
export interface ApiOperation {
  /** In lower case. */
  readonly method: string;
  /** Path template. */
  readonly path: string;
  /** The operation object, references at its root followed. */
  readonly operation: Located;
  readonly pathItem: Located;
  /** Where the method stands: what is wrong with the operation as a whole is said here. */
  readonly location: SourceLocation;
}

/** A parameter in the words of OpenAPI 3, whatever the version of the document. */
export interface ApiParameter {
  readonly name: string;
  readonly place: 'path' | 'query' | 'header' | 'cookie' | 'querystring';
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  readonly description?: string;
  readonly schema?: Located;
  /** Sent as JSON text. */
  readonly isJson: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowsReserved: boolean;
  readonly location: SourceLocation;
}

/** A media type and what is sent as it. */
export interface ApiContent {
  readonly mediaType: string;
  readonly schema?: Located;
  /** The `encoding` object of forms. */
  readonly encoding?: Located;
}

/** The body of a request. */
export interface ApiBody {
  readonly isRequired: boolean;
  readonly description?: string;
  /** In the order of the document. */
  readonly contents: readonly ApiContent[];
  readonly location: SourceLocation;
}

/** One answer that an operation may give. */
export interface ApiResponse {
  /** Such as `200`, `2XX` or `default`. */
  readonly status: string;
  /** Empty: the answer has no body. */
  readonly contents: readonly ApiContent[];
}
