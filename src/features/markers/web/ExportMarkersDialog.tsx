import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { type FrameRate, frameRates } from '#audio/markers/timecode.ts'
import { TRUSTED_TEMPO } from '#audio/tempo.ts'
import { inList, type NoteList, noteLists, placedNotes } from '#features/notes/note-order.ts'
import { notesQuery } from '#features/notes/web/notes.client.ts'
import { madeFileName } from '#features/renditions/file-names.ts'
import type { FileRequest } from '#features/renditions/web/download-entries.ts'
import type { Track, TrackVersion } from '#features/tracks/tracks.contract.ts'
import { browserTempo } from '#features/tracks/web/music/browser-tempo.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { RadioRows } from '#web/ui/form/RadioRows.tsx'
import { SegmentedControl } from '#web/ui/form/SegmentedControl.tsx'
import { Select } from '#web/ui/form/Select.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { markerFileEnding, type MarkerFormat, markerFormats } from '../marker-formats.ts'
import styles from './ExportMarkersDialog.module.css'
import { markerStrings, markerStrings as strings } from './markers.strings.ts'

interface MarkerFormatListProps {
  readonly format: MarkerFormat
  readonly onFormat: (format: MarkerFormat) => void
  /** Why WAV is not available, as text. */
  readonly noWav: string | undefined
}

/** Each format with what it is for. */
function MarkerFormatList({ format, onFormat, noWav }: MarkerFormatListProps) {
  const rows = markerFormats.map((value) => {
    const [label, about] = strings.formats[value]
    const trouble = value === 'wav' ? noWav : undefined
    return { value, label, help: trouble ?? about, disabled: trouble !== undefined }
  })
  return <RadioRows label={strings.format} rows={rows} value={format} onValueChange={onFormat} />
}

interface ExportMarkersDialogProps {
  readonly projectId: string
  readonly track: Track
  readonly version: TrackVersion
  readonly mayDownload: boolean
  readonly onFile: (request: FileRequest) => void
  readonly onClose: () => void
}

/** Chooses the notes and the format. */
export function ExportMarkersDialog({
  projectId,
  track,
  version,
  mayDownload,
  onFile,
  onClose,
}: ExportMarkersDialogProps) {
  const form = useId()
  const notes = useQuery(notesQuery(projectId, track.id, version.id))
  const noWav = wavError(version, mayDownload)
  const [list, setList] = useState<NoteList>('open')
  const [format, setFormat] = useState<MarkerFormat>(noWav === undefined ? 'wav' : 'reaper')
  const [rate, setRate] = useState<FrameRate>('25')
  const [tempo, setTempo] = useState(() => String(Math.round(tempoOf(track, version) * 100) / 100))
  const placed = notes.data && placedNotes(notes.data)
  const countOf = (one: NoteList) => placed?.filter((note) => inList(one, note)).length
  const count = countOf(list) ?? 0
  const beats = Number(tempo.trim().replace(',', '.'))
  const isTempoWrong = format === 'midi' && !(beats >= 20 && beats <= 400)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (count === 0 || isTempoWrong) return
    const own = `/tracks/${track.id}/versions/${version.id}/markers`
    const more = format === 'edl' ? `&frames=${rate}` : format === 'midi' ? `&tempo=${beats}` : ''
    onFile({
      filename: madeFileName(
        { title: track.title, number: version.number, createdAt: version.createdAt },
        markerFileEnding(format),
      ),
      trackId: track.id,
      trackTitle: track.title,
      versionId: version.id,
      path: format === 'wav' ? `${own}/wav?state=${list}` : `${own}?format=${format}&state=${list}${more}`,
    })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={strings.exportTitle}
      aside={text(strings.of, { title: track.title, number: version.number })}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button tone="primary" type="submit" form={form} disabled={count === 0}>
            {text(strings.download, { count })}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className={styles.form}>
        <div className={styles.which}>
          <SegmentedControl
            label={strings.which}
            value={list}
            onValueChange={setList}
            segments={noteLists.map((value) => ({
              value,
              label: text(strings.lists[value], { number: countOf(value) ?? '' }),
            }))}
          />
        </div>
        {notes.error && !notes.data ? (
          <p className={styles.trouble} role="alert">
            {text(strings.countFailed, { reason: reasonOf(notes.error) })}{' '}
            <Button size="small" onClick={() => void notes.refetch()}>
              {strings.retry}
            </Button>
          </p>
        ) : (
          count === 0 && <output className={styles.nothing}>{placed ? strings.nothing[list] : strings.counting}</output>
        )}
        <MarkerFormatList format={format} onFormat={setFormat} noWav={noWav} />
        {format === 'edl' && (
          <Select
            label={strings.frameRate}
            value={rate}
            onValueChange={setRate}
            options={frameRates.map((value) => ({ value, label: strings.frameRates[value] }))}
          />
        )}
        {format === 'midi' && (
          <TextField
            label={strings.tempo}
            help={strings.tempoHelp}
            inputMode="decimal"
            value={tempo}
            after={<span className={styles.unit}>{strings.tempoUnit}</span>}
            onChange={(event) => setTempo(event.target.value)}
            {...(isTempoWrong && { error: strings.tempoWrong })}
          />
        )}
      </form>
    </Dialog>
  )
}

/** Entered by a user, or detected with confidence by the analysis. */
function tempoOf(track: Track, { report }: TrackVersion): number {
  const found = report?.tempo
  const said = track.tempo ?? browserTempo(track.id)
  return said?.beatsPerMinute ?? (found && found.confidence >= TRUSTED_TEMPO ? found.beatsPerMinute : 120)
}

/** Why the original cannot be exported with markers, as text; undefined if it can. */
function wavError({ report }: Pick<TrackVersion, 'report'>, mayDownload: boolean): string | undefined {
  const { noWav } = markerStrings
  if (!mayDownload) return noWav['no-download']
  if (!report) return noWav['not-checked']
  return report.format.container === 'WAV' ? undefined : text(noWav['not-wav'], { container: report.format.container })
}
