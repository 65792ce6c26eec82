import type { ComponentType } from 'react'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { trackFilesPoint, trackPagePoints } from '#features/tracks/web/track-points.ts'
import { TrackSkeleton } from '#features/tracks/web/track/TrackSkeleton.tsx'
import { loadWith } from '#web/extension/extension-point.ts'
import { lazyPage, lazyPart, type LazyComponent } from '#web/ui/page/lazy-part.tsx'

interface ProjectSlotProps {
  readonly project: ProjectDetails
}

export interface TrackSlotProps extends ProjectSlotProps {
  readonly trackId: string
  readonly versionId?: string | undefined
  /** Start position in seconds. */
  readonly t?: number | undefined
}

export interface CompareSlotProps extends ProjectSlotProps {
  readonly trackId: string
  /** The raw search parameter. */
  readonly compare: string
}

export interface PresenceProps {
  /** From the URL, once the project has loaded. */
  readonly projectId: string | undefined
  readonly trackId: string | undefined
}

/** Slots for screens of other features. Empty slots are not offered anywhere. */
export interface ScreenSlots {
  readonly TrackPage?: LazyComponent<TrackSlotProps>
  readonly ComparePage?: ComponentType<CompareSlotProps>
  /** `TopBar` and `PageBody` of /mine. */
  readonly MyTasksPage?: ComponentType
  readonly PlayerBar?: ComponentType
  readonly Transfers?: ComponentType
  /** Changes made here that have not been sent. */
  readonly Outbox?: ComponentType
  /** Presence; renders nothing. */
  readonly Presence?: ComponentType<PresenceProps>
}

/** Below the wave from the start. */
const stageLane = {
  load: async () => (await import('#features/tracks/web/stage/TrackStage.tsx')).StageLane.load(),
}

export const screenSlots: ScreenSlots = {
  TrackPage: lazyPage(
    () => loadWith(import('../project/TrackSlot.tsx'), [...trackPagePoints, stageLane]),
    <TrackSkeleton />,
  ),
  ComparePage: lazyPage(() => loadWith(import('../project/CompareSlot.tsx'), [trackFilesPoint]), <TrackSkeleton />),
  MyTasksPage: lazyPage(() => import('../account/MyTasksSlot.tsx')),
  PlayerBar: lazyPart(() => import('./PlayerSlot.tsx')),
  Transfers: lazyPart(() => import('./TransfersSlot.tsx')),
  Outbox: lazyPart(() => import('./OutboxSlot.tsx')),
  Presence: lazyPart(() => import('./PresenceSlot.tsx')),
}
