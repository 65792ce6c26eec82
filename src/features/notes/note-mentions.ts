export interface Named {
  readonly userId: string
  readonly name: string
}

/**
 * Who of these people is named after an @, once each, and all who share a name; the longest counts where one begins
 * another.
 */
export function mentionedIn(body: string, people: readonly Named[]): readonly Named[] {
  const found = splitAtMentions(body, people).flatMap(({ mentions }) => mentions)
  return [...new Map(found.map((one) => [one.userId, one])).values()]
}

export interface MentionPart {
  readonly text: string
  /** Several where people share the name. */
  readonly mentions: readonly Named[]
}

/**
 * People by their names as they are compared: in one letter case, the same for a server and a browser of any language.
 */
export function byName<P>(people: readonly P[], nameOf: (person: P) => string): ReadonlyMap<string, readonly P[]> {
  return Map.groupBy(people, (one) => nameOf(one).toLowerCase())
}

/**
 * The text in pieces, with those that name somebody marked. Letter case does not matter; an address as a@b.c names
 * nobody.
 */
export function splitAtMentions(body: string, people: readonly Named[]): readonly MentionPart[] {
  const named = byName(
    people.filter(({ name }) => name !== ''),
    ({ name }) => name,
  )
  if (named.size === 0) return [{ text: body, mentions: [] }]
  // As they are written: the dot of a lowered İ is a letter more.
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
