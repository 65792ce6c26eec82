import { ChevronsUpDown, PanelLeft } from 'lucide-react'
import { ProjectCover } from '../mark/ProjectCover.tsx'
import { Avatar } from '../mark/Avatar.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../mark/Icon.tsx'
import { IconButton } from '../IconButton.tsx'
import { Kbd } from '../keys/Kbd.tsx'
import { Logo } from '../mark/Logo.tsx'
import { Menu } from '../menu/Menu.tsx'
import type { RailContent, RailItem, RailProject } from './rail-content.ts'
import { RailStorageMeter } from './RailStorageMeter.tsx'
import { Tooltip } from '../overlay/Tooltip.tsx'
import { frameStrings } from './frame.strings.ts'
import { UiLink } from './UiLink.tsx'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import styles from './Rail.module.css'

interface RailProps {
  readonly content: RailContent
  /** 64 px: only icons, with names in tooltips. */
  readonly narrow: boolean
  /** Widens or narrows the rail; if omitted, there is no button for it. */
  readonly onToggle?: () => void
}

export function Rail({
  content: { head, items, projectsLabel, projects, storage, account },
  narrow,
  onToggle,
}: RailProps) {
  const toggleWords = narrow ? frameStrings.expandRail : frameStrings.collapseRail
  return (
    <nav className={classNames(styles.rail, narrow && styles.narrow)} aria-label={frameStrings.mainNavigation}>
      <RailHead name={head.name} menu={head.menu} narrow={narrow} />
      <div className={styles.middle}>
        <ul className={styles.list}>
          {items.map((item) => (
            <li key={item.id}>
              <ItemRow item={item} narrow={narrow} />
            </li>
          ))}
        </ul>
        {projects.length > 0 && !narrow && <h2 className={styles.heading}>{projectsLabel}</h2>}
        {projects.length > 0 && narrow && <hr className={styles.rule} />}
        {projects.length > 0 && (
          <ul className={styles.list} aria-label={projectsLabel}>
            {projects.map((project) => (
              <li key={project.id}>
                <ProjectRow project={project} narrow={narrow} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={styles.foot}>
        {storage && !narrow && <RailStorageMeter storage={storage} />}
        <div className={styles.account}>
          <Menu side="top" entries={account.menu} head={<AccountHead {...account} />}>
            <button type="button" className={classNames(styles.row, styles.accountButton)}>
              <Avatar person={account.person} decorative />
              {narrow ? (
                <VisuallyHidden>{account.person.name}</VisuallyHidden>
              ) : (
                <span className={styles.label}>{account.person.name}</span>
              )}
            </button>
          </Menu>
          {onToggle && <IconButton icon={PanelLeft} label={toggleWords} tipSide="right" onClick={onToggle} />}
        </div>
      </div>
    </nav>
  )
}

function RailHead({
  name,
  menu,
  narrow,
}: {
  readonly name: string
  readonly menu: RailContent['head']['menu']
  readonly narrow: boolean
}) {
  const words = (
    <>
      {<Logo size={28} />}
      {narrow ? <VisuallyHidden>{name}</VisuallyHidden> : <span className={styles.label}>{name}</span>}
    </>
  )
  if (!menu) return <div className={classNames(styles.head, styles.still)}>{words}</div>
  return (
    <Menu entries={menu}>
      <button type="button" className={styles.head}>
        {words}
        {!narrow && <Icon of={ChevronsUpDown} size={14} className={styles.faint} />}
      </button>
    </Menu>
  )
}

function ItemRow({ item, narrow }: { readonly item: RailItem; readonly narrow: boolean }) {
  const { label, icon, current = false, count, countWords, dot = false, keys } = item
  const inside = (
    <>
      <Icon of={icon} />
      {narrow ? <VisuallyHidden>{label}</VisuallyHidden> : <span className={styles.label}>{label}</span>}
      <Count count={count} words={countWords} narrow={narrow} />
      {keys !== undefined && !narrow && <Kbd>{keys}</Kbd>}
    </>
  )
  const look = {
    className: classNames(styles.row, dot && styles.dot),
    'aria-current': current ? ('page' as const) : undefined,
  }
  const row =
    'href' in item ? (
      <UiLink {...look} href={item.href}>
        {inside}
      </UiLink>
    ) : (
      <button {...look} type="button" data-leaves onClick={item.onSelect}>
        {inside}
      </button>
    )
  return narrow ? (
    <Tooltip text={label} keys={keys} side="right">
      {row}
    </Tooltip>
  ) : (
    row
  )
}

function ProjectRow({
  project: { id, title, href, current = false, imageUrl, count, countWords },
  narrow,
}: {
  readonly project: RailProject
  readonly narrow: boolean
}) {
  const row = (
    <UiLink
      href={href}
      className={styles.row}
      aria-current={current ? 'page' : undefined}
      title={narrow ? undefined : title}
    >
      <ProjectCover id={id} imageUrl={imageUrl} size={narrow ? 24 : 18} />
      {narrow ? <VisuallyHidden>{title}</VisuallyHidden> : <span className={styles.label}>{title}</span>}
      <Count count={count} words={countWords} narrow={narrow} />
    </UiLink>
  )
  return narrow ? (
    <Tooltip text={title} side="right">
      {row}
    </Tooltip>
  ) : (
    row
  )
}

/** Zero is not shown. */
function Count({
  count,
  words,
  narrow,
}: {
  readonly count: number | undefined
  readonly words: string | undefined
  readonly narrow: boolean
}) {
  if (!count) return null
  if (narrow) return <VisuallyHidden>{words ?? count}</VisuallyHidden>
  return words === undefined ? (
    <span className={styles.count}>{count}</span>
  ) : (
    <span className={styles.count} title={words}>
      <span aria-hidden>{count}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  )
}

function AccountHead({ person, detail }: RailContent['account']) {
  return (
    <span className={styles.accountHead}>
      <span className={styles.strong}>{person.name}</span>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
    </span>
  )
}
