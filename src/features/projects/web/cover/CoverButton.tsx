import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { text } from '#web/i18n/text.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useFileDrop } from '#web/ui/form/use-file-drop.ts'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { ProjectCover } from '#web/ui/mark/ProjectCover.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import styles from './CoverButton.module.css'
import { coverStrings as strings } from './cover.strings.ts'
import type { CoverOwner } from './use-cover.ts'

const CoverDialog = lazyDialog(() => import('./CoverDialog.tsx'))

interface CoverButtonProps {
  /** Determines the drawn picture. */
  readonly id: string
  readonly owner: CoverOwner
  readonly size: number
}

/** A cover that takes a picture: by a press, or dropped on it. */
export function CoverButton({ id, owner, size }: CoverButtonProps) {
  const area = useRef<HTMLButtonElement>(null)
  const [asked, setAsked] = useState<{ readonly file?: File | undefined } | null>(null)
  const over = useFileDrop(area, ([file]) => setAsked({ file }))
  const words = text(strings.change, { name: owner.name })
  return (
    <>
      <button
        ref={area}
        type="button"
        className={classNames(styles.cover, over && styles.over)}
        aria-label={words}
        title={words}
        onClick={() => setAsked({})}
      >
        <ProjectCover id={id} imageUrl={owner.url} size={size} />
        <span className={styles.sign} aria-hidden>
          <Icon of={ImagePlus} size={20} />
        </span>
      </button>
      {asked && (
        <CoverDialog
          owner={owner}
          current={<ProjectCover id={id} imageUrl={owner.url} size="fill" />}
          file={asked.file}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
