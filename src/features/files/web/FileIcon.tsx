import { Icon } from '#web/ui/mark/Icon.tsx'
import { fileKindOf } from '../file-kinds.ts'
import { fileKindIcons } from './file-kind-icons.ts'
import styles from './FileIcon.module.css'

interface FileIconProps {
  readonly name: string
  /** A picture is shown itself. */
  readonly pictureUrl?: string | undefined
}

export function FileIcon({ name, pictureUrl }: FileIconProps) {
  return (
    <span className={styles.icon}>
      {pictureUrl === undefined ? (
        <Icon of={fileKindIcons[fileKindOf(name)]} />
      ) : (
        <img className={styles.picture} src={pictureUrl} alt="" loading="lazy" decoding="async" draggable={false} />
      )}
    </span>
  )
}
