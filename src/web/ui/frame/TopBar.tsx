import { ChevronLeft, ChevronRight, Menu as MenuIcon, Search } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { useFrame } from './frame-context.ts'
import { Icon } from '../mark/Icon.tsx'
import { IconButton } from '../IconButton.tsx'
import { frameStrings } from './frame.strings.ts'
import { UiLink } from './UiLink.tsx'
import { tinyQuery, useMedia } from '../use-media.ts'
import styles from './TopBar.module.css'

/** The last one is the current page. */
export interface Crumb {
  readonly label: string
  readonly href?: string
}

interface TopBarProps {
  readonly crumbs: readonly Crumb[]
  /** Beside the current page's name: version button, status. */
  readonly aside?: ReactNode
  /** At the end: who is here, Share, ⋯. */
  readonly children?: ReactNode
}

export function TopBar({ crumbs, aside, children }: TopBarProps) {
  const frame = useFrame()
  const tiny = useMedia(tinyQuery)
  const crowded = tiny || (frame?.phone === true && aside !== undefined)
  return (
    <header className={styles.room}>
      <div className={classNames(styles.bar, aside !== undefined && styles.withAside)}>
        {frame?.phone && (
          <IconButton
            icon={MenuIcon}
            label={frameStrings.openMenu}
            onClick={frame.openDrawer}
            className={styles.menu}
          />
        )}
        <nav aria-label={frameStrings.breadcrumb} className={styles.crumbs}>
          <ol className={styles.list}>
            {crumbs.map(({ label, href }, index) => {
              const last = index === crumbs.length - 1
              return (
                <Fragment key={`${index}-${label}`}>
                  <li className={last ? styles.here : styles.above}>
                    {last || href === undefined ? (
                      <span aria-current={last ? 'page' : undefined} title={label} className={styles.cut}>
                        {label}
                      </span>
                    ) : (
                      <UiLink href={href} title={label} className={styles.link}>
                        <Icon of={ChevronLeft} size={20} className={styles.back} />
                        <span className={styles.parent}>{label}</span>
                      </UiLink>
                    )}
                  </li>
                  {!last && (
                    <li aria-hidden className={styles.arrow}>
                      <Icon of={ChevronRight} size={14} />
                    </li>
                  )}
                </Fragment>
              )
            })}
          </ol>
        </nav>
        {aside}
        <div className={styles.actions}>
          {frame?.phone && frame.onSearch && !crowded && (
            <IconButton icon={Search} label={frameStrings.search} onClick={frame.onSearch} />
          )}
          {children}
        </div>
      </div>
    </header>
  )
}
