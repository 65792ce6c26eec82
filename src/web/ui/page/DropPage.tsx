import { Upload } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { classNames } from '../class-names.ts'
import { FileInput } from '../form/FileInput.tsx'
import { useFileDrop } from '../form/use-file-drop.ts'
import styles from '../form/DropArea.module.css'

interface DropPageProps {
  /** "Drop a bounce to start a project". */
  readonly title: string
  /** On the primary button: "Choose files". */
  readonly chooseWords: string
  readonly onFiles: (files: readonly File[]) => void
  readonly accept?: string
  /** Beside the primary button. */
  readonly action?: ReactNode
  /** One sentence. */
  readonly children?: ReactNode
}

/** An empty page that is one large drop area. */
export function DropPage({ title, chooseWords, onFiles, accept, action, children }: DropPageProps) {
  const area = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const over = useFileDrop(area, onFiles)
  return (
    <div ref={area} className={classNames(styles.area, styles.page, over && styles.over)}>
      <Bars />
      <h2 className={styles.title}>{title}</h2>
      {children !== undefined && <p className={styles.sentence}>{children}</p>}
      <div className={styles.actions}>
        <Button tone="primary" size="large" icon={Upload} onClick={() => input.current?.click()}>
          {chooseWords}
        </Button>
        {action}
      </div>
      <FileInput ref={input} accept={accept} onFiles={onFiles} />
    </div>
  )
}

/** The left halves of a fictional waveform, played to a third. Decoration only. */
const halves = [
  3, 3, 2, 3, 4, 3, 5, 6, 8, 7, 10, 12, 9, 11, 14, 12, 10, 22, 34, 20, 14, 18, 28, 36, 24, 30, 21, 38, 26, 18, 22, 16,
  25, 19, 14, 21, 29, 17, 12, 9, 32, 13, 8, 5, 6, 4, 5, 3, 2, 2,
]
const played = Math.floor(halves.length / 3)

function Bars() {
  const path = (from: number, to: number) =>
    halves
      .slice(from, to)
      .map((half, index) => `M${(from + index) * 6 + 2} ${40 - half}v${half * 2}`)
      .join('')
  return (
    <svg className={styles.bars} viewBox="0 0 302 80" fill="none" aria-hidden>
      <path className={styles.barsRest} d={path(played, halves.length)} />
      <path className={styles.barsPlayed} d={path(0, played)} />
    </svg>
  )
}
