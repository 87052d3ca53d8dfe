const gzipCoding = /(?:^|,)[ \t]*(?:x-)?gzip[ \t]*(?:;[ \t]*q=([\d.]+)[ \t]*)?(?=,|$)/giu;
/**
 * Whether a client takes answers that are compressed with gzip. Only one that names it does, and gives it a weight above 0.
 *
 * @param accepted What it says in `Accept-Encoding`.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */
export function acceptsGzip(accepted = '') {
    const weights = [...accepted.matchAll(gzipCoding)].map(([, weight = '1']) => Number(weight));
    return weights.length > 0 && weights.every((weight) => weight > 0);
}
