import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { keepUnsent, readUnsent } from '#web/api/unsent-words.ts'
import { classNames } from '#web/ui/class-names.ts'
import styles from './InlineText.module.css'

interface InlineTextProps {
  /** Of the field; the button says it with the value. */
  readonly label: string
  readonly buttonLabel: string
  readonly value: string
  /** What the button shows instead of the value. */
  readonly shown?: ReactNode
  readonly most?: number
  /** Enter begins a line; Ctrl+Enter saves. */
  readonly isLong?: boolean
  readonly help?: string
  readonly look?: 'title' | 'text' | 'value'
  /** Where unsaved words wait for a page that was reloaded in the middle of them. */
  readonly draftPlace?: string
  /** Undefined for people who may only read. */
  readonly onSave: ((value: string, seen: string) => void) | undefined
  /** Says what is wrong with a value; it is then not saved. */
  readonly judge?: (value: string) => string | undefined
  readonly 'data-autofocus'?: boolean
}

/** Text until it is pressed, then a field: leaving it saves, Escape leaves it as it was. */
export function InlineText(props: InlineTextProps) {
  const { label, buttonLabel, value, shown = value, look = 'text', draftPlace, onSave } = props
  const [isEditing, setEditing] = useState(onSave !== undefined && readLeftWords(draftPlace) !== undefined)
  const button = useRef<HTMLButtonElement>(null)
  const returns = useRef(false)
  useEffect(() => {
    if (isEditing || !returns.current) return
    returns.current = false
    button.current?.focus()
  }, [isEditing])
  if (!onSave)
    return (
      <p className={classNames(styles.read, styles[look])} aria-label={look === 'value' ? label : undefined}>
        {shown}
      </p>
    )
  if (isEditing)
    return (
      <InlineField
        {...props}
        onDone={(byKey) => {
          returns.current = byKey
          setEditing(false)
        }}
        onSave={onSave}
      />
    )
  return (
    <button
      ref={button}
      type="button"
      className={classNames(styles.button, styles[look])}
      aria-label={buttonLabel}
      data-empty={value === ''}
      data-autofocus={props['data-autofocus']}
      onClick={() => setEditing(true)}
    >
      {shown}
    </button>
  )
}

interface InlineFieldProps extends InlineTextProps {
  readonly onSave: (value: string, seen: string) => void
  readonly onDone: (byKey: boolean) => void
}

function InlineField({ label, value, most, isLong, help, look = 'text', judge, ...props }: InlineFieldProps) {
  const { draftPlace, onSave, onDone } = props
  const [left] = useState(() => readLeftWords(draftPlace))
  const [seen] = useState(left?.seen ?? value)
  const [typed, setTyped] = useState(left?.typed ?? value)
  const [tried, setTried] = useState(false)
  const helpId = useId()
  const done = useRef(false)
  const wrong = judge?.(typed.trim())
  const type = (words: string) => {
    setTyped(words)
    if (draftPlace !== undefined) keepUnsent(draftPlace, JSON.stringify({ seen, typed: words }))
  }
  const end = (byKey: boolean) => {
    done.current = true
    if (draftPlace !== undefined) keepUnsent(draftPlace, undefined)
    onDone(byKey)
  }
  const finish = (byKey: boolean) => {
    if (done.current) return
    if (wrong !== undefined && byKey) return setTried(true)
    if (wrong === undefined && typed.trim() !== seen) onSave(typed.trim(), seen)
    end(byKey)
  }
  const leave = useEffectEvent(() => finish(false))
  // Another task may open in its place, and no words are lost.
  useEffect(() => () => leave(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      end(true)
    } else if (event.key === 'Enter' && (isLong !== true || event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      finish(true)
    }
  }
  const words = tried && wrong !== undefined ? wrong : help
  return (
    <div className={styles.editing}>
      <textarea
        // The press that made it a field asked for the focus.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        rows={1}
        aria-label={label}
        aria-describedby={words === undefined ? undefined : helpId}
        aria-invalid={tried && wrong !== undefined}
        maxLength={most}
        value={typed}
        className={classNames(styles.field, styles[look])}
        onFocus={toEnd}
        onChange={(event) => type(isLong === true ? event.target.value : event.target.value.replaceAll('\n', ' '))}
        onBlur={() => finish(false)}
        onKeyDown={onKeyDown}
      />
      {words !== undefined && (
        <p id={helpId} className={tried && wrong !== undefined ? styles.wrong : styles.help}>
          {words}
        </p>
      )}
    </div>
  )
}

interface LeftWords {
  /** The value when the editing began. */
  readonly seen: string
  readonly typed: string
}

function readLeftWords(place: string | undefined): LeftWords | undefined {
  try {
    const left: unknown = JSON.parse((place === undefined ? undefined : readUnsent(place)) ?? 'null')
    if (typeof left !== 'object' || left === null || !('seen' in left) || !('typed' in left)) return undefined
    const { seen, typed } = left
    return typeof seen === 'string' && typeof typed === 'string' ? { seen, typed } : undefined
  } catch {
    return undefined
  }
}

function toEnd({ currentTarget }: FocusEvent<HTMLTextAreaElement>): void {
  currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length)
}
