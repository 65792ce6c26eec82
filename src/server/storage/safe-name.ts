const MOST_BYTES = 200
const MOST_EXTENSION_BYTES = 16
/** Device names that Windows reserves, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i
/**
 * Separators, characters that Windows forbids, control characters, and invisible ones that change text direction or
 * hide.
 */
const UNSAFE =
  // oxlint-disable-next-line no-control-regex
  /[/\\:*?"<>|\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]/g
const FALLBACK = 'file'

/**
 * A file name that is safe on any file system and still readable: any script, normalized, without separators, control
 * characters, reserved names and leading dots, at most 200 bytes of UTF-8, with its extension.
 */
export function safeName(original: string): string {
  const plain = original.toWellFormed().normalize('NFC').replace(UNSAFE, '_').replace(/\s+/g, ' ').trim()
  const visible = plain.replace(/^[. ]+/, '').replace(/[. ]+$/, '')
  const named = RESERVED.test(visible) ? `_${visible}` : visible
  return shortened(named === '' ? FALLBACK : named)
}

/**
 * The name that the user gave a file: the last segment of the path that some browsers send, without control characters.
 */
export function givenName(original: string): string {
  // oxlint-disable-next-line no-control-regex
  const unseen = /[\u0000-\u001f\u007f-\u009f\u061c\u2028-\u202e\u2066-\u2069]/g
  const name = original.toWellFormed().split(/[/\\]/).pop()?.replace(unseen, '').trim() ?? ''
  return name === '' || /^\.+$/.test(name) ? FALLBACK : [...name].slice(0, 255).join('')
}

/** The extension with its dot, in lower case; empty if there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 ? name.slice(dot) : ''
  return /^\.[\p{L}\p{N}]+$/u.test(extension) && Buffer.byteLength(extension) <= MOST_EXTENSION_BYTES
    ? extension.toLowerCase()
    : ''
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MOST_BYTES) return name
  const extension = extensionOf(name) === '' ? '' : name.slice(name.lastIndexOf('.'))
  let stem = ''
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(
    name.slice(0, name.length - extension.length),
  )) {
    if (Buffer.byteLength(stem + segment + extension) > MOST_BYTES) break
    stem += segment
  }
  const kept = stem.replace(/[. ]+$/, '')
  return kept === '' ? `${FALLBACK}${extension}` : kept + extension
}
