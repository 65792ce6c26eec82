import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import type { Marker } from '#audio/markers/marker.ts'
import { type MarkerFile, readMarkers } from '#audio/markers/read-markers.ts'
import { type FrameRate, frameRates } from '#audio/markers/timecode.ts'
import { placedNotes } from '#features/notes/note-order.ts'
import { notesKey, notesQuery } from '#features/notes/web/notes.client.ts'
import type { Track, TrackVersion } from '#features/tracks/tracks.contract.ts'
import { client } from '#web/api/api-client.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { DropAnywhere, DropArea } from '#web/ui/form/DropArea.tsx'
import { Select } from '#web/ui/form/Select.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { type MarkerPlan, planMarkers, type PlannedMarker } from '../marker-plan.ts'
import type { markerRoutes } from '../markers.contract.ts'
import styles from './ImportMarkersDialog.module.css'
import { ImportedMarkerList } from './ImportedMarkerList.tsx'
import { markerStrings as strings } from './markers.strings.ts'

type MarkerFileState =
  | { readonly state: 'none' | 'reading' }
  | { readonly state: 'read'; readonly file: MarkerFile }
  | { readonly state: 'failed'; readonly words: string }

/** Reads a chosen file, and again after a change of frame rate. */
function useMarkerFile(
  file: File | undefined,
  { sampleRate, frameRate }: { readonly sampleRate: number; readonly frameRate: FrameRate | undefined },
): MarkerFileState {
  // No other component has this file: the query is dropped with the dialog.
  const key = useId()
  const read = useQuery({
    queryKey: ['markers', key, file && `${file.name} ${file.size} ${file.lastModified}`, frameRate],
    queryFn: () =>
      file
        ? readMarkers(
            async (at, length) => new Uint8Array(await file.slice(at, at + length).arrayBuffer()),
            file.size,
            { sampleRate, frameRate },
          )
        : null,
    enabled: file !== undefined,
    gcTime: 0,
    retry: false,
    meta: { private: true },
  })
  if (!file) return { state: 'none' }
  if (read.error)
    return { state: 'failed', words: text(strings.unreadable, { file: file.name, reason: reasonOf(read.error) }) }
  if (read.data === undefined || read.data === null) return { state: 'reading' }
  if (read.data === 'not-markers') return { state: 'failed', words: text(strings.notMarkers, { file: file.name }) }
  if (read.data === 'too-large') return { state: 'failed', words: text(strings.tooLarge, { file: file.name }) }
  return { state: 'read', file: read.data }
}

const markerApi = client<typeof markerRoutes>()

interface VersionPlace {
  readonly projectId: string
  readonly trackId: string
  readonly versionId: string
}

/** Imports all markers as notes, or none. */
function useImportMarkers(place: VersionPlace) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (markers: readonly Marker[]) =>
      markerApi('POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/markers', {
        params: { ...place },
        body: { notes: markers.map(({ at, end, text }) => ({ fromSeconds: at, toSeconds: end, body: text })) },
      }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: notesKey(place.projectId) }),
        queries.invalidateQueries({ queryKey: ['project', place.projectId, 'details'] }),
      ]),
  })
}

interface ImportMarkersDialogProps {
  readonly projectId: string
  readonly track: Track
  readonly version: TrackVersion
  readonly onClose: () => void
}

const accept = '.wav,.wave,.rf64,.bw64,.csv,.tsv,.txt,.mid,.midi,.edl,.md,audio/wav,audio/midi,text/csv,text/plain'

/** Previews a file of markers before anything is imported. */
export function ImportMarkersDialog({ projectId, track, version, onClose }: ImportMarkersDialogProps) {
  const [file, setFile] = useState<File>()
  const [frameRate, setFrameRate] = useState<FrameRate>()
  const notes = useQuery(notesQuery(projectId, track.id, version.id))
  const read = useMarkerFile(file, { sampleRate: version.report?.format.sampleRate ?? 48_000, frameRate })
  const found = read.state === 'read' ? read.file : undefined
  const plan = useMemo(
    () =>
      found &&
      notes.data &&
      planMarkers(found, placedNotes(notes.data), version.report?.format.durationSeconds ?? null),
    [found, notes.data, version.report],
  )
  const [chosen, choose] = useChosen(plan)
  const { mutate, isPending, error } = useImportMarkers({ projectId, trackId: track.id, versionId: version.id })
  const take = ([next]: readonly File[]) => {
    setFrameRate(undefined)
    setFile(next)
  }
  const send = () =>
    mutate(
      [...chosen].map(({ marker }) => marker),
      {
        onSuccess: ({ added }) => {
          toast({ text: text(strings.imported, { count: added }) })
          onClose()
        },
      },
    )
  const trouble =
    read.state === 'failed'
      ? read.words
      : notes.error && !notes.data
        ? text(strings.countFailed, { reason: reasonOf(notes.error) })
        : error
          ? text(strings.importFailed, { reason: reasonOf(error) })
          : undefined
  return (
    <Dialog
      open
      size="sheet"
      onOpenChange={(open) => !open && onClose()}
      title={strings.importTitle}
      aside={text(strings.of, { title: track.title, number: version.number })}
      description={strings.importWords}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button tone="primary" disabled={chosen.size === 0} busy={isPending} onClick={send}>
            {text(strings.importButton, { count: chosen.size })}
          </Button>
        </>
      }
    >
      <DropArea
        words={file ? strings.dropOther : strings.drop}
        chooseWords={strings.choose}
        accept={accept}
        onFiles={take}
      />
      <DropAnywhere words={strings.importTitle} onFiles={take} />
      {(read.state === 'reading' || (found && !plan && !trouble)) && (
        <output className={styles.remark}>{text(strings.reading, { file: file?.name ?? '' })}</output>
      )}
      {trouble !== undefined && (
        <p className={styles.trouble} role="alert">
          {trouble}
        </p>
      )}
      {found?.frameRate && (
        <div className={styles.rate}>
          <Select
            label={strings.frameRate}
            value={found.frameRate}
            onValueChange={setFrameRate}
            options={frameRates.map((value) => ({ value, label: strings.frameRates[value] }))}
          />
        </div>
      )}
      {found && plan && <ImportedMarkerList file={found} plan={plan} chosen={chosen} onChosen={choose} />}
    </Dialog>
  )
}

const nothing: ReadonlySet<PlannedMarker> = new Set()

/** New markers are selected until the user chooses otherwise; another plan resets the choice. */
function useChosen(
  plan: MarkerPlan | undefined,
): readonly [ReadonlySet<PlannedMarker>, (chosen: ReadonlySet<PlannedMarker>) => void] {
  const [own, setOwn] = useState<{ readonly plan: MarkerPlan; readonly chosen: ReadonlySet<PlannedMarker> }>()
  const proposed = useMemo(() => new Set(plan?.markers.filter(({ standing }) => standing === 'new')), [plan])
  if (!plan) return [nothing, () => undefined]
  return [own?.plan === plan ? own.chosen : proposed, (chosen) => setOwn({ plan, chosen })]
}
