import type { ComponentType } from 'react'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { trackFilesPoint, trackPagePoints } from '#features/tracks/web/track-points.ts'
import { TrackSkeleton } from '#features/tracks/web/track/TrackSkeleton.tsx'
import { loadWith } from '#web/extension/extension-point.ts'
import { lazyPage, lazyPart } from '#web/ui/page/lazy-part.tsx'

interface ProjectSlotProps {
  readonly project: ProjectDetails
}

export interface TrackSlotProps extends ProjectSlotProps {
  readonly trackId: string
  readonly versionId?: string | undefined
  /** Where to start, in seconds. */
  readonly t?: number | undefined
}

export interface CompareSlotProps extends ProjectSlotProps {
  readonly trackId: string
  /** As the address has it. */
  readonly compare: string
}

export interface PresenceProps {
  /** Of the address, once it could be read. */
  readonly projectId: string | undefined
  readonly trackId: string | undefined
}

/** Where screens of further features stand. A place that is empty is not offered anywhere. */
export interface ScreenSlots {
  readonly TrackPage?: ComponentType<TrackSlotProps>
  readonly ComparePage?: ComponentType<CompareSlotProps>
  /** `TopBar` and `PageBody` of /mine. */
  readonly MyTasksPage?: ComponentType
  readonly PlayerBar?: ComponentType
  readonly Transfers?: ComponentType
  /** What was changed here and is not sent yet. */
  readonly Outbox?: ComponentType
  /** Who is here; shows nothing itself. */
  readonly Presence?: ComponentType<PresenceProps>
}

export const screenSlots: ScreenSlots = {
  TrackPage: lazyPage(() => loadWith(import('../project/TrackSlot.tsx'), trackPagePoints), <TrackSkeleton />),
  ComparePage: lazyPage(() => loadWith(import('../project/CompareSlot.tsx'), [trackFilesPoint]), <TrackSkeleton />),
  MyTasksPage: lazyPage(() => import('../account/MyTasksSlot.tsx')),
  PlayerBar: lazyPart(() => import('./PlayerSlot.tsx')),
  Transfers: lazyPart(() => import('./TransfersSlot.tsx')),
  Outbox: lazyPart(() => import('./OutboxSlot.tsx')),
  Presence: lazyPart(() => import('./PresenceSlot.tsx')),
}
