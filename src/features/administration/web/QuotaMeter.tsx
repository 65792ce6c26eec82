import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { Progress } from '#web/ui/mark/Progress.tsx'
import { gaugeState } from '#web/ui/mark/gauge-state.ts'
import styles from './QuotaMeter.module.css'
import { quotaStrings as strings } from './quota.strings.ts'

interface QuotaMeterProps {
  /** What is measured, for screen readers: the name of a project or an organization. */
  readonly name: string
  readonly usedBytes: number
  readonly quotaBytes: number | null
  /** Compact, for a row of a list: without the advice. */
  readonly small?: boolean
}

/** The used share of the quota; also in text, so that colour is not the only sign. */
export function QuotaMeter({ name, usedBytes, quotaBytes, small = false }: QuotaMeterProps) {
  if (quotaBytes === null)
    return small ? null : <p className={styles.sum}>{text(strings.noLimit, { used: formatBytes(usedBytes) })}</p>
  const share = usedBytes / quotaBytes
  const state = gaugeState(share)
  const left = formatBytes(Math.max(0, quotaBytes - usedBytes))
  const says =
    share >= 1
      ? strings.full
      : state === 'gauge-full'
        ? text(strings.nearlyFull, { left })
        : state === 'gauge-high'
          ? text(strings.high, { left })
          : ''
  return (
    <div className={styles.meter} data-small={small || undefined}>
      <p className={small ? styles.line : styles.sum}>
        {text(strings.of, { used: formatBytes(usedBytes), quota: formatBytes(quotaBytes) })}
      </p>
      <Progress share={share} state={state} label={text(strings.share, { share: strings.mine, name })} />
      {says !== '' && (
        <p className={styles.line} data-state={state}>
          {says}
          {!small && <> {strings.whatToDo}</>}
        </p>
      )}
    </div>
  )
}

/** What counts against the quota; the server's derived files do not. */
export function countedBytes({
  originals,
  attachments,
  files,
  uploads,
}: {
  readonly originals: number
  readonly attachments: number
  readonly files: number
  readonly uploads: number
}): number {
  return originals + attachments + files + uploads
}
