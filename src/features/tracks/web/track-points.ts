import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Seconds } from '#shared/units.ts'
import { definePoint } from '#web/extension/extension-point.ts'
import type { PageKey } from '#web/ui/keys/page-keys.ts'
import type { MenuAction, MenuEntry } from '#web/ui/menu/menu-entries.ts'
import type { TrashItem } from '../trash.contract.ts'
import type { ProjectDetails, Track, TrackVersion } from '../tracks.contract.ts'
import type { ListedTrack } from './list/track-list.ts'
import type { TrackMarks } from './stage/track-marks.ts'

/** The subject of a menu. */
export interface TrackMenuPlace {
  readonly track: Track
  /** Newest first. */
  readonly versions: readonly TrackVersion[]
}

/**
 * What a feature adds to the menus of a project's tracks and their versions, below "Open" and above the common entries.
 */
export interface TrackMenuAddition {
  /** `version` is the visible version of the track, or the current one. */
  readonly ofTrack?: (place: TrackMenuPlace & { readonly version: TrackVersion | undefined }) => readonly MenuEntry[]
  readonly ofVersion?: (place: TrackMenuPlace & { readonly version: TrackVersion }) => readonly MenuEntry[]
  /**
   * For the menu that chooses the version on the page; `version` is visible now. `labelOf` gives other versions the
   * names used in that menu.
   */
  readonly ofChoice?: (
    place: TrackMenuPlace & {
      readonly version: TrackVersion
      readonly labelOf: (version: TrackVersion) => string
    },
  ) => readonly MenuEntry[]
}

export const trackMenuPoint = definePoint<ProjectDetails, TrackMenuAddition>()

/** A filter for a list of tracks; offered if any track matches. */
export interface TrackFilter {
  /** Unique among all. */
  readonly id: string
  readonly icon: LucideIcon
  /** On the button that enables it. */
  readonly offer: string
  /** While it is active. */
  readonly label: string
  /** If no track matches. */
  readonly none: string
  readonly trackIds: ReadonlySet<string>
}

/** A file on its way to a project. The list re-renders when one comes or goes, not as it progresses. */
export interface TrackArrival {
  readonly id: string
  /** Undefined if the file makes a new track. */
  readonly trackId: string | undefined
  readonly title: string
  readonly bar: ReactNode
  readonly words: ReactNode
}

/** What a feature adds to the rows of a project's tracks, and above them. */
export interface TrackListAddition {
  /** After a track's title. */
  readonly besideTitle?: (listed: ListedTrack) => ReactNode
  /** After its status. */
  readonly besideStatus?: (listed: ListedTrack) => ReactNode
  readonly filter?: TrackFilter
  readonly arrivals?: readonly TrackArrival[]
}

export const trackListPoint = definePoint<ProjectDetails, TrackListAddition>()

/** Another way to show a project's tracks than its list. */
export interface TrackViewAddition {
  /** In the URL: one of `projectViews` in src/app/web/routes/project/home-search.ts. */
  readonly name: 'sheet'
  readonly label: string
  readonly icon: LucideIcon
  /** With the control that leads to the other views. */
  readonly content: (switcher: ReactNode) => ReactNode
}

export const trackViewPoint = definePoint<ProjectDetails, TrackViewAddition>()

/** Upload and download in a project; undefined for people who may not. */
export interface TrackFiles {
  /** Opens the file picker, or uploads the given files: to one track, or to any. */
  readonly onUpload: ((trackId?: string, files?: readonly File[]) => void) | undefined
  readonly onDownload: ((track: Track, version: TrackVersion) => void) | undefined
}

/** Filled by one feature: all drop areas and upload buttons use it. */
export const trackFilesPoint = definePoint<ProjectDetails, TrackFiles>()

export function useTrackFiles(project: ProjectDetails): TrackFiles {
  return trackFilesPoint.useParts(project)[0] ?? { onUpload: undefined, onDownload: undefined }
}

/** A tab of the panel beside the wave. */
export interface TrackPanelTab {
  /** Unique among all. */
  readonly name: string
  readonly label: string
  /** Not shown if 0. */
  readonly count: number
  readonly content: ReactNode
  /** Before versions and findings; other tabs come after them. */
  readonly isFirst?: boolean
}

/** The state of a track's page. */
export interface TrackPagePlace {
  readonly project: ProjectDetails
  readonly trackId: string
  /** Undefined if there is no such track. */
  readonly listed: ListedTrack | undefined
  /** Undefined if there is none. */
  readonly version: TrackVersion | undefined
  /** From the URL; links keep it. */
  readonly versionId: string | undefined
  /** From the URL, or held; undefined while the page follows the current one. */
  readonly askedId: string | undefined
  /** Shows a tab of the panel. */
  readonly onShow: (panel: string) => void
  /** Selects a tab, and leaves the height of a phone's sheet unchanged. */
  readonly onPanel: (panel: string) => void
  /** While held, the page stays on this version, whatever arrives. */
  readonly onHold: (holds: boolean) => void
}

/** What a feature adds to a track's page. */
export interface TrackPageAddition {
  readonly keys?: readonly PageKey[]
  /** In the top bar, before the track's menu. */
  readonly topBar?: ReactNode
  readonly panel?: TrackPanelTab | undefined
  /** Marks above the wave and on it, and how to add one; from one feature. */
  readonly marks?: TrackMarks | undefined
  readonly belowWave?: ReactNode
  /** Actions on a range of the wave. */
  readonly ofRange?: ((range: { readonly from: Seconds; readonly to: Seconds }) => readonly MenuAction[]) | undefined
  /** Dialogs over the page. */
  readonly dialog?: ReactNode
}

export const trackPagePoint = definePoint<TrackPagePlace, TrackPageAddition>()

/** Beside a project's name, after "Play all". */
export interface ProjectHeadAddition {
  readonly content?: ReactNode
}

export const projectHeadPoint = definePoint<ProjectDetails, ProjectHeadAddition>()

/** An action on the selected tracks of a list. */
export interface SelectionAction extends Pick<MenuAction, 'label' | 'onSelect'> {
  readonly icon: LucideIcon
  /** Why it cannot be done with these tracks; undefined if it can. */
  readonly refusal?: string | undefined
}

/** What a feature adds to the bar of actions on the selected tracks of a list. */
export interface TrackSelectionAddition {
  /** In album order; archived tracks are never among them. */
  readonly actionsOf?: (selected: readonly ListedTrack[]) => readonly SelectionAction[]
}

/** Loaded with the bar. */
export const trackSelectionPoint = definePoint<ProjectDetails, TrackSelectionAddition>()

/** How a later feature's things in the trash come back, or go for good. */
export interface TrashKind {
  readonly kind: TrashItem['kind']
  readonly icon: LucideIcon
  readonly restore: (item: TrashItem) => Promise<unknown>
  readonly erase: (item: TrashItem) => Promise<unknown>
}

export const trashKindPoint = definePoint<undefined, TrashKind>()

/** All additions to the list of tracks and to a track's page; loaded with them. */
export const tracksTabPoints = [trackListPoint, trackViewPoint, trackMenuPoint, trackFilesPoint]
export const trackPagePoints = [trackPagePoint, trackMenuPoint, trackFilesPoint]
