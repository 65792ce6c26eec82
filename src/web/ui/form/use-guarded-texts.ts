import { useState } from 'react'
import { FailedRequest, hasStatus } from '../../api/failed-request.ts'

type Texts = Readonly<Record<string, string>>

/** A text that somebody else changed before one's own arrived. */
export interface TextConflict {
  readonly field: string
  readonly theirs: string
  readonly mine: string
}

/** The changed texts, and what their writer saw of them. */
type GuardedBody<T> = Partial<T> & { readonly basedOn: Partial<T> }

/**
 * Texts of a form that several people may have open. `present` are the saved ones, which change while the form is
 * open; what is typed stays. With what was saved when the typing began, the server can tell whether somebody else wrote
 * since.
 */
export function useGuardedTexts<T extends Texts>(present: T) {
  const [typed, setTyped] = useState<Texts>({})
  const [seen, setSeen] = useState<Texts>({})
  const values: T = { ...present, ...typed }
  const changed = Object.keys(typed).filter((field) => typed[field] !== present[field])
  const bodyOf = (given: Texts, known: Texts): GuardedBody<T> => {
    const basedOn = Object.fromEntries(Object.keys(given).map((field) => [field, known[field] ?? '']))
    // Both have fields of `present` only.
    return { ...given, basedOn } as GuardedBody<T>
  }
  return {
    values,
    isChanged: changed.length > 0,
    type: (field: keyof T & string, words: string) => {
      if (seen[field] === undefined) setSeen({ ...seen, [field]: present[field] ?? '' })
      setTyped({ ...typed, [field]: words })
    },
    /** The changed fields for the request, with what its writer saw. */
    body: () => bodyOf(Object.fromEntries(changed.map((field) => [field, typed[field] ?? ''])), seen),
    /** Of a refused request. */
    conflictsIn: (error: unknown): readonly TextConflict[] =>
      Object.entries(currentTexts(error)).flatMap(([field, theirs]) => {
        const mine = typed[field]
        return mine === undefined || mine === theirs || seen[field] === theirs ? [] : [{ field, theirs, mine }]
      }),
    /** Decides between two texts; null takes theirs. Returns the request that is left, or undefined if none is. */
    choose: ({ field, theirs }: TextConflict, words: string | null) => {
      const { [field]: _, ...others } = typed
      const given = words === null ? others : { ...others, [field]: words }
      const known = { ...seen, [field]: theirs }
      setTyped(given)
      setSeen(known)
      return Object.keys(given).length === 0 ? undefined : bodyOf(given, known)
    },
    clear: () => {
      setTyped({})
      setSeen({})
    },
  }
}

/** If a request was refused because somebody else had changed the same texts: what they are now, by field. */
export function currentTexts(error: unknown): Texts {
  if (!hasStatus(error, 409) || !(error instanceof FailedRequest)) return {}
  const { current } = error.fields
  if (typeof current !== 'object' || current === null) return {}
  return Object.fromEntries(
    Object.entries(current).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
