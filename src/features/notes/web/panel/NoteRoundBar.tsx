import { Ellipsis, FileCheck, Pencil, Send, Trash2, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { formatRelative } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { TimeButton } from '#web/ui/TimeButton.tsx'
import { listening } from '#web/player/listening.ts'
import type { NoteRound, NoteRoundDraft } from '../../note-rounds.contract.ts'
import { plainNote } from '../../note-text.ts'
import { useIsWriting } from '../composer/note-draft.ts'
import { NoteChips } from '../card/NoteMarksRow.tsx'
import { roundStrings } from './rounds.strings.ts'
import type { NotesModel } from '../use-notes-model.ts'
import type { NoteRounds } from './use-note-rounds.ts'
import styles from './NoteRoundBar.module.css'

const RoundSetsDialog = lazyDialog(() => import('./RoundSetsDialog.tsx'))

interface NoteRoundBarProps {
  readonly model: NotesModel
  readonly rounds: NoteRounds
}

interface NoteRoundHeadProps extends NoteRoundBarProps {
  readonly onStart: () => void
}

/** This version's review round: its state, the user's drafts in it, and the sets that were sent. */
export function NoteRoundBar({ model, rounds, onStart }: NoteRoundHeadProps) {
  const { here, open, drafts, mayOpen, mayStart, nextNumber, isBusy, send, close } = rounds
  const [isReading, setReading] = useState(false)
  if (!here && !mayStart && !open) return null
  return (
    <section
      className={styles.bar}
      data-offer={(!here && !open) || undefined}
      aria-label={text(roundStrings.name, { number: here?.number ?? open?.number ?? nextNumber })}
    >
      <div className={styles.head}>
        {here && (
          <>
            <Icon of={UsersRound} size={14} />
            <b className={styles.name}>{text(roundStrings.name, { number: here.number })}</b>
            <span className={styles.state}>{stateOf(here)}</span>
          </>
        )}
        {!here && open && (
          <span className={styles.state}>
            {text(roundStrings.elsewhere, { number: open.number, version: open.version.number })}
          </span>
        )}
        {mayStart && (
          <Button size="small" tone="quiet" icon={UsersRound} onClick={onStart}>
            {text(roundStrings.start, { number: nextNumber })}
          </Button>
        )}
        <span className={styles.gap} />
        {here && here.sets.length > 0 && (
          <Button size="small" tone="quiet" icon={FileCheck} onClick={() => setReading(true)}>
            {text(roundStrings.sent, { count: here.sets.length })}
          </Button>
        )}
        {here && here.closedAt === null && mayOpen && (
          <Menu align="end" entries={[{ kind: 'action', label: roundStrings.close, onSelect: close }]}>
            <IconButton icon={Ellipsis} size="small" label={text(roundStrings.menu, { number: here.number })} />
          </Menu>
        )}
      </div>
      {drafts.length > 0 && (
        <details className={styles.drafts}>
          <summary>
            {drafts.length === 1 ? roundStrings.oneDraft : text(roundStrings.drafts, { count: drafts.length })}
          </summary>
          <ul>
            {drafts.map((draft) => (
              <Draft key={draft.id} draft={draft} model={model} rounds={rounds} />
            ))}
          </ul>
        </details>
      )}
      {drafts.length > 0 && (
        <Button size="small" icon={Send} busy={isBusy} onClick={send}>
          {drafts.length === 1 ? roundStrings.sendOne : text(roundStrings.send, { count: drafts.length })}
        </Button>
      )}
      {isReading && here && <RoundSetsDialog round={here} onClose={() => setReading(false)} />}
    </section>
  )
}

function Draft({ draft, model, rounds }: NoteRoundBarProps & { readonly draft: NoteRoundDraft }) {
  const { heard } = model
  const isWriting = useIsWriting(model.draft)
  const { id: _, createdAt: __, fromSeconds: from, toSeconds: to, ...words } = draft
  const edit = () => {
    // Moves the draft back into this browser, like any unfinished note.
    model.draft.set({ from, to, ...words })
    rounds.drop(draft)
  }
  return (
    <li className={styles.draft}>
      <span className={styles.line}>
        <TimeButton
          at={from}
          {...(to !== null && { until: to })}
          onSelect={(at) => heard && listening.hear(heard, { at })}
        />
        <span className={styles.gap} />
        {!isWriting && <IconButton size="small" icon={Pencil} label={roundStrings.edit} onClick={edit} />}
        <IconButton size="small" icon={Trash2} label={roundStrings.drop} onClick={() => rounds.drop(draft)} />
      </span>
      <span className={styles.words}>{plainNote(draft.body)}</span>
      <span className={styles.line}>
        <NoteChips note={{ ...draft, set: null }} />
      </span>
    </li>
  )
}

function stateOf({ closedAt, dueAt }: NoteRound): string | null {
  if (closedAt !== null) return roundStrings.closed
  if (dueAt === null) return null
  return text(dueAt < Date.now() ? roundStrings.overdue : roundStrings.due, { when: formatRelative(dueAt) })
}
