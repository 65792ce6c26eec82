import { Dialog } from 'radix-ui'
import { useMemo, useState, type MouseEvent, type ReactNode } from 'react'
import { useFocusReturn } from './focus-return.ts'
import { FrameContext, type Frame } from './frame-context.ts'
import type { RailContent } from './rail-content.ts'
import { Rail } from './Rail.tsx'
import { useRailWidth, type RailPlace } from './rail-width.ts'
import { uiStrings } from './ui.strings.ts'
import { phoneQuery, useMedia, wideQuery } from './use-media.ts'
import styles from './AppFrame.module.css'

interface AppFrameProps {
  readonly rail: RailContent
  /** Each kind of page remembers its own width of the rail. */
  readonly railPlace?: RailPlace
  /** Stays mounted while pages change; nothing is kept free for it when there is none. */
  readonly playerBar?: ReactNode
  /** Bottom right, above the player bar. */
  readonly transfers?: ReactNode
  /** Across the top of the page: `OfflineBanner`. */
  readonly banner?: ReactNode
  /** A `TopBar` and a `PageBody`. */
  readonly children: ReactNode
  /** A button for it stands in the top bar of a phone, which has no rail in sight. */
  readonly onSearch?: () => void
}

/** The signed-in application: rail or drawer, the page, the player bar, the transfers. */
export function AppFrame({ rail, railPlace = 'page', playerBar, transfers, banner, children, onSearch }: AppFrameProps) {
  const phone = useMedia(phoneQuery)
  const wide = useMedia(wideQuery)
  const [width, setWidth] = useRailWidth(railPlace)
  const [drawerOpen, setDrawerOpen] = useState(false)
  const frame = useMemo<Frame>(() => ({ phone, openDrawer: () => setDrawerOpen(true), onSearch }), [phone, onSearch])
  const narrow = !wide || width === 'narrow'
  // Between phone and wide there is no room to widen: the whole rail comes as a drawer.
  const toggle = () => (wide ? setWidth(narrow ? 'wide' : 'narrow') : setDrawerOpen(true))
  return (
    <FrameContext value={frame}>
      <div className={styles.frame}>
        <a href="#content" className={styles.skip} onClick={skipToContent}>{uiStrings.skipToContent}</a>
        {!phone && <div className={styles.rail}><Rail content={rail} narrow={narrow} onToggle={toggle} /></div>}
        <div className={styles.page}>
          {banner}
          {children}
          {transfers && <section className={styles.transfers} aria-label={uiStrings.transfers}>{transfers}</section>}
        </div>
        {playerBar && <section className={styles.player} aria-label={uiStrings.player} data-player-bar>{playerBar}</section>}
        <Drawer open={drawerOpen} onOpenChange={setDrawerOpen} rail={rail} />
      </div>
    </FrameContext>
  )
}

interface DrawerProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly rail: RailContent
}

function Drawer({ open, onOpenChange, rail }: DrawerProps) {
  const closeOnFollow = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a, [data-leaves]')) onOpenChange(false)
  }
  const focusReturn = useFocusReturn()
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} />
        <Dialog.Content {...focusReturn} className={styles.drawer} aria-describedby={undefined} onClick={closeOnFollow}>
          <Dialog.Title className={styles.hidden}>{uiStrings.mainNavigation}</Dialog.Title>
          <Rail content={rail} narrow={false} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** A hash in the address would be a new place for the router, so the focus is moved by hand. */
function skipToContent(event: MouseEvent) {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
