import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { Progress } from '../mark/Progress.tsx'
import { gaugeState } from '../mark/gauge-state.ts'
import type { RailStorage } from './rail-content.ts'
import { frameStrings } from './frame.strings.ts'
import { UiLink } from './UiLink.tsx'
import styles from './Rail.module.css'

export function RailStorageMeter({ storage: { usedBytes, quotaBytes, href } }: { readonly storage: RailStorage }) {
  const share = quotaBytes === null || quotaBytes <= 0 ? null : usedBytes / quotaBytes
  const words =
    quotaBytes === null
      ? formatBytes(usedBytes)
      : text(frameStrings.storageUsed, {
          used: withoutSharedUnit(usedBytes, quotaBytes),
          quota: formatBytes(quotaBytes),
        })
  const inside = (
    <>
      <span className={styles.storageLine}>
        <span>{frameStrings.storage}</span>
        <span className={styles.faint}>{words}</span>
      </span>
      {share !== null && <Progress share={share} state={gaugeState(share)} label={frameStrings.storage} />}
    </>
  )
  return href === undefined ? (
    <div className={styles.storage}>{inside}</div>
  ) : (
    <UiLink href={href} className={styles.storage}>
      {inside}
    </UiLink>
  )
}

/** `41.2 of 200 GB`, but `812 MB of 200 GB`. */
function withoutSharedUnit(usedBytes: number, quotaBytes: number): string {
  const [value = '', unit] = formatBytes(usedBytes).split(' ')
  return unit === formatBytes(quotaBytes).split(' ')[1] ? value : `${value} ${unit}`
}
