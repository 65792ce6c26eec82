export interface Named {
  readonly userId: string
  readonly name: string
}

/** Who of these people is named after an @, once each; the longest name counts where one begins another. */
export function mentionedIn(body: string, people: readonly Named[]): readonly Named[] {
  const found = splitAtMentions(body, people).flatMap(({ mention }) => mention ?? [])
  return [...new Map(found.map((one) => [one.userId, one])).values()]
}

export interface MentionPart {
  readonly text: string
  readonly mention?: Named
}

/** The text in pieces, with those that name somebody marked. Letter case does not matter; an address as a@b.c names nobody. */
export function splitAtMentions(body: string, people: readonly Named[]): readonly MentionPart[] {
  if (people.length === 0) return [{ text: body }]
  const byName = new Map(people.map((one) => [one.name.toLocaleLowerCase(), one]))
  const names = [...byName.keys()].filter((name) => name !== '').sort((a, b) => b.length - a.length)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}.@_-])@(?:${names.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  const parts: MentionPart[] = []
  let end = 0
  for (const match of body.matchAll(pattern)) {
    if (match.index > end) parts.push({ text: body.slice(end, match.index) })
    const mention = byName.get(match[0].slice(1).toLocaleLowerCase())
    parts.push({ text: match[0], ...(mention && { mention }) })
    end = match.index + match[0].length
  }
  if (end < body.length) parts.push({ text: body.slice(end) })
  return parts
}
