import { ChevronDown, Download, FolderDown, Upload } from 'lucide-react'
import { downloadEntries, projectEntries, waveformEntry } from '#features/renditions/web/download-entries.ts'
import type { ProjectDetails, TrackVersion } from '#features/tracks/tracks.contract.ts'
import { trackPolicy } from '#features/tracks/tracks.policy.ts'
import type {
  ProjectHeadAddition,
  TrackFiles,
  TrackMenuAddition,
  TrackPageAddition,
  TrackPagePlace,
} from '#features/tracks/web/track-points.ts'
import { TrackBarButton } from '#features/tracks/web/track/TrackBarButton.tsx'
import { trackStrings } from '#features/tracks/web/tracks.strings.ts'
import { allows } from '#shared/roles.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { phoneQuery, useMedia } from '#web/ui/use-media.ts'
import styles from './FilesOnTracks.module.css'
import { mayDownload, uploadTo, useDownloads } from './download/page-downloads.ts'

/** Upload and download for all drop areas and buttons of a project's tracks. */
export function useFilesOfTracks(project: ProjectDetails): TrackFiles {
  const { onOriginal } = useDownloads(project.id)
  return { onUpload: uploadTo(project), onDownload: mayDownload(project) ? onOriginal : undefined }
}

export function useUploadInMenus(project: ProjectDetails): TrackMenuAddition {
  const onUpload = uploadTo(project)
  const mayEdit = allows(project, trackPolicy['track.edit'])
  return {
    ofTrack: ({ track }) => [
      mayEdit &&
        onUpload &&
        track.archivedAt === null && {
          kind: 'action',
          label: trackStrings.uploadVersion,
          icon: Upload,
          disabled: track.status === 'final',
          onSelect: () => onUpload(track.id),
        },
    ],
  }
}

export function useDownloadsInMenus(project: ProjectDetails): TrackMenuAddition {
  const ways = useDownloads(project.id)
  const may = mayDownload(project)
  type Place = Parameters<NonNullable<TrackMenuAddition['ofVersion']>>[0]
  const entries = (label: string, { track, versions, version }: Place): readonly MenuEntry[] => [
    ...(may
      ? ([
          { kind: 'action', label, icon: Download, onSelect: () => ways.onOriginal(track, version) },
          {
            kind: 'submenu',
            label: trackStrings.downloadAs,
            icon: FolderDown,
            entries: downloadEntries(ways, track, version, versions),
          },
        ] as const)
      : []),
    waveformEntry(ways, track, version),
  ]
  return {
    ofTrack: ({ version, ...place }) => (version ? entries(trackStrings.download, { ...place, version }) : []),
    ofVersion: (place) => entries(text(trackStrings.downloadVersion, { number: place.version.number }), place),
  }
}

export function useFilesOnTrackPage({ project, listed, version }: TrackPagePlace): TrackPageAddition {
  if (!listed || !version) return {}
  return { topBar: <FilesInTopBar project={project} listed={listed} version={version} /> }
}

interface FilesInTopBarProps {
  readonly project: ProjectDetails
  readonly listed: NonNullable<TrackPagePlace['listed']>
  readonly version: TrackVersion
}

/** On a phone, the menu has both. */
function FilesInTopBar({ project, listed: { track, versions }, version }: FilesInTopBarProps) {
  const phone = useMedia(phoneQuery)
  const ways = useDownloads(project.id)
  const onUpload = uploadTo(project)
  if (phone) return null
  const waveform = waveformEntry(ways, track, version)
  const final = track.status === 'final'
  return (
    <>
      {mayDownload(project) && (
        <>
          <IconButton
            icon={Download}
            tipSide="bottom"
            label={text(trackStrings.downloadTitle, { file: version.fileName, size: formatBytes(version.sizeBytes) })}
            onClick={() => ways.onOriginal(track, version)}
          />
          <Menu
            entries={[...downloadEntries(ways, track, version, versions), waveform && { kind: 'separator' }, waveform]}
            align="end"
          >
            <IconButton
              icon={ChevronDown}
              size="small"
              tipSide="bottom"
              label={text(trackStrings.downloadWays, { number: version.number })}
              className={styles.ways}
            />
          </Menu>
        </>
      )}
      {onUpload && track.archivedAt === null && (
        <span title={final ? trackStrings.finalHint : trackStrings.uploadVersion}>
          <TrackBarButton
            icon={Upload}
            label={trackStrings.uploadVersion}
            disabled={final}
            onClick={() => onUpload(track.id)}
          />
        </span>
      )}
    </>
  )
}

/** Downloads of a whole project. */
export function useDownloadsInHead(project: ProjectDetails): ProjectHeadAddition {
  const ways = useDownloads(project.id)
  const entries = mayDownload(project) ? projectEntries(ways, project).filter(Boolean) : []
  if (entries.length === 0) return {}
  return {
    content: (
      <Menu entries={entries} align="end">
        <Button size="large" icon={Download}>
          {trackStrings.downloadProject}
        </Button>
      </Menu>
    ),
  }
}

export function useUploadInHead(project: ProjectDetails): ProjectHeadAddition {
  const onUpload = uploadTo(project)
  if (!onUpload || project.tracks.length === 0) return {}
  return {
    content: (
      <Button size="large" tone="primary" icon={Upload} onClick={() => onUpload()}>
        {trackStrings.upload}
      </Button>
    ),
  }
}
