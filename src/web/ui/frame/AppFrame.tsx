import { lazy, type MouseEvent, type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import styles from './AppFrame.module.css'
import { Rail } from './Rail.tsx'
import { classNames } from '../class-names.ts'
import { type Frame, FrameContext } from './frame-context.ts'
import { frameStrings } from './frame.strings.ts'
import { keptChoice } from '../form/kept-choice.ts'
import { LazyBoundary } from '../page/lazy-part.tsx'
import type { RailContent } from './rail-content.ts'
import { phoneQuery, useMedia, wideQuery } from '../use-media.ts'
import { useWasEverTrue } from '../use-was-ever-true.ts'
import { whenIdle } from '../page/when-idle.ts'

type RailWidth = 'wide' | 'narrow'

/** Pages that show a waveform, or a panel beside them, open with the narrow rail, to give it more width. */
type RailPlace = 'page' | 'wave' | 'panel'

const widths: readonly RailWidth[] = ['wide', 'narrow']
const choices = {
  page: keptChoice<RailWidth>('roughmix.rail.page', widths, 'wide'),
  wave: keptChoice<RailWidth>('roughmix.rail.wave', widths, 'narrow'),
  panel: keptChoice<RailWidth>('roughmix.rail.panel', widths, 'narrow'),
}

function useRailWidth(place: RailPlace): readonly [RailWidth, (width: RailWidth) => void] {
  const choice = choices[place]
  return [useSyncExternalStore(choice.watch, choice.get), choice.set]
}

const loadDrawer = () => import('./AppDrawer.tsx')
const AppDrawer = lazy(loadDrawer)

interface AppFrameProps {
  readonly rail: RailContent
  /** Each kind of page remembers its own rail width. */
  readonly railPlace?: Exclude<RailPlace, 'panel'>
  /**
   * Stays mounted across pages. Its space is reserved from the start; on a phone and in a low window only once it
   * shows, or if `willPlay`.
   */
  readonly playerBar?: ReactNode
  /** The page loads something to play. */
  readonly willPlay?: boolean
  /** Bottom right, above the player bar. */
  readonly transfers?: ReactNode
  /** Across the top of the page: `OfflineBanner`. */
  readonly banner?: ReactNode
  /** A `TopBar` and a `PageBody`. */
  readonly children: ReactNode
  /** The phone's top bar shows a button for it, because the rail is hidden there. */
  readonly onSearch?: () => void
}

/** The signed-in application: rail or drawer, the page, the player bar, the transfers. */
export function AppFrame({
  rail,
  railPlace = 'page',
  playerBar,
  willPlay = false,
  transfers,
  banner,
  children,
  onSearch,
}: AppFrameProps) {
  const phone = useMedia(phoneQuery)
  const wide = useMedia(wideQuery)
  const [panels, setPanels] = useState(0)
  const [width, setWidth] = useRailWidth(panels > 0 ? 'panel' : railPlace)
  const [drawerOpen, setDrawerOpen] = useState(false)
  const drawerWanted = useWasEverTrue(drawerOpen)
  useEffect(() => (wide ? undefined : whenIdle(() => void loadDrawer())), [wide])
  const frame = useMemo<Frame>(
    () => ({
      phone,
      openDrawer: () => setDrawerOpen(true),
      onSearch,
      giveWay: () => {
        setPanels((count) => count + 1)
        return () => setPanels((count) => count - 1)
      },
    }),
    [phone, onSearch],
  )
  const narrow = !wide || width === 'narrow'
  // At medium widths there is no space to widen the rail, so it opens as a drawer.
  const toggle = () => (wide ? setWidth(narrow ? 'wide' : 'narrow') : setDrawerOpen(true))
  return (
    <FrameContext value={frame}>
      <div className={styles.frame}>
        <a href="#content" className={styles.skip} onClick={skipToContent}>
          {frameStrings.skipToContent}
        </a>
        {!phone && (
          <div className={styles.rail}>
            <Rail content={rail} narrow={narrow} onToggle={toggle} />
          </div>
        )}
        <div className={styles.page} data-frame-page>
          {banner}
          {children}
          {transfers && (
            <section className={styles.transfers} aria-label={frameStrings.transfers}>
              {transfers}
            </section>
          )}
        </div>
        {playerBar && (
          <section
            className={classNames(styles.player, willPlay && styles.reserved)}
            aria-label={frameStrings.player}
            data-player-bar
          >
            {playerBar}
          </section>
        )}
        {drawerWanted && (
          <LazyBoundary asked={drawerOpen} onMissing={() => setDrawerOpen(false)}>
            <AppDrawer open={drawerOpen} onOpenChange={setDrawerOpen} rail={rail} />
          </LazyBoundary>
        )}
      </div>
    </FrameContext>
  )
}

/** A hash in the URL would be a navigation for the router, so move the focus by hand. */
function skipToContent(event: MouseEvent) {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
