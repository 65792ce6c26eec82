/**
 * A header that names a download in any script: ASCII for old programs and the exact name in UTF-8.
 * @see RFC 6266, RFC 8187
 */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
  const exact = fileName.toWellFormed()
  // Some browsers read a percent sign as an escape; a quote or backslash would end the string.
  const ascii = exact
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\u0020-\u007e]|["\\%;/]/g, '_')
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${extValue(exact)}`
}

function extValue(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
