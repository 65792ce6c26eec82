import { text } from '#web/i18n/text.ts'
import { CommandKey } from '#web/ui/keys/CommandKey.tsx'
import { blindStrings as strings } from './blind.strings.ts'
import styles from './BlindTest.module.css'

interface BlindLettersProps {
  readonly names: readonly string[]
  readonly chosen: number
  readonly onChoose: (index: number) => void
}

/** The only display during a blind test. */
export function BlindLetters({ names, chosen, onChoose }: BlindLettersProps) {
  return (
    <div className={styles.letters} role="group" aria-label={strings.title}>
      {names.map((name, index) => (
        <span key={name} className={styles.place}>
          <button
            type="button"
            className={styles.letter}
            aria-pressed={index === chosen}
            aria-label={text(strings.listenTo, { letter: name })}
            onClick={() => onChoose(index)}
          >
            {name}
          </button>
          <span className={styles.key} aria-hidden>
            <CommandKey named={String(index + 1)} />
          </span>
        </span>
      ))}
    </div>
  )
}
