import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import ComparePage from '#features/comparisons/web/deck/ComparePage.tsx'
import { compareIds, compareText } from '#features/comparisons/web/compare-ids.ts'
import { compareStrings } from '#features/comparisons/web/compare.strings.ts'
import type { DeckEntry } from '#features/comparisons/web/deck/deck-entry.ts'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { uploaderOf } from '#features/tracks/web/people-names.ts'
import { type ListedTrack, listTracks } from '#features/tracks/web/list/track-list.ts'
import { useTrackFiles } from '#features/tracks/web/track-points.ts'
import { heardOf } from '#features/tracks/web/versions/version-sound.ts'
import { text } from '#web/i18n/text.ts'
import { listening } from '#web/player/listening.ts'
import { projectHref } from '../addresses.ts'
import { mainStrings } from '../frame/main.strings.ts'
import type { CompareSlotProps } from '../frame/screen-slots.tsx'
import { usePageHead } from '../use-page-head.ts'

interface Awaited {
  readonly names: readonly string[]
  /** Versions that existed before. */
  readonly known: readonly string[]
}

interface AwaitedReference {
  /** A version made from these files that can be played. */
  readonly arrived: string | undefined
  readonly wait: (files: readonly File[]) => void
  /** It has joined the deck, and is treated like every other from now on. */
  readonly settle: (versionId: string) => void
}

/** Files chosen as references, until each can be played. */
function useAwaitedReference({ trackVersions }: ProjectDetails): AwaitedReference {
  const [{ names, known }, setAwaited] = useState<Awaited>({ names: [], known: [] })
  const arrived = trackVersions.find(
    ({ id, state, fileName }) => state === 'ready' && names.includes(fileName) && !known.includes(id),
  )
  return {
    arrived: arrived?.id,
    wait: (files) =>
      setAwaited((before) => ({
        names: [...before.names, ...files.map(({ name }) => name)],
        known: [...before.known, ...trackVersions.map(({ id }) => id)],
      })),
    settle: (versionId) => setAwaited((before) => ({ ...before, known: [...before.known, versionId] })),
  }
}

/** The comparison in the URL, of versions of this project's tracks. */
export default function CompareSlot({ project, trackId, compare }: CompareSlotProps) {
  const navigate = useNavigate()
  const track = project.tracks.find(({ id }) => id === trackId)
  usePageHead(text(mainStrings.trackTitle, { track: compareStrings.title, project: track?.title ?? project.name }))
  const choices = useMemo(() => choicesOf(project, trackId), [project, trackId])
  const ids = useMemo(() => compareIds(compare), [compare])
  const entries = useMemo(() => {
    const all = choices.flatMap(({ entries }) => entries)
    return ids.flatMap((id) => all.find(({ heard }) => heard.versionId === id) ?? [])
  }, [choices, ids])
  const { onUpload } = useTrackFiles(project)
  const reference = useAwaitedReference(project)
  const show = (next: readonly string[]) => {
    if (reference.arrived !== undefined && next.includes(reference.arrived)) reference.settle(reference.arrived)
    void navigate({
      to: '/',
      search: { projectId: project.id, trackId, compare: compareText(next.length > 0 ? next : ids) },
      replace: true,
    })
  }
  const addReference = (files: readonly File[]) => {
    reference.wait(files)
    onUpload?.(undefined, files)
  }
  const close = () => {
    const { heard } = listening.state()
    const versionId =
      heard?.trackId === trackId && heard.versionId !== track?.currentVersionId ? heard.versionId : undefined
    void navigate({
      to: '/',
      search: { projectId: project.id, trackId, ...(versionId !== undefined && { versionId }) },
    })
  }
  return (
    <ComparePage
      projectId={project.id}
      href={projectHref(project.id, { trackId, compare: compareText(ids) })}
      entries={entries}
      choices={choices}
      missing={ids.length - entries.length}
      crumbs={[
        { label: project.name, href: projectHref(project.id) },
        ...(track ? [{ label: track.title, href: projectHref(project.id, { trackId }) }] : []),
      ]}
      onEntries={show}
      onAddReference={onUpload && addReference}
      arrived={reference.arrived}
      onClose={close}
    />
  )
}

/** All playable versions of the project: this track's first, then the other tracks'. */
function choicesOf(project: ProjectDetails, trackId: string) {
  const listed = listTracks(project)
  const own = [...listed, ...listTracks(project, true)].filter(({ track }) => track.id === trackId)
  return [...own, ...listed.filter(({ track }) => track.id !== trackId)].map((one) => ({
    trackId: one.track.id,
    title: one.track.title,
    entries: entriesOf(project, one, trackId),
  }))
}

function entriesOf(project: ProjectDetails, { track, versions }: ListedTrack, ownId: string): readonly DeckEntry[] {
  return versions.flatMap((version): readonly DeckEntry[] => {
    const heard = heardOf(project, track, version)
    if (!heard) return []
    const { label, changelog, fileName, createdAt, report } = version
    return [
      {
        heard,
        isReference: track.id !== ownId,
        words: label || changelog.split('\n', 1)[0] || fileName,
        by: uploaderOf(project.members, version),
        createdAt,
        loudness: report?.loudness.integrated ?? null,
        truePeak: report?.loudness.truePeak ?? null,
        isNotMeasured: report?.loudness.notMeasured !== undefined,
      },
    ]
  })
}
