/** `everyone`: also guests on a share link. `members`: the project's own people only. */
export const noteVisibilities = ['everyone', 'members'] as const
export type NoteVisibility = (typeof noteVisibilities)[number]

/** Who reads: the project's people, or guests on a share link. */
export type NoteAudience = 'members' | 'guests'

/** The one place that decides what an audience sees; queries ask it for the rows they may read. */
export function visibilitiesFor(audience: NoteAudience): readonly NoteVisibility[] {
  return audience === 'guests' ? ['everyone'] : noteVisibilities
}
