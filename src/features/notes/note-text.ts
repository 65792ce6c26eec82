/** A note's words as they are drawn: no markup ever leaves here, only these. */
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
/** Deeper nesting is drawn as it was typed. */
const deepest = 4

/**
 * **bold**, *italic* or _italic_, `code`, [links](https://…) and bare ones, lists by - or 1. at the line's beginning.
 */
export function parseNote(body: string): readonly NoteBlock[] {
  const blocks: NoteBlock[] = []
  let lines: string[] = []
  let list: { ordered: boolean; start: number; items: (readonly NoteInline[])[] } | undefined
  const endLines = () => {
    const words = lines.join('\n').replace(/^\n+|\n+$/g, '')
    if (words !== '') blocks.push({ kind: 'lines', children: parseInline(words) })
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

/** The words alone, for titles and bars. */
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

/** One pass from left to right; a mark without its partner stays a letter, and is looked for once only. */
function parseInline(words: string, depth = 0): readonly NoteInline[] {
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
  while (at < words.length) {
    const next = nextSign(words, at)
    plain += words.slice(at, next)
    at = next
    if (at === words.length) break
    const special = specialAt(words, at)
    if (special) {
      take(special.inline, special.end)
      continue
    }
    const opening =
      depth < deepest
        ? marks.find(({ mark }) => !alone.has(mark) && words.startsWith(mark, at) && opens(words, at, mark))
        : undefined
    const end = opening ? closingOf(words, at + opening.mark.length, opening.mark) : -1
    if (opening && end >= 0) {
      take(
        { kind: opening.kind, children: parseInline(words.slice(at + opening.mark.length, end), depth + 1) },
        end + opening.mark.length,
      )
      continue
    }
    if (opening) alone.add(opening.mark)
    // Two of them belong together: the second is not the beginning of something else.
    const step = words.startsWith('**', at) ? 2 : 1
    plain += words.slice(at, at + step)
    at += step
  }
  if (plain !== '') found.push({ kind: 'text', text: plain })
  return found
}

const signs = /[*_`[]|https?:\/\//gi

/** Where the next sign is that may mean something; the end where there is none. */
function nextSign(words: string, at: number): number {
  signs.lastIndex = at
  return signs.exec(words)?.index ?? words.length
}

/** What holds no further marks: code, and links. */
function specialAt(words: string, at: number): { readonly inline: NoteInline; readonly end: number } | undefined {
  const letter = words[at]
  if (letter === '`') {
    const code = matchAt(codePattern, words, at)
    return code === null ? undefined : { inline: { kind: 'code', text: code[1] ?? '' }, end: at + code[0].length }
  }
  if (letter === '[') {
    const link = matchAt(namedLink, words, at)
    const href = safeHref(link?.[2] ?? '')
    return link && href !== undefined
      ? { inline: { kind: 'link', href, text: link[1] ?? '' }, end: at + link[0].length }
      : undefined
  }
  if (letter !== 'h' && letter !== 'H') return undefined
  const link = matchAt(bareLink, words, at)
  const href = safeHref(link?.[0] ?? '')
  return link && href !== undefined
    ? { inline: { kind: 'link', href, text: link[0] }, end: at + link[0].length }
    : undefined
}

function matchAt(pattern: RegExp, words: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(words)
}

const safeAddress = /^(?:https?:\/\/[^\s/?#"'<>\\]|mailto:[^\s@"'<>]+@)[^\s"<>\\\p{Cc}]*$/iu

/** The address where it is plainly one of the web or of mail, from its first letter; nothing else is ever pressed. */
export function safeHref(address: string): string | undefined {
  return safeAddress.test(address) ? address : undefined
}

/** A mark opens before a letter, and not within a word where it is an underscore or multiplies. */
function opens(words: string, at: number, mark: string): boolean {
  const [before = ' ', after = ' '] = [words[at - 1], words[at + mark.length]]
  return !/\s/.test(after) && !after.startsWith(mark[0] ?? '') && !/[\p{L}\p{N}]/u.test(before)
}

function closingOf(words: string, from: number, mark: string): number {
  for (let at = words.indexOf(mark, from + 1); at >= 0; at = words.indexOf(mark, at + 1)) {
    const [before = ' ', after = ' '] = [words[at - 1], words[at + mark.length]]
    // The two stars of a bold word do not end an italic one.
    if (mark === '*' && after === '*') {
      at += 1
      continue
    }
    if (!/\s/.test(before) && !/[\p{L}\p{N}]/u.test(after)) return at
  }
  return -1
}
