import { textOfUtf16, textOfUtf8, textOfWindows } from './text-bytes.ts'

/** Represents a line break in formats with one line per marker; a separate bar gets one more. */
const BREAK = ' | '
const LONE_BARS = /(^| )(\|+)(?= |$)/g

/** Encodes line breaks so that the text fits on one line; `asLines` decodes it. */
export function onOneLine(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(LONE_BARS, '$1|$2'))
    .join(BREAK)
}

export function asLines(text: string): string {
  return text
    .split(BREAK)
    .map((line) =>
      line.replace(LONE_BARS, (bars, space: string, run: string) =>
        run.length > 1 ? `${space}${run.slice(1)}` : bars,
      ),
    )
    .join('\n')
}

/** A short name for marker lists: the beginning of the first line. `isWhole` is false if text was left out. */
export function markerTitle(text: string, most = 60): { readonly title: string; readonly isWhole: boolean } {
  const line = text.split('\n', 1)[0]?.trim() ?? ''
  const title =
    line.length > most
      ? `${[...line]
          .slice(0, most - 1)
          .join('')
          .trimEnd()}…`
      : line
  return { title, isWhole: title === text }
}

/** Joins a name and a description into one text, without a name that only repeats the description's beginning. */
export function wholeText(title: string, description: string): string {
  const [name, body] = [title.trim(), description.trim()]
  if (body === '' || name === '') return name || body
  const beginning = name.endsWith('…') ? name.slice(0, -1).trimEnd() : name
  return body.startsWith(beginning) ? body : `${name}\n${body}`
}

/** Decodes UTF-8, UTF-16 with a byte order mark, or otherwise Windows Latin-1, as older programs write. */
export function textOfBytes(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return textOfUtf16(bytes.subarray(2), true)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return textOfUtf16(bytes.subarray(2), false)
  return textOfUtf8(bytes) ?? textOfWindows(bytes)
}

/** Prefixes a cell that a spreadsheet would run as a formula with an apostrophe; `unguarded` removes it. */
export function guarded(cell: string): string {
  return /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
}

export function unguarded(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}
