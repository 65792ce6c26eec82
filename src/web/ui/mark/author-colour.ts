/** One of the eight author tokens `--c-a1` … `--c-a8`. */
export type AuthorColour = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

const colours: readonly AuthorColour[] = [1, 2, 3, 4, 5, 6, 7, 8]

/** Colours follow the order of joining a project, from 0; the ninth person starts again at 1. */
export function authorColour(joined: number): AuthorColour {
  const place = ((Math.trunc(joined) % colours.length) + colours.length) % colours.length
  return colours[place] ?? 1
}

/** The token for a style; canvas code must resolve it. */
export function authorToken(colour: AuthorColour): `var(--c-a${AuthorColour})` {
  return `var(--c-a${colour})`
}

/** A member's colour everywhere in a project; `joinOrder` begins at 1. */
export function memberColour(joinOrder: number): AuthorColour {
  return authorColour(joinOrder - 1)
}
