import { authorColour, type AuthorColour } from '#web/ui/author-colour.ts'

/** A member's colour everywhere in a project; joining is counted from 1. */
export function memberColour(joinOrder: number): AuthorColour {
  return authorColour(joinOrder - 1)
}
