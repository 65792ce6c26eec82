import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { keepUnsent, readUnsent } from '#web/api/unsent-words.ts'
import { isTaskState } from '../../task-choices.ts'
import type { TaskDraft } from './new-task.ts'

/** A new task as it was left. */
export interface KeptTaskDraft {
  readonly title: string
  /** Its column, track and range. */
  readonly draft: TaskDraft
  /** Left by going elsewhere, not by Escape: it opens again with its list. */
  readonly isOpen: boolean
}

/** One draft for a project's board and list, and one beside each track's wave. */
export type DraftPlace = Readonly<{ project: Pick<ProjectDetails, 'id' | 'tracks'>; trackId?: string | undefined }>

export function readTaskDraft(place: DraftPlace): KeptTaskDraft | undefined {
  try {
    const kept: unknown = JSON.parse(readUnsent(keyOf(place)) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('title' in kept) || typeof kept.title !== 'string')
      return undefined
    return {
      title: kept.title,
      draft: 'draft' in kept ? draftOf(kept.draft, place) : {},
      isOpen: 'isOpen' in kept && kept.isOpen === true,
    }
  } catch {
    return undefined
  }
}

/** A draft without words is not worth keeping. */
export function keepTaskDraft(place: DraftPlace, kept: KeptTaskDraft | undefined): void {
  keepUnsent(keyOf(place), kept && kept.title.trim() !== '' ? JSON.stringify(kept) : undefined)
}

/** What opens again with the list. */
export function reopenedDraft(place: DraftPlace): TaskDraft | null {
  const kept = readTaskDraft(place)
  return kept?.isOpen ? kept.draft : null
}

function keyOf({ project: { id }, trackId }: DraftPlace): string {
  return trackId === undefined ? `task.${id}` : `task.${id}.${trackId}`
}

/** The track may be gone since. */
function draftOf(kept: unknown, { project }: DraftPlace): TaskDraft {
  if (typeof kept !== 'object' || kept === null) return {}
  const fields: Readonly<Record<string, unknown>> = { ...kept }
  const { state, trackId, fromSeconds, toSeconds, assigneeId } = fields
  const hasTrack = project.tracks.some(({ id }) => id === trackId)
  return {
    ...(isTaskState(state) && { state }),
    ...(typeof assigneeId === 'string' && { assigneeId }),
    ...(hasTrack && typeof trackId === 'string' && { trackId }),
    ...(hasTrack && typeof fromSeconds === 'number' && { fromSeconds }),
    ...(hasTrack && typeof fromSeconds === 'number' && typeof toSeconds === 'number' && { toSeconds }),
  }
}
