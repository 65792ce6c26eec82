import { useId, useState, type FormEvent } from 'react'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { stageStrings as words } from '../stage/stage.strings.ts'
import { isTidyTempo, type TrackTempo } from './track-tempo.ts'
import styles from './TempoDialog.module.css'

interface TempoDialogProps {
  readonly title: string
  /** The present tempo. */
  readonly tempo: TrackTempo | undefined
  readonly onTempo: (tempo: TrackTempo) => void
  readonly onClose: () => void
}

const plain: TrackTempo = { bpm: 120, beatsPerBar: 4, offset: 0 }

/** Sets a track's tempo and the start of bar 1. */
export default function TempoDialog({ title, tempo, onTempo, onClose }: TempoDialogProps) {
  const form = useId()
  const [bpm, setBpm] = useState(tempo ? String(round(tempo.bpm)) : '')
  const [beats, setBeats] = useState(String(tempo?.beatsPerBar ?? 4))
  const [offset, setOffset] = useState(String(round(tempo?.offset ?? 0)))
  const [isAsked, setAsked] = useState(false)
  const typed = { bpm: numberOf(bpm), beatsPerBar: numberOf(beats), offset: numberOf(offset) }
  const wrong = (field: keyof TrackTempo, words: string) =>
    isAsked && !isTidyTempo({ ...plain, [field]: typed[field] }) ? { error: words } : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!isTidyTempo(typed)) return
    onTempo(typed)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text(words.tempoTitle, { title })}
      description={words.tempoWords}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button tone="primary" type="submit" form={form}>
            {words.showBars}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className={styles.form}>
        <TextField
          label={words.bpm}
          inputMode="decimal"
          value={bpm}
          onChange={(event) => setBpm(event.target.value)}
          {...wrong('bpm', words.bpmWrong)}
          data-autofocus
        />
        <TextField
          label={words.beatsPerBar}
          inputMode="numeric"
          value={beats}
          onChange={(event) => setBeats(event.target.value)}
          {...wrong('beatsPerBar', words.beatsWrong)}
        />
        <TextField
          label={words.offset}
          inputMode="decimal"
          value={offset}
          onChange={(event) => setOffset(event.target.value)}
          {...wrong('offset', words.offsetWrong)}
        />
      </form>
    </Dialog>
  )
}

/** Accepts a decimal comma; NaN if it is not a number. */
function numberOf(typed: string): number {
  return typed.trim() === '' ? Number.NaN : Number(typed.trim().replace(',', '.'))
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
