import type { Milliseconds } from '#shared/units.ts'
import { Check, ChevronDown, ChevronUp, ListX, Pause, Play } from 'lucide-react'
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { formatRate } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Progress } from '#web/ui/mark/Progress.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { phoneQuery, useMedia } from '#web/ui/use-media.ts'
import styles from './TransferPanel.module.css'
import { TransferRow } from './TransferRow.tsx'
import type { TransferEngine } from '../transfer-engine.ts'
import { transferNews } from './transfer-news.ts'
import { inPanelOrder, transferTotal, type TransferTotal } from './transfer-total.ts'
import type { Transfer, TransfersStore } from './transfers-store.ts'
import { transferStrings } from '../transfers.strings.ts'

/** Long enough to see that it is done. */
const PILL_AFTER_MS: Milliseconds = 5000
const LOOK_MS: Milliseconds = 500

interface TransferPanelProps {
  readonly engine: TransferEngine
  /** The result of a finished upload, instead of its bar. */
  readonly renderVersion: (transfer: Transfer) => ReactNode
  /** Whether there is more to come of these finished uploads: their results are read before the list folds. */
  readonly isPending: boolean
}

/** The list of transfers at the bottom right; collapsed, one line with the total progress. */
export function TransferPanel({ engine, renderVersion, isPending }: TransferPanelProps) {
  const transfers = useTransfers(engine.store)
  // A phone has no space beside the page: there the list opens on request.
  const phone = useMedia(phoneQuery)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const total = transferTotal(transfers)
  // Those that are all done, folded once: opened again, the list stays open.
  const done = total.done === total.count && !isPending ? transfers.map(({ id }) => id).join() : ''
  const [folded, setFolded] = useState('')
  const panel = useRef<HTMLDivElement>(null)
  const pill = useRef<HTMLButtonElement>(null)
  useWhenIdle(panel, done !== '', () => {
    const hadFocus = panel.current?.contains(document.activeElement)
    setFolded(done)
    if (hadFocus) requestAnimationFrame(() => pill.current?.focus())
  })
  const open = chosen ?? !phone
  if (done !== '' && folded === done)
    return (
      <>
        <TransferNews transfers={transfers} />
        <FinishedPill
          ref={pill}
          count={total.count}
          onOpen={() => {
            setFolded('')
            setChosen(true)
          }}
        />
      </>
    )
  return (
    <>
      <TransferNews transfers={transfers} />
      {transfers.length > 0 && (
        <div ref={panel} className={styles.panel} data-transfer-panel={open ? 'open' : 'folded'}>
          <header className={styles.head}>
            <h2 className={styles.title}>{transferStrings.transfers}</h2>
            <span className={styles.sum}>{totalWords(total)}</span>
            <PanelButtons engine={engine} transfers={transfers} />
            <IconButton
              icon={open ? ChevronDown : ChevronUp}
              size="small"
              label={open ? transferStrings.collapse : transferStrings.expand}
              onClick={() => setChosen(!open)}
            />
          </header>
          {open ? (
            <ul className={styles.list}>
              {inPanelOrder(transfers).map((transfer) => (
                <TransferRow key={transfer.id} engine={engine} transfer={transfer} renderVersion={renderVersion} />
              ))}
            </ul>
          ) : (
            total.done < total.count && (
              <div className={styles.bar}>
                <Progress
                  share={total.share}
                  state={total.failed > 0 && total.unfinished === 0 ? 'stopped' : 'going'}
                  label={transferStrings.total}
                />
              </div>
            )
          )}
        </div>
      )}
    </>
  )
}

/**
 * Runs after a while in which nobody moved the pointer on the panel or pressed a key in it. A pointer that only rests
 * there, or focus that was left in it, does not use it; a question in it waits.
 */
function useWhenIdle(panel: RefObject<HTMLElement | null>, isDone: boolean, onIdle: () => void): void {
  const idle = useEffectEvent(onIdle)
  useEffect(() => {
    if (!isDone) return undefined
    let usedAt = performance.now()
    const use = () => {
      usedAt = performance.now()
    }
    const element = panel.current
    for (const kind of uses) element?.addEventListener(kind, use, { passive: true })
    const timer = setInterval(() => {
      const hasQuestion = Boolean(panel.current?.querySelector('[data-asks]'))
      if (performance.now() - usedAt >= PILL_AFTER_MS && !hasQuestion) idle()
    }, LOOK_MS)
    return () => {
      for (const kind of uses) element?.removeEventListener(kind, use)
      clearInterval(timer)
    }
  }, [panel, isDone])
}

const uses = ['pointermove', 'pointerdown', 'wheel', 'keydown'] as const

/** What is done needs no panel: it leaves the page to what one works on. */
function FinishedPill({
  ref,
  count,
  onOpen,
}: {
  readonly ref: RefObject<HTMLButtonElement | null>
  readonly count: number
  readonly onOpen: () => void
}) {
  const done = text(transferStrings.finished, { count })
  return (
    <button
      ref={ref}
      type="button"
      className={styles.pill}
      aria-label={text(transferStrings.showFinished, { done })}
      onClick={onOpen}
    >
      <Icon of={Check} size={14} />
      {done}
    </button>
  )
}

function PanelButtons({
  engine,
  transfers,
}: {
  readonly engine: TransferEngine
  readonly transfers: readonly Transfer[]
}) {
  const pausable = transfers.filter(({ can }) => can.pause)
  const resumable = transfers.filter(({ can }) => can.resume)
  return (
    <>
      {pausable.length > 0 && (
        <IconButton
          icon={Pause}
          size="small"
          label={transferStrings.pauseAll}
          onClick={() => pausable.forEach(({ id }) => engine.pause(id))}
        />
      )}
      {pausable.length === 0 && resumable.length > 0 && (
        <IconButton
          icon={Play}
          size="small"
          label={transferStrings.resumeAll}
          onClick={() => resumable.forEach(({ id }) => engine.resume(id))}
        />
      )}
      {transfers.some(({ status }) => status === 'completed') && (
        <IconButton icon={ListX} size="small" label={transferStrings.clear} onClick={() => engine.dismissFinished()} />
      )}
    </>
  )
}

/** `1 of 3 done · 11 MB/s · 1 stopped`. */
function totalWords({ count, done, failed, unfinished, bytesPerSecond }: TransferTotal): string {
  if (done === count) return text(transferStrings.allDone, { count })
  const counted = text(transferStrings.doneOf, { done, count })
  const moving =
    unfinished > 0 && bytesPerSecond > 0
      ? text(transferStrings.withRate, { words: counted, rate: formatRate(bytesPerSecond) })
      : counted
  return failed > 0 ? text(transferStrings.withFailed, { words: moving, count: failed }) : moving
}

/** A polite live region: announces start, end and failure, never progress. */
function TransferNews({ transfers }: { readonly transfers: readonly Transfer[] }) {
  const before = useRef<readonly Transfer[]>([])
  const [news, setNews] = useState('')
  useEffect(() => {
    const said = transferNews(before.current, transfers)
    before.current = transfers
    if (said !== null) setNews(said)
  }, [transfers])
  return (
    <VisuallyHidden>
      <output aria-live="polite">{news}</output>
    </VisuallyHidden>
  )
}

/** All transfers of this tab; re-renders when one changes. */
export function useTransfers(store: TransfersStore): readonly Transfer[] {
  return useSyncExternalStore(store.subscribe, store.list)
}
