import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import type { AnalysisReport } from '#audio/analysis-report.ts'
import { keyNames } from '#audio/key/musical-key.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Select, type SelectOption } from '#web/ui/form/Select.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import type { Track, TrackKey, TrackTempo } from '../../tracks.contract.ts'
import { projectDetailsQuery, trackApi } from '../tracks.client.ts'
import { browserTempo, isTidyTempo, keepTempo } from './browser-tempo.ts'
import { keyFigure, keyWords, tempoFigure } from './music-figures.ts'
import { musicStrings as strings } from './music.strings.ts'
import { TempoFields, tempoOfTyped, typedTempo } from './TempoFields.tsx'
import styles from './TempoDialog.module.css'

interface TempoAndKeyDialogProps {
  readonly projectId: string
  readonly track: Pick<Track, 'id' | 'title' | 'tempo' | 'key'>
  readonly report: AnalysisReport | null | undefined
  /** After a tempo was saved. */
  readonly onTempo?: (() => void) | undefined
  readonly onClose: () => void
}

/** What the people of a project say of a track’s tempo and key, where the measurement is wrong or undecided. */
export default function TempoAndKeyDialog({ projectId, track, report, onTempo, onClose }: TempoAndKeyDialogProps) {
  const form = useId()
  // What was typed in this browser before tempi belonged to tracks is offered.
  const [typed, setTyped] = useState(() => typedTempo(track.tempo ?? browserTempo(track.id)))
  const [key, setKey] = useState<TrackKey | ''>(track.key ?? '')
  const [isAsked, setAsked] = useState(false)
  const correct = useCorrection(projectId, track)
  const isEmpty = typed.beatsPerMinute.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    const tempo = isEmpty ? null : tempoOfTyped(typed)
    if (correct.isPending || (tempo && !isTidyTempo(tempo))) return
    correct.mutate(
      { tempo, key: key === '' ? null : key },
      {
        onSuccess: () => {
          keepTempo(track.id, undefined)
          if (tempo) onTempo?.()
          onClose()
        },
      },
    )
  }
  const measured = tempoFigure({ tempo: null, key: null }, report)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text(strings.bothTitle, { title: track.title })}
      description={strings.bothWords}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button tone="primary" type="submit" form={form} busy={correct.isPending}>
            {strings.save}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className={styles.form}>
        <TempoFields
          typed={typed}
          onTyped={setTyped}
          isAsked={isAsked}
          help={measured ? text(strings.tempoMeasured, { measured: measured.shown }) : strings.tempoNotMeasured}
        />
        <Select label={strings.key} options={keyOptions(report)} value={key} onValueChange={setKey} />
        {correct.error && <p role="alert">{text(strings.saveFailed, { reason: reasonOf(correct.error) })}</p>}
      </form>
    </Dialog>
  )
}

function keyOptions(report: AnalysisReport | null | undefined): readonly SelectOption<TrackKey | ''>[] {
  const measured = keyFigure({ tempo: null, key: null }, report)
  return [
    { value: '', label: measured ? text(strings.keyMeasured, { measured: measured.shown }) : strings.keyNotMeasured },
    { value: 'none', label: strings.noKey },
    ...keyNames.map((value) => ({ value, label: keyWords(value) })),
  ]
}

interface MusicCorrection {
  readonly tempo: TrackTempo | null
  readonly key: TrackKey | null
}

/** Saves it, and says so with an undo. */
function useCorrection(projectId: string, track: TempoAndKeyDialogProps['track']) {
  const queries = useQueryClient()
  const save = async (body: MusicCorrection) => {
    await trackApi('PATCH /api/projects/:projectId/tracks/:trackId', { params: { projectId, trackId: track.id }, body })
    await queries.invalidateQueries({ queryKey: projectDetailsQuery(projectId).queryKey })
  }
  const { title, tempo, key } = track
  const undo = () =>
    void save({ tempo, key }).catch((error: unknown) =>
      toast({ tone: 'error', text: text(strings.saveFailed, { reason: reasonOf(error) }) }),
    )
  return useMutation({
    mutationFn: save,
    onSuccess: () => void toast({ text: text(strings.saved, { title }), undo }),
  })
}
