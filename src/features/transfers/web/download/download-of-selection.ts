import { Download } from 'lucide-react'
import { archiveFileName } from '#features/renditions/file-names.ts'
import type { FileRequest } from '#features/renditions/web/download-entries.ts'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import type { ListedTrack } from '#features/tracks/web/list/track-list.ts'
import type { TrackSelectionAddition } from '#features/tracks/web/track-points.ts'
import { selectionStrings } from '#features/tracks/web/selection/selection.strings.ts'
import { tooMany } from '#features/tracks/web/selection/too-many.ts'
import { trackStrings } from '#features/tracks/web/tracks.strings.ts'
import { mayDownload, useDownloads } from './page-downloads.ts'

/** One track as its file, several as a ZIP. */
export function useDownloadOfSelection(project: ProjectDetails): TrackSelectionAddition {
  const ways = useDownloads(project.id)
  if (!mayDownload(project)) return {}
  return {
    actionsOf: (selected) => {
      const [only] = selected
      const within = selected.filter(({ current }) => current !== undefined)
      const isAll = project.tracks.filter(({ archivedAt }) => archivedAt === null).length === selected.length
      const refusal = within.length === 0 ? selectionStrings.noFile : isAll ? undefined : tooMany(within, MOST_NAMED)
      const download = () => {
        if (selected.length === 1 && only?.current) ways.onOriginal(only.track, only.current)
        else ways.onFile(selectionFile(project.name, within, isAll))
      }
      return [{ label: trackStrings.downloadProject, icon: Download, refusal, onSelect: download }]
    },
  }
}

/** The addresses of this many tracks fit into a request's first line, at our server and in front of it. */
const MOST_NAMED = 200

/** The current originals of some tracks as one file; `isAll` if those are all that the project has. */
function selectionFile(project: string, within: readonly ListedTrack[], isAll: boolean): FileRequest {
  const tracks = isAll ? '' : `&tracks=${within.map(({ track }) => track.id).join()}`
  return {
    filename: archiveFileName(project),
    path: `/archive?versions=current${tracks}`,
    trackId: null,
    versionId: null,
    sizeBytes: within.reduce((sum, { current }) => sum + (current?.sizeBytes ?? 0), 0),
  }
}
