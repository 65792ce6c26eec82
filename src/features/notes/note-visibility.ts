/** `everyone`: including guests of share links. `members`: only members of the project. */
export const noteVisibilities = ['everyone', 'members'] as const
export type NoteVisibility = (typeof noteVisibilities)[number]

/** The reader: a member of the project, or a guest of a share link. */
export type NoteAudience = 'members' | 'guests'

/** The one place that decides what an audience may see; queries filter rows by it. */
export function visibilitiesFor(audience: NoteAudience): readonly NoteVisibility[] {
  return audience === 'guests' ? ['everyone'] : noteVisibilities
}
