import { ImagePlus, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import styles from './PictureField.module.css'

/** A picture is stored as text in the row of its user or organization, which holds at most 4096 characters. */
const mostCharacters = 4000
/** Edge of the square in pixels, and quality; the best is tried first. */
const attempts = [
  [96, 0.86],
  [96, 0.72],
  [96, 0.56],
  [72, 0.6],
  [72, 0.45],
  [56, 0.5],
  [40, 0.4],
] as const

/**
 * Crops the middle of a picture to a small square and returns it as a `data:` URL; rejects if the file is not a
 * picture.
 */
async function shrinkPicture(file: Blob): Promise<string> {
  const address = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    return smallEnough(picture)
  } finally {
    URL.revokeObjectURL(address)
  }
}

function smallEnough(picture: HTMLImageElement): string {
  for (const [edge, quality] of attempts) {
    const small = drawSquare(picture, edge)
    for (const type of ['image/webp', 'image/jpeg'] as const) {
      const address = small.toDataURL(type, quality)
      // A browser that cannot write WebP returns PNG.
      if (address.startsWith(`data:${type}`) && address.length <= mostCharacters) return address
    }
  }
  throw new Error('This picture is too large, even after resizing')
}

function drawSquare(picture: HTMLImageElement, edge: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = edge
  canvas.height = edge
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot resize pictures')
  // An SVG may have no size of its own.
  const [width, height] = [picture.naturalWidth || edge, picture.naturalHeight || edge]
  const side = Math.min(width, height)
  context.imageSmoothingQuality = 'high'
  // JPEG has no transparency and would show black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, edge, edge)
  context.drawImage(picture, (width - side) / 2, (height - side) / 2, side, side, 0, 0, edge, edge)
  return canvas
}

interface PictureFieldProps {
  /** What the picture shows: "Picture", "Logo". */
  readonly label: string
  /** The picture as it appears elsewhere, enlarged. */
  readonly preview: ReactNode
  readonly has: boolean
  readonly busy: boolean
  readonly disabled?: boolean
  readonly strings: {
    readonly choose: string
    readonly remove: string
    readonly help: string
    readonly unreadable: string
  }
  /** A small `data:` URL, or null for none. */
  readonly onPicture: (picture: string | null) => void
}

/** Chooses a picture, shrinks it in the browser and passes it on; the file itself is not uploaded. */
export function PictureField({ label, preview, has, busy, disabled = false, strings, onPicture }: PictureFieldProps) {
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
              {strings.choose}
            </Button>
            {has && (
              <Button size="small" tone="quiet" icon={Trash2} onClick={() => onPicture(null)}>
                {strings.remove}
              </Button>
            )}
          </span>
        )}
        <span className={unreadable ? styles.wrong : styles.help} role={unreadable ? 'alert' : undefined}>
          {unreadable ? strings.unreadable : strings.help}
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
