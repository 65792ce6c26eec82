import { useId, useState, type FormEvent } from 'react'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import type { TrackTempo } from '../../tracks.contract.ts'
import { isTidyTempo } from './browser-tempo.ts'
import { musicStrings as strings } from './music.strings.ts'
import { TempoFields, tempoOfTyped, typedTempo } from './TempoFields.tsx'
import styles from './TempoDialog.module.css'

interface TempoDialogProps {
  readonly title: string
  /** The present tempo. */
  readonly tempo: TrackTempo | undefined
  readonly onTempo: (tempo: TrackTempo) => void
  readonly onClose: () => void
}

/** For people who may not edit the track: a tempo and the start of bar 1, for their own ruler. */
export default function TempoDialog({ title, tempo, onTempo, onClose }: TempoDialogProps) {
  const form = useId()
  const [typed, setTyped] = useState(() => typedTempo(tempo))
  const [isAsked, setAsked] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    const wanted = tempoOfTyped(typed)
    if (!isTidyTempo(wanted)) return
    onTempo(wanted)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text(strings.tempoTitle, { title })}
      description={strings.tempoWords}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button tone="primary" type="submit" form={form}>
            {strings.showBars}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className={styles.form}>
        <TempoFields typed={typed} onTyped={setTyped} isAsked={isAsked} />
      </form>
    </Dialog>
  )
}
