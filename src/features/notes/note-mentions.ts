export interface Named {
  readonly userId: string
  readonly name: string
}

/** The people mentioned with an @, once each, including all who share a name; the longest matching name counts. */
export function mentionedIn(body: string, people: readonly Named[]): readonly Named[] {
  const found = splitAtMentions(body, people).flatMap(({ mentions }) => mentions)
  return [...new Map(found.map((one) => [one.userId, one])).values()]
}

export interface MentionPart {
  readonly text: string
  /** Several if people share the name. */
  readonly mentions: readonly Named[]
}

/** People by normalized name: lower case, in the same way on a server and a browser of any locale. */
export function byName<P>(people: readonly P[], nameOf: (person: P) => string): ReadonlyMap<string, readonly P[]> {
  return Map.groupBy(people, (one) => nameOf(one).toLowerCase())
}

/** Splits the text, marking mentions. Case-insensitive; an address such as a@b.c mentions nobody. */
export function splitAtMentions(body: string, people: readonly Named[]): readonly MentionPart[] {
  const named = byName(
    people.filter(({ name }) => name !== ''),
    ({ name }) => name,
  )
  if (named.size === 0) return [{ text: body, mentions: [] }]
  // Original spelling, because lower-casing İ adds a character.
  const names = [...named.values()].flatMap(([first]) => first?.name ?? []).sort((a, b) => b.length - a.length)
  const anyName = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}.@_-])@(?:${anyName})(?![\\p{L}\\p{N}])`, 'giu')
  const parts: MentionPart[] = []
  let end = 0
  for (const match of body.matchAll(pattern)) {
    if (match.index > end) parts.push({ text: body.slice(end, match.index), mentions: [] })
    parts.push({ text: match[0], mentions: named.get(match[0].slice(1).toLowerCase()) ?? [] })
    end = match.index + match[0].length
  }
  if (end < body.length) parts.push({ text: body.slice(end), mentions: [] })
  return parts
}
