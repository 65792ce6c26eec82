import { useState } from 'react'
import { Button } from '../Button.tsx'
import styles from './BothTexts.module.css'
import { bothTextsStrings } from './both-texts.strings.ts'
import { TextArea } from './TextArea.tsx'

interface BothTextsProps {
  /** What the text is of, if there is more than one: "Title". */
  readonly name?: string | undefined
  readonly theirs: string
  readonly mine: string
  readonly isBusy?: boolean
  /** Drops `mine`. */
  readonly onTheirs: () => void
  /** Saves `mine`, or what was made of both. */
  readonly onMine: (words: string) => void
}

/** Two people changed one text: both are shown, and one is chosen, or they are joined. */
export function BothTexts({ name, theirs, mine, isBusy = false, onTheirs, onMine }: BothTextsProps) {
  const [joined, setJoined] = useState<string | null>(null)
  if (joined !== null) {
    const save = () => onMine(joined.trim())
    return (
      <div role="group" aria-label={name ?? bothTextsStrings.joined} className={styles.choice}>
        <TextArea
          // The press on Join asked for it.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          label={name ?? bothTextsStrings.joined}
          value={joined}
          rows={4}
          onChange={({ target }) => setJoined(target.value)}
        />
        <span className={styles.buttons}>
          <Button size="small" tone="primary" busy={isBusy} disabled={joined.trim() === ''} onClick={save}>
            {bothTextsStrings.save}
          </Button>
          <Button size="small" tone="quiet" onClick={() => setJoined(null)}>
            {bothTextsStrings.back}
          </Button>
        </span>
      </div>
    )
  }
  return (
    <div role="group" aria-label={name ?? bothTextsStrings.joined} className={styles.choice}>
      {name !== undefined && <span className={styles.name}>{name}</span>}
      <div className={styles.both}>
        <Side label={bothTextsStrings.theirs} words={theirs} />
        <Side label={bothTextsStrings.mine} words={mine} />
      </div>
      <span className={styles.buttons}>
        <Button size="small" disabled={isBusy} onClick={onTheirs}>
          {bothTextsStrings.keepTheirs}
        </Button>
        <Button size="small" busy={isBusy} onClick={() => onMine(mine)}>
          {bothTextsStrings.keepMine}
        </Button>
        {theirs.trim() !== '' && mine.trim() !== '' && (
          <Button size="small" disabled={isBusy} onClick={() => setJoined(joinTexts(theirs, mine))}>
            {bothTextsStrings.join}
          </Button>
        )}
      </span>
    </div>
  )
}

function Side({ label, words }: { readonly label: string; readonly words: string }) {
  return (
    <div className={styles.side}>
      <span className={styles.label}>{label}</span>
      <p className={styles.words} data-empty={words === ''}>
        {words === '' ? bothTextsStrings.empty : words}
      </p>
    </div>
  )
}

/** Neither text is in the other twice. */
function joinTexts(theirs: string, mine: string): string {
  if (theirs.includes(mine)) return theirs
  if (mine.includes(theirs)) return mine
  return [theirs, mine].join(/\n/.test(theirs + mine) || theirs.length + mine.length > 120 ? '\n\n' : '\n')
}
