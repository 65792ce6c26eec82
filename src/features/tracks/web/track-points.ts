import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Seconds } from '#shared/units.ts'
import { definePoint } from '#web/extension/extension-point.ts'
import type { PageKey } from '#web/ui/keys/page-keys.ts'
import type { MenuAction, MenuEntry } from '#web/ui/menu/menu-entries.ts'
import type { ProjectDetails, Track, TrackVersion } from '../tracks.contract.ts'
import type { ListedTrack } from './list/track-list.ts'
import type { TrackMarks } from './stage/track-marks.ts'

/** What a menu is about. */
export interface TrackMenuPlace {
  readonly track: Track
  /** Newest first. */
  readonly versions: readonly TrackVersion[]
}

/** In the menus of a project’s tracks and their versions, below “Open” and above what everybody does with them. */
export interface TrackMenuAddition {
  /** `version` is the one that is shown of the track, or the current one. */
  readonly ofTrack?: (place: TrackMenuPlace & { readonly version: TrackVersion | undefined }) => readonly MenuEntry[]
  readonly ofVersion?: (place: TrackMenuPlace & { readonly version: TrackVersion }) => readonly MenuEntry[]
  /**
   * Where one chooses which version the page shows; `version` is shown now. `labelOf` names others as that menu does.
   */
  readonly ofChoice?: (
    place: TrackMenuPlace & {
      readonly version: TrackVersion
      readonly labelOf: (version: TrackVersion) => string
    },
  ) => readonly MenuEntry[]
}

export const trackMenuPoint = definePoint<ProjectDetails, TrackMenuAddition>()

/** Narrows a list to some of its tracks; offered as soon as there are any. */
export interface TrackFilter {
  /** Of its own among all. */
  readonly id: string
  readonly icon: LucideIcon
  /** On the button that switches it on. */
  readonly offer: string
  /** While it is on. */
  readonly label: string
  /** When nothing is left. */
  readonly none: string
  readonly trackIds: ReadonlySet<string>
}

/** In the rows of a project’s tracks, and above them. */
export interface TrackListAddition {
  /** After a track’s title. */
  readonly besideTitle?: (listed: ListedTrack) => ReactNode
  /** After its status. */
  readonly besideStatus?: (listed: ListedTrack) => ReactNode
  readonly filter?: TrackFilter
}

export const trackListPoint = definePoint<ProjectDetails, TrackListAddition>()

/** How files come into a project and leave it, as far as one may: undefined for who may not. */
export interface TrackFiles {
  /** Asks for files, or takes those: of one track, or of any. */
  readonly onUpload: ((trackId?: string, files?: readonly File[]) => void) | undefined
  readonly onDownload: ((track: Track, version: TrackVersion) => void) | undefined
}

/** For one feature to fill: any drop area and any button that asks for a file goes by it. */
export const trackFilesPoint = definePoint<ProjectDetails, TrackFiles>()

export function useTrackFiles(project: ProjectDetails): TrackFiles {
  return trackFilesPoint.useParts(project)[0] ?? { onUpload: undefined, onDownload: undefined }
}

/** A tab of the panel beside the wave. */
export interface TrackPanelTab {
  /** Of its own among all. */
  readonly name: string
  readonly label: string
  /** None is shown for 0. */
  readonly count: number
  readonly content: ReactNode
  /** Before the versions and findings, where others stand after them. */
  readonly isFirst?: boolean
}

/** What a track’s page shows. */
export interface TrackPagePlace {
  readonly project: ProjectDetails
  readonly trackId: string
  /** Undefined while there is no such track. */
  readonly listed: ListedTrack | undefined
  /** Undefined while there is none. */
  readonly version: TrackVersion | undefined
  /** Of the address: links keep to it. */
  readonly versionId: string | undefined
  /** Named by the address, or held; undefined while the page follows the current one. */
  readonly askedId: string | undefined
  /** Brings a tab of the panel to sight. */
  readonly onShow: (panel: string) => void
  /** Chooses it, and leaves the panel as high as it stands on a phone. */
  readonly onPanel: (panel: string) => void
  /** Until it is let go, the page stays on this version, whatever arrives. */
  readonly onHold: (holds: boolean) => void
}

/** On a track’s page. */
export interface TrackPageAddition {
  readonly keys?: readonly PageKey[]
  /** In the top bar, before the track’s menu. */
  readonly topBar?: ReactNode
  readonly panel?: TrackPanelTab | undefined
  /** Above the wave and on it, and what begins such a mark; for one feature. */
  readonly marks?: TrackMarks | undefined
  readonly belowWave?: ReactNode
  /** What can be done with a range of the wave. */
  readonly ofRange?: ((range: { readonly from: Seconds; readonly to: Seconds }) => readonly MenuAction[]) | undefined
  /** Dialogs over the page. */
  readonly dialog?: ReactNode
}

export const trackPagePoint = definePoint<TrackPagePlace, TrackPageAddition>()

/** Beside a project’s name, after “Play all”. */
export interface ProjectHeadAddition {
  readonly content?: ReactNode
}

export const projectHeadPoint = definePoint<ProjectDetails, ProjectHeadAddition>()

/** Everything that is added to the list of tracks, and to a track’s page: fetched with them. */
export const tracksTabPoints = [trackListPoint, trackMenuPoint, trackFilesPoint]
export const trackPagePoints = [trackPagePoint, trackMenuPoint, trackFilesPoint]
