import type { ProjectUse } from '#features/administration/administration.contract.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { classNames } from '#web/ui/class-names.ts'
import { administrationStrings } from './administration.strings.ts'
import styles from './UseBar.module.css'

type Uses = Pick<ProjectUse, 'originals' | 'trashed' | 'attachments' | 'files' | 'uploads' | 'derived'>

const kinds = ['originals', 'trashed', 'files', 'attachments', 'derived', 'uploads'] as const

/** Shows the trash apart from other bounces. */
function partsOf({ originals, trashed, ...rest }: Uses): Uses {
  return { ...rest, trashed, originals: originals - trashed }
}

export function totalOf({ originals, attachments, files, uploads, derived }: Uses): number {
  return originals + attachments + files + uploads + derived
}

/** "Bounces 1.2 GB", "Made from bounces 300 MB": the size of each kind. */
export function kindsInWords({ originals, attachments, files, derived, uploads }: Uses): readonly string[] {
  const kinds = Object.entries({ originals, files, attachments, derived, uploads }) as [keyof Uses, number][]
  return kinds
    .filter(([, bytes]) => bytes > 0)
    .map(([kind, bytes]) => `${administrationStrings.kinds[kind]} ${formatBytes(bytes)}`)
}

/** A bar of storage by kind; `of` is the value of its full length. The text beside it says the same. */
export function UseBar({ uses, of }: { readonly uses: Uses; readonly of: number }) {
  const parts = partsOf(uses)
  return (
    <div className={styles.bar} aria-hidden>
      {kinds
        .filter((kind) => parts[kind] > 0)
        .map((kind) => (
          <span
            key={kind}
            className={classNames(styles.part, styles[kind])}
            style={{ width: `${(parts[kind] / Math.max(1, of)) * 100}%` }}
          />
        ))}
    </div>
  )
}

export function UseLegend({ uses }: { readonly uses: Uses }) {
  const parts = partsOf(uses)
  return (
    <ul className={styles.legend} aria-label={administrationStrings.storageOfAll}>
      {kinds.map((kind) => (
        <li key={kind} className={styles.key}>
          <span className={classNames(styles.mark, styles[kind])} aria-hidden />
          <span className={styles.words}>
            <span>
              {administrationStrings.kinds[kind]} · {formatBytes(parts[kind])}
            </span>
            <span className={styles.dim}>{administrationStrings.kindWords[kind]}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
