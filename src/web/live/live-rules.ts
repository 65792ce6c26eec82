import type { QueryKey } from '@tanstack/react-query'
import type { StreamEvent, StreamName } from '#shared/events.ts'

/** Which queries an event makes stale. A key matches every key that begins with it. */
export interface LiveRules {
  /** By the noun in the event's kind: `track` for `track.added`. */
  readonly nouns: Readonly<Record<string, (event: StreamEvent) => readonly QueryKey[]>>
  /** What every event makes stale, for example a history. */
  readonly every?: (event: StreamEvent) => readonly QueryKey[]
  /** All of this feature's queries that depend on the stream. */
  readonly all: (stream: StreamName) => readonly QueryKey[]
}

/** Merges the features' rules. An event of an unknown kind makes everything of its stream stale. */
export function joinRules(rules: readonly LiveRules[]): {
  readonly staleBy: (event: StreamEvent) => readonly QueryKey[]
  readonly allOf: (stream: StreamName) => readonly QueryKey[]
} {
  const allOf = (stream: StreamName) => rules.flatMap(({ all }) => all(stream))
  const staleBy = (event: StreamEvent) => {
    const noun = event.kind.split('.', 1)[0] ?? ''
    const matching = rules.filter(({ nouns }) => nouns[noun] !== undefined)
    if (matching.length === 0) return allOf(event.stream)
    return [
      ...matching.flatMap(({ nouns }) => nouns[noun]?.(event) ?? []),
      ...rules.flatMap(({ every }) => every?.(event) ?? []),
    ]
  }
  return { staleBy, allOf }
}

/** The id in `project:…`; undefined for other streams. */
export function projectOf(stream: StreamName): string | undefined {
  return stream.startsWith('project:') ? stream.slice('project:'.length) : undefined
}
