/** Whether a text is Base64 with padding; white space does not count. @see https://www.rfc-editor.org/rfc/rfc4648#section-4 */
export function isBase64(text: string): boolean {
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/u.test(text.replace(/\s/gu, ''));
}
