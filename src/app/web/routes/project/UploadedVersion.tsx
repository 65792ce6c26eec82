import { useQuery } from '@tanstack/react-query'
import type { Track, TrackVersion } from '#features/tracks/tracks.contract.ts'
import { findingWords, sortFindings } from '#features/tracks/web/track/finding-words.ts'
import { trackHref } from '#features/tracks/web/track-links.ts'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'
import { verdictWords } from '#features/tracks/web/track/verdict-words.ts'
import { LikelyTrackOffer } from '#features/transfers/web/upload/LikelyTrackOffer.tsx'
import { type ShownFinding, TransferFindings } from '#features/transfers/web/panel/TransferFindings.tsx'
import { TransferLine } from '#features/transfers/web/panel/TransferLine.tsx'
import type { Transfer } from '#features/transfers/web/panel/transfers-store.ts'
import { transferStrings } from '#features/transfers/web/transfers.strings.ts'
import { text } from '#web/i18n/text.ts'
import { useServerProgress } from '#web/live/progress-store.ts'
import { useLiveStream } from '#web/live/use-live.ts'
import { ToldPeople } from './ToldPeople.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'

const SETTLING_MS = 5000

/** The result of an upload: analysing, then ready, with its findings. */
export function UploadedVersion({
  transfer: { projectId, trackId, versionId, filename, finishedAt, isQuiet },
}: {
  readonly transfer: Transfer
}) {
  const { data: project, dataUpdatedAt } = useQuery(projectDetailsQuery(projectId))
  const version = project?.trackVersions.find(({ id }) => id === versionId)
  const track = project?.tracks.find(({ id }) => id === version?.trackId)
  const over = version !== undefined && version.state !== 'checking'
  // Its project may not be the one on screen.
  useLiveStream(over ? null : `project:${projectId}`)
  const share = useServerProgress(versionId ?? '')
  // Details fetched before the end of the upload do not contain it yet.
  const isGone =
    project !== undefined && !(version && track) && finishedAt !== null && dataUpdatedAt > finishedAt + SETTLING_MS
  if (isGone) return <TransferLine label={filename} share={1} state="done" words={transferStrings.deletedSince} />
  if (!version || !track || version.state === 'checking')
    return <TransferLine label={filename} share={share ?? null} state="going" words={transferStrings.checking} />
  return (
    <CheckedVersion
      projectId={projectId}
      tracks={project?.tracks ?? []}
      track={track}
      madeTrackId={trackId ?? track.id}
      version={version}
      filename={filename}
      toldCount={isQuiet === false ? (project?.members.length ?? 1) - 1 : 0}
    />
  )
}

interface CheckedVersionProps {
  readonly projectId: string
  readonly tracks: readonly Track[]
  readonly track: Track
  /** The target track of the upload. */
  readonly madeTrackId: string
  readonly version: TrackVersion
  readonly filename: string
  /** How many people heard of it. */
  readonly toldCount: number
}

function CheckedVersion({ projectId, tracks, track, madeTrackId, version, filename, toldCount }: CheckedVersionProps) {
  const href = (at?: number | null) =>
    trackHref(projectId, track.id, { versionId: version.id, ...(typeof at === 'number' && { at }) })
  const open = (
    <TextLink href={href()} aria-label={text(transferStrings.openTrack, { title: track.title })}>
      {transferStrings.open}
    </TextLink>
  )
  if (version.state === 'refused')
    return <TransferLine label={filename} share={1} state="stopped" words={verdictWords(version)} aside={open} />
  const found = sortFindings(version.report?.findings ?? [])
  const shown = found.map((finding): ShownFinding => ({
    severity: finding.severity,
    words: findingWords(finding),
    href: finding.at === null ? undefined : href(finding.at),
  }))
  return (
    <>
      <TransferLine
        label={filename}
        share={1}
        state="done"
        words={text(transferStrings.readyAs, {
          number: version.number,
          title: track.title,
          found: text(transferStrings.findings, { count: found.length }),
        })}
        aside={open}
      />
      <TransferFindings findings={shown} />
      {toldCount > 0 && (
        <ToldPeople projectId={projectId} trackId={track.id} versionId={version.id} count={toldCount} />
      )}
      {(version.number === 1 || track.id !== madeTrackId) && (
        <LikelyTrackOffer
          projectId={projectId}
          madeTrackId={madeTrackId}
          track={track}
          number={version.number}
          tracks={tracks}
        />
      )}
    </>
  )
}
