/** A note's parsed text. It never contains markup, only these elements. */
export type NoteInline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly children: readonly NoteInline[] }
  | { readonly kind: 'link'; readonly href: string; readonly text: string }

export type NoteBlock =
  | { readonly kind: 'lines'; readonly children: readonly NoteInline[] }
  | {
      readonly kind: 'list'
      readonly ordered: boolean
      readonly start: number
      readonly items: readonly (readonly NoteInline[])[]
    }

const listLine = /^ {0,3}(?:[-*•]|(\d{1,4})[.)]) +(?=\S)/
/** Deeper nesting is shown as typed. */
const deepest = 4

/**
 * Parses **bold**, *italic* or _italic_, `code`, [links](https://…) and bare URLs, and lists with - or 1. at the start
 * of a line.
 */
export function parseNote(body: string): readonly NoteBlock[] {
  const blocks: NoteBlock[] = []
  let lines: string[] = []
  let list: { ordered: boolean; start: number; items: (readonly NoteInline[])[] } | undefined
  const endLines = () => {
    const text = lines.join('\n').replace(/^\n+|\n+$/g, '')
    if (text !== '') blocks.push({ kind: 'lines', children: parseInline(text) })
    lines = []
  }
  for (const line of body.split('\n')) {
    const mark = listLine.exec(line)
    if (!mark) {
      list = undefined
      lines.push(line)
      continue
    }
    const ordered = mark[1] !== undefined
    if (!list || list.ordered !== ordered) {
      endLines()
      list = { ordered, start: Number(mark[1] ?? 1), items: [] }
      blocks.push({ kind: 'list', ...list })
    }
    list.items.push(parseInline(line.slice(mark[0].length)))
  }
  endLines()
  return blocks
}

/** The text without formatting, for titles and markers. */
export function plainNote(body: string): string {
  if (!/[*_`[\]]|^ {0,3}[-•\d]/m.test(body)) return body
  return parseNote(body)
    .map((block) => (block.kind === 'list' ? block.items.map(wordsOf).join('\n') : wordsOf(block.children)))
    .join('\n')
}

function wordsOf(inlines: readonly NoteInline[]): string {
  return inlines.map((one) => ('children' in one ? wordsOf(one.children) : one.text)).join('')
}

const codePattern = /`([^`\n]+)`/y
const namedLink = /\[([^[\]\n]{1,200})\]\(([^()\s]{1,2000})\)/y
const bareLink = /https?:\/\/[^\s<>"`]*[^\s<>"'`.,;:!?)\]}*_]/iy
const marks = [
  { mark: '**', kind: 'strong' },
  { mark: '*', kind: 'emphasis' },
  { mark: '_', kind: 'emphasis' },
] as const

/** One pass from left to right; a mark without a counterpart is literal, and is searched for only once. */
function parseInline(body: string, depth = 0): readonly NoteInline[] {
  const found: NoteInline[] = []
  const alone = new Set<string>()
  let plain = ''
  let at = 0
  const take = (one: NoteInline, end: number) => {
    if (plain !== '') found.push({ kind: 'text', text: plain })
    plain = ''
    found.push(one)
    at = end
  }
  while (at < body.length) {
    const next = nextSign(body, at)
    plain += body.slice(at, next)
    at = next
    if (at === body.length) break
    const special = specialAt(body, at)
    if (special) {
      take(special.inline, special.end)
      continue
    }
    const opening =
      depth < deepest
        ? marks.find(({ mark }) => !alone.has(mark) && body.startsWith(mark, at) && opens(body, at, mark))
        : undefined
    const end = opening ? closingOf(body, at + opening.mark.length, opening.mark) : -1
    if (opening && end >= 0) {
      take(
        { kind: opening.kind, children: parseInline(body.slice(at + opening.mark.length, end), depth + 1) },
        end + opening.mark.length,
      )
      continue
    }
    if (opening) alone.add(opening.mark)
    // A double mark is one: its second character does not start something else.
    const step = body.startsWith('**', at) ? 2 : 1
    plain += body.slice(at, at + step)
    at += step
  }
  if (plain !== '') found.push({ kind: 'text', text: plain })
  return found
}

const signs = /[*_`[]|https?:\/\//gi

/** The position of the next special character; the end if there is none. */
function nextSign(text: string, at: number): number {
  signs.lastIndex = at
  return signs.exec(text)?.index ?? text.length
}

/** Elements without nested marks: code and links. */
function specialAt(body: string, at: number): { readonly inline: NoteInline; readonly end: number } | undefined {
  const letter = body[at]
  if (letter === '`') {
    const code = matchAt(codePattern, body, at)
    return code === null ? undefined : { inline: { kind: 'code', text: code[1] ?? '' }, end: at + code[0].length }
  }
  if (letter === '[') {
    const link = matchAt(namedLink, body, at)
    const href = safeHref(link?.[2] ?? '')
    return link && href !== undefined
      ? { inline: { kind: 'link', href, text: link[1] ?? '' }, end: at + link[0].length }
      : undefined
  }
  if (letter !== 'h' && letter !== 'H') return undefined
  const link = matchAt(bareLink, body, at)
  const href = safeHref(link?.[0] ?? '')
  return link && href !== undefined
    ? { inline: { kind: 'link', href, text: link[0] }, end: at + link[0].length }
    : undefined
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const safeAddress = /^(?:https?:\/\/[^\s/?#"'<>\\]|mailto:[^\s@"'<>]+@)[^\s"<>\\\p{Cc}]*$/iu

/** The URL if it is a web or mail address; nothing else becomes a link. */
export function safeHref(address: string): string | undefined {
  return safeAddress.test(address) ? address : undefined
}

/** A mark opens before a non-space, and not inside a word if it is an underscore or a multiplication sign. */
function opens(text: string, at: number, mark: string): boolean {
  const [before = ' ', after = ' '] = [text[at - 1], text[at + mark.length]]
  return !/\s/.test(after) && !after.startsWith(mark[0] ?? '') && !/[\p{L}\p{N}]/u.test(before)
}

function closingOf(text: string, from: number, mark: string): number {
  for (let at = text.indexOf(mark, from + 1); at >= 0; at = text.indexOf(mark, at + 1)) {
    const [before = ' ', after = ' '] = [text[at - 1], text[at + mark.length]]
    // The double star of bold text does not end italic text.
    if (mark === '*' && after === '*') {
      at += 1
      continue
    }
    if (!/\s/.test(before) && !/[\p{L}\p{N}]/u.test(after)) return at
  }
  return -1
}
