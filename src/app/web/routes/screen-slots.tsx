import type { ComponentType } from 'react'
import { TasksSkeleton } from '#features/tasks/web/TasksSkeleton.tsx'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import {
  projectHeadPoint,
  trackFilesPoint,
  trackPagePoints,
  tracksTabPoints,
} from '#features/tracks/web/track-points.ts'
import { TrackSkeleton } from '#features/tracks/web/TrackSkeleton.tsx'
import { TracksSkeleton } from '#features/tracks/web/TracksSkeleton.tsx'
import { loadWith } from '#web/extension/extension-point.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { latePanel, lateSlot } from './late-slot.tsx'

export interface ProjectSlotProps {
  readonly project: ProjectDetails
}

export interface TrackPageProps extends ProjectSlotProps {
  readonly trackId: string
  readonly versionId?: string | undefined
  /** Where to start, in seconds. */
  readonly t?: number | undefined
}

export interface ComparePageProps extends ProjectSlotProps {
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
  /** Panels of a project's tabs. */
  readonly TracksTab?: ComponentType<ProjectSlotProps>
  readonly TasksTab?: ComponentType<ProjectSlotProps>
  /** Buttons of a project's head: Play all, Upload. */
  readonly ProjectActions?: ComponentType<ProjectSlotProps>
  readonly TrackPage?: ComponentType<TrackPageProps>
  readonly ComparePage?: ComponentType<ComparePageProps>
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
  TracksTab: latePanel(
    () => loadWith(import('#features/tracks/web/TracksTab.tsx'), tracksTabPoints),
    <TracksSkeleton />,
  ),
  TasksTab: latePanel(() => loadWith(import('./TasksSlot.tsx'), [trackFilesPoint]), <TasksSkeleton />),
  ProjectActions: lazyPart(() => loadWith(import('#features/tracks/web/ProjectActions.tsx'), [projectHeadPoint])),
  TrackPage: lateSlot(() => loadWith(import('./TrackSlot.tsx'), trackPagePoints), <TrackSkeleton />),
  ComparePage: lateSlot(() => loadWith(import('./CompareSlot.tsx'), [trackFilesPoint]), <TrackSkeleton />),
  MyTasksPage: lateSlot(() => import('./MyTasksSlot.tsx')),
  PlayerBar: lazyPart(() => import('./PlayerSlot.tsx')),
  Transfers: lazyPart(() => import('./TransfersSlot.tsx')),
  Outbox: lazyPart(() => import('./OutboxSlot.tsx')),
  Presence: lazyPart(() => import('./PresenceSlot.tsx')),
}
