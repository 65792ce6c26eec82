/**
 * Rows of cells as in RFC 4180, with any separator. A quote is special only at the start of a cell; an unclosed one is
 * literal.
 */
export function readSeparated(text: string, separator: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const { cell, end } = readCell(text, at, separator)
    row.push(cell)
    if (text[end] === separator) {
      at = end + 1
      if (at === text.length) row.push('')
      else continue
    }
    rows.push(row)
    row = []
    at = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1
  }
  return rows
}

export function writeSeparated(rows: readonly (readonly string[])[], separator: string): string {
  const quoted = (cell: string) =>
    cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  return rows.map((row) => `${row.map(quoted).join(separator)}\r\n`).join('')
}

function readCell(text: string, at: number, separator: string): { readonly cell: string; readonly end: number } {
  const quotedEnd = text[at] === '"' ? endOfQuoted(text, at + 1) : -1
  const from = quotedEnd === -1 ? at : quotedEnd + 1
  const end = endOfPlain(text, from, separator)
  return {
    cell:
      quotedEnd === -1
        ? text.slice(at, end)
        : text.slice(at + 1, quotedEnd).replaceAll('""', '"') + text.slice(from, end),
    end,
  }
}

function endOfPlain(text: string, from: number, separator: string): number {
  let end = from
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++
  return end
}

function endOfQuoted(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 2))
    if (text[end + 1] !== '"') return end
  return -1
}
