import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Download, Upload } from 'lucide-react'
import { useId, useRef } from 'react'
import { downloadEntries, type FileRequest, mp3Request, noMp3Words } from '#features/renditions/web/download-entries.ts'
import { renditionMaking } from '#features/renditions/web/renditions.client.ts'
import type { OpenDoor } from '#features/shares/shares.contract.ts'
import guestStyles from '#features/shares/web/Guest.module.css'
import { guestStrings } from '#features/shares/web/guest.strings.ts'
import type { SharedSound } from '#features/shares/web/use-shared-sound.ts'
import type { Track, TrackVersion } from '#features/tracks/tracks.contract.ts'
import type { TransferEngine } from '#features/transfers/web/transfer-engine.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { FileInput } from '#web/ui/form/FileInput.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'

interface SharedWaysProps {
  readonly address: string
  readonly may: OpenDoor['may']
  /** An archived project accepts no uploads. */
  readonly isArchived: boolean
  readonly sound: SharedSound
  /** Beside the player of an album. */
  readonly isSmall: boolean
  readonly openEngine: () => Promise<TransferEngine>
  /** Runs at once, or after the guest has entered a name. */
  readonly askName: (go: () => void) => void
}

/** Downloads and uploads of a guest, if the link allows them. */
export function SharedWays({
  address,
  may,
  isArchived,
  isSmall,
  sound: {
    listed: { track },
    version,
  },
  openEngine,
  askName,
}: SharedWaysProps) {
  const input = useRef<HTMLInputElement>(null)
  const queries = useQueryClient()
  const onOriginal = async (_: Track, { id: versionId, fileName: filename, sha256, sizeBytes }: TrackVersion) => {
    const engine = await openEngine()
    engine.download({
      projectId: address,
      trackId: track.id,
      versionId,
      filename,
      trackTitle: track.title,
      sha256,
      sizeBytes,
    })
  }
  const onFile = async ({ path, spec, ...request }: FileRequest) => {
    const engine = await openEngine()
    const { trackId, versionId } = request
    const prepare =
      spec && trackId !== null && versionId !== null
        ? renditionMaking({ projectId: address, trackId, versionId }, spec)
        : undefined
    engine.download({
      projectId: address,
      path: `/api/projects/${address}${path}`,
      ...request,
      ...(prepare && { prepare }),
    })
  }
  const send = async (files: readonly File[]) => {
    const engine = await openEngine()
    engine.upload(
      files.map((file) => ({ projectId: address, file, target: { trackId: track.id, trackTitle: track.title } })),
    )
    await queries.invalidateQueries({ queryKey: ['project', address] })
  }
  const ways = version
    ? downloadEntries(
        { onOriginal: (...of) => void onOriginal(...of), onFile: (request) => void onFile(request) },
        track,
        version,
        [version],
      )
    : []
  const isMp3 = may.original === false
  const noMp3 = isMp3 && version ? noMp3Words(version) : undefined
  const whyId = useId()
  return (
    <>
      {may.download && version && (
        <span className={guestStyles.download}>
          <Button
            icon={Download}
            size={isSmall ? 'medium' : 'large'}
            wide
            disabled={noMp3 !== undefined}
            aria-describedby={noMp3 === undefined ? undefined : whyId}
            onClick={() => void (isMp3 ? onFile(mp3Request(track, version)) : onOriginal(track, version))}
          >
            {guestStrings.download}{' '}
            <span className={guestStyles.size}>
              {isMp3
                ? guestStrings.mp3
                : [formatOf(version.fileName), formatBytes(version.sizeBytes)].filter(Boolean).join(', ')}
            </span>
          </Button>
          {!isMp3 && (
            <Menu entries={ways} align="end">
              <IconButton icon={ChevronDown} label={guestStrings.downloadWays} />
            </Menu>
          )}
        </span>
      )}
      {may.download && noMp3 !== undefined && (
        <p id={whyId} className={guestStyles.why}>
          {noMp3}
        </p>
      )}
      {may.upload && track.status !== 'final' && !isArchived && (
        <>
          <Button
            icon={Upload}
            size={isSmall ? 'medium' : 'large'}
            title={text(guestStrings.uploadHelp, { title: track.title })}
            onClick={() => askName(() => input.current?.click())}
          >
            {guestStrings.upload}
          </Button>
          <FileInput
            ref={input}
            accept="audio/*,.wav,.aif,.aiff,.flac,.mp3,.m4a,.ogg,.caf,.w64"
            onFiles={(files) => void send(files)}
          />
        </>
      )}
    </>
  )
}

/** `WAV` of `Kite v2.wav`. */
function formatOf(fileName: string): string {
  return /\.([a-z0-9]{2,5})$/i.exec(fileName)?.[1]?.toUpperCase() ?? ''
}
