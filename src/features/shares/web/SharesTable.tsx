import { Ellipsis, Lock } from 'lucide-react'
import { formatPastDay } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { Table, TableCell, TableRow, TableTitle, type TableColumn } from '#web/ui/list/Table.tsx'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { ContextMenu } from '#web/ui/menu/ContextMenu.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import type { Share } from '../shares.contract.ts'
import styles from './Shares.module.css'
import {
  isGuarded,
  isUsedUp,
  nameOfShare,
  percentOf,
  reachWords,
  stateDate,
  stateIcon,
  stateTones,
} from './share-words.ts'
import { shareStrings as strings } from './shares.strings.ts'

export interface SharesListProps {
  readonly shares: readonly Share[]
  readonly entriesOf: (share: Share) => readonly MenuEntry[]
}

const columns: readonly TableColumn[] = [
  { key: 'person', label: strings.columns.person },
  { key: 'what', label: strings.columns.what, width: 220 },
  { key: 'state', label: strings.columns.state, width: 128 },
  { key: 'opened', label: strings.columns.opened, width: 80, numeric: true, from: 640 },
  { key: 'played', label: strings.columns.played, width: 76, numeric: true, from: 820 },
  { key: 'furthest', label: strings.columns.furthest, width: 84, numeric: true, from: 820 },
  { key: 'downloads', label: strings.columns.downloads, width: 100, numeric: true, from: 1090 },
  { key: 'seen', label: strings.columns.seen, width: 100, numeric: true, from: 640 },
  { key: 'menu', label: strings.columns.menu, labelHidden: true, width: 44 },
]

export function SharesTable({ shares, entriesOf }: SharesListProps) {
  return (
    <Table label={strings.list} columns={columns}>
      {shares.map((share) => (
        <Row key={share.id} share={share} entries={entriesOf(share)} />
      ))}
    </Table>
  )
}

interface RowProps {
  readonly share: Share
  readonly entries: readonly MenuEntry[]
}

function Row({ share, entries }: RowProps) {
  return (
    <ContextMenu entries={entries}>
      <TableRow>
        <TableCell>
          <TableTitle
            title={nameOfShare(share)}
            below={
              share.person !== null && share.label !== '' ? `${share.label} · ${share.projectName}` : share.projectName
            }
          />
        </TableCell>
        <TableCell>
          <TableTitle title={reachWords(share)} below={share.titles.length > 1 ? share.titles.join(', ') : undefined} />
        </TableCell>
        <TableCell>
          <ShareState share={share} />
        </TableCell>
        <TableCell numeric from={640}>
          {share.opened}
        </TableCell>
        <TableCell numeric from={820}>
          {share.played}
        </TableCell>
        <TableCell numeric from={820}>
          {percentOf(share.furthest)}
        </TableCell>
        <TableCell numeric from={1090}>
          {share.downloads}
        </TableCell>
        <TableCell numeric quiet from={640}>
          {share.lastSeenAt === null ? strings.never : formatPastDay(share.lastSeenAt)}
        </TableCell>
        <TableCell>
          <ShareMenu share={share} entries={entries} />
        </TableCell>
      </TableRow>
    </ContextMenu>
  )
}

/** For phones. */
export function SharesCards({ shares, entriesOf }: SharesListProps) {
  return (
    <ul className={styles.cards} aria-label={strings.list}>
      {shares.map((share) => (
        <li key={share.id} className={styles.card}>
          <span className={styles.name}>{nameOfShare(share)}</span>
          <ShareMenu share={share} entries={entriesOf(share)} />
          <span className={`${styles.wide} ${styles.meta}`}>
            {share.projectName} · {reachWords(share)}
          </span>
          <span className={styles.wide}>
            <ShareState share={share} />
          </span>
          <span className={`${styles.wide} ${styles.meta}`}>
            {text(strings.playsSum, { opened: share.opened, played: share.played, downloads: share.downloads })}
            {share.furthest !== null && ` · ${percentOf(share.furthest)}`}
          </span>
          {share.lastSeenAt !== null && (
            <span className={`${styles.wide} ${styles.meta}`}>
              {text(strings.seenWhen, { when: formatPastDay(share.lastSeenAt) })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function ShareState({ share }: { readonly share: Share }) {
  const { mostOpens = null, visits = 0 } = share
  const until = [
    stateDate(share),
    mostOpens !== null && text(strings.facts.visitors, { visits, most: mostOpens }),
  ].filter(Boolean)
  const shown = share.state === 'working' && isUsedUp(share) ? 'used-up' : share.state
  return (
    <span className={styles.state}>
      <span className={styles.chipLine}>
        <Chip tone={stateTones[shown]} icon={stateIcon[shown]}>
          {strings.states[shown]}
        </Chip>
        {isGuarded(share) && (
          <>
            <Icon of={Lock} size={12} />
            <VisuallyHidden>{share.hasPassword ? strings.locked : strings.facts.code}</VisuallyHidden>
          </>
        )}
      </span>
      {until.length > 0 && <span className={styles.until}>{until.join(' · ')}</span>}
    </span>
  )
}

function ShareMenu({ share, entries }: RowProps) {
  return (
    <Menu entries={entries} align="end">
      <IconButton icon={Ellipsis} size="small" label={text(strings.menu, { name: nameOfShare(share) })} />
    </Menu>
  )
}
