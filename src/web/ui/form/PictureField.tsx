import { ImagePlus, Trash2 } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { shrinkPicture } from './shrink-picture.ts'
import styles from './PictureField.module.css'

interface PictureFieldProps {
  /** What the picture shows: "Picture", "Logo". */
  readonly label: string
  /** The picture as it appears elsewhere, enlarged. */
  readonly preview: ReactNode
  readonly has: boolean
  readonly busy: boolean
  readonly disabled?: boolean
  readonly words: {
    readonly choose: string
    readonly remove: string
    readonly help: string
    readonly unreadable: string
  }
  /** A small `data:` URL, or null for none. */
  readonly onPicture: (picture: string | null) => void
}

/** Chooses a picture, shrinks it in the browser and passes it on; the file itself is not uploaded. */
export function PictureField({ label, preview, has, busy, disabled = false, words, onPicture }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [unreadable, setUnreadable] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file) return
    setUnreadable(false)
    try {
      onPicture(await shrinkPicture(file))
    } catch {
      setUnreadable(true)
    }
  }
  return (
    <div className={styles.field} role="group" aria-label={label}>
      <span className={styles.preview}>{preview}</span>
      <div className={styles.words}>
        <span className={styles.label}>{label}</span>
        {!disabled && (
          <span className={styles.buttons}>
            <Button size="small" icon={ImagePlus} busy={busy} onClick={() => input.current?.click()}>
              {words.choose}
            </Button>
            {has && (
              <Button size="small" tone="quiet" icon={Trash2} onClick={() => onPicture(null)}>
                {words.remove}
              </Button>
            )}
          </span>
        )}
        <span className={unreadable ? styles.wrong : styles.help} role={unreadable ? 'alert' : undefined}>
          {unreadable ? words.unreadable : words.help}
        </span>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        className={styles.input}
        tabIndex={-1}
        aria-hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          // Cleared, so that choosing the same file again fires a change event.
          void take(file)
          target.value = ''
        }}
      />
    </div>
  )
}
