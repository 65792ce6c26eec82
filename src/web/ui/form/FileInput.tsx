import type { Ref } from 'react'
import styles from './FileInput.module.css'

interface FileInputProps {
  readonly ref: Ref<HTMLInputElement>
  readonly accept?: string | undefined
  readonly onFiles: (files: readonly File[]) => void
}

/** The invisible input behind a button that chooses files. */
export function FileInput({ ref, accept, onFiles }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      accept={accept}
      className={styles.input}
      tabIndex={-1}
      aria-hidden
      onChange={(event) => {
        const files = [...(event.target.files ?? [])]
        // Cleared, so that choosing the same file again fires a change event.
        event.target.value = ''
        if (files.length > 0) onFiles(files)
      }}
    />
  )
}
