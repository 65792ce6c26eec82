import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { classNames } from '../class-names.ts'
import { FileInput } from './FileInput.tsx'
import { Icon } from '../mark/Icon.tsx'
import { frameStrings } from '../frame/frame.strings.ts'
import { useFileDrop } from './use-file-drop.ts'
import styles from './DropArea.module.css'

interface DropAreaProps {
  /** "Drop more files here, or"; the link text follows. */
  readonly words: string
  /** The link text: "choose them". */
  readonly chooseWords?: string
  readonly onFiles: (files: readonly File[]) => void
  /** Like `<input accept>`: `audio/*,.wav`. */
  readonly accept?: string
}

/** A strip of 56 px on which files can be dropped; pressing it opens the file picker. An empty page uses `DropPage`. */
export function DropArea({ words, chooseWords = frameStrings.chooseFiles, onFiles, accept }: DropAreaProps) {
  const area = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const over = useFileDrop(area, onFiles)
  return (
    <div ref={area} className={classNames(styles.area, styles.strip, over && styles.over)}>
      <p className={styles.words}>
        <Icon of={Upload} className={styles.icon} />
        <span>
          {words}{' '}
          <button type="button" className={styles.choose} onClick={() => input.current?.click()}>
            {chooseWords}
          </button>
        </span>
      </p>
      <FileInput ref={input} accept={accept} onFiles={onFiles} />
    </div>
  )
}

interface DropAnywhereProps {
  /** What dropping will do: "Drop to add to Low Tide". */
  readonly words: string
  readonly onFiles: (files: readonly File[]) => void
}

/** Accepts files on the whole window while mounted; an overlay appears while they hover. */
export function DropAnywhere({ words, onFiles }: DropAnywhereProps) {
  const over = useFileDrop(null, onFiles)
  if (!over) return null
  return (
    <output className={styles.curtain}>
      <span className={styles.curtainWords}>
        <Icon of={Upload} size={20} />
        {words}
      </span>
    </output>
  )
}
