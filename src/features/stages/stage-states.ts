/** How far one stage of one track is, in the order of the keys 1 to 4. Apart from the contract: pages load it. */
export const stageStates = ['not-started', 'in-work', 'done', 'not-needed'] as const
export type StageState = (typeof stageStates)[number]

/** What a new sheet offers to begin with. */
export const usualStages = ['Drums', 'Bass', 'Vocals', 'Edit', 'Mix', 'Master'] as const

/** More would be a sheet that nobody can read. */
export const MOST_STAGES = 40
