import { X } from 'lucide-react'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import styles from './BottomSheet.module.css'
import { IconButton } from '../IconButton.tsx'
import { frameStrings } from '../frame/frame.strings.ts'
import { heightOf, type SheetHeight, snapSheet, stepSheet } from './sheet-height.ts'

interface BottomSheetProps {
  readonly label: string
  readonly height: SheetHeight
  readonly onHeight: (height: SheetHeight) => void
  /** Rendered while closed: contains the button that opens it. */
  readonly closed: ReactNode
  readonly children: ReactNode
}

/**
 * Covers the lower part of its positioned container on phones. Its grip can be dragged, pressed (half or full) or moved
 * by arrow keys; Escape closes it. While it is half open, the content behind stays usable; it rises above an on-screen
 * keyboard.
 */
export function BottomSheet({ label, height, onHeight, closed, children }: BottomSheetProps) {
  const sheet = useRef<HTMLElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const hasMoved = useRef(false)
  const grasp = useRef<{ readonly y: number; readonly from: number; readonly at: number } | null>(null)
  const lift = useKeyboardLift(sheet, height !== 'closed')
  const isOpen = height !== 'closed'
  const wasOpen = useRef(isOpen)
  const closedBar = useRef<HTMLDivElement>(null)

  // Moves the focus out of a sheet that closes.
  useEffect(() => {
    if (wasOpen.current && !isOpen)
      closedBar.current?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen])

  if (!isOpen)
    return (
      <div ref={closedBar} className={styles.closed}>
        {closed}
      </div>
    )

  const containerHeight = () => sheet.current?.parentElement?.clientHeight ?? 0
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    hasMoved.current = false
    grasp.current = { y: event.clientY, from: sheet.current?.offsetHeight ?? 0, at: event.timeStamp }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { y, from } = grasp.current ?? {}
    if (y === undefined || from === undefined || (dragged === null && Math.abs(event.clientY - y) < 4)) return
    hasMoved.current = true
    setDragged(Math.max(0, Math.min(containerHeight(), from + y - event.clientY)))
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const held = grasp.current
    grasp.current = null
    if (!held || dragged === null) return
    const speed = (held.y - event.clientY) / Math.max(1, event.timeStamp - held.at)
    setDragged(null)
    onHeight(snapSheet(dragged / Math.max(1, containerHeight()), speed))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onHeight(stepSheet(height, by))
  }
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    onHeight('closed')
  }
  const look: CSSProperties = {
    '--lift': `${lift}px`,
    '--height': dragged === null ? `${heightOf(height) * 100}%` : `${dragged}px`,
  } as CSSProperties
  return (
    // Catches bubbling keys of the content.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      ref={sheet}
      aria-label={label}
      className={styles.sheet}
      style={look}
      data-dragged={dragged !== null || undefined}
      onKeyDown={onEscape}
    >
      <header className={styles.head}>
        <button
          type="button"
          className={styles.grip}
          aria-label={height === 'full' ? frameStrings.sheetHalf : frameStrings.sheetFull}
          aria-expanded={height === 'full'}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={onPointerUp}
          onKeyDown={onKeyDown}
          onClick={({ detail }) => (detail === 0 || !hasMoved.current) && onHeight(height === 'full' ? 'half' : 'full')}
        />
        <IconButton
          icon={X}
          label={frameStrings.close}
          size="small"
          className={styles.close}
          onClick={() => onHeight('closed')}
        />
      </header>
      <div className={styles.body}>{children}</div>
    </aside>
  )
}

/** How many CSS pixels of the element's box an on-screen keyboard covers from below. */
function useKeyboardLift(element: RefObject<HTMLElement | null>, isOn: boolean): number {
  const [lift, setLift] = useState(0)
  useEffect(() => {
    const view = window.visualViewport
    const box = element.current?.parentElement
    if (!isOn || !view || !box) return undefined
    // Zoom also shrinks the visual viewport, without a keyboard.
    const measure = () =>
      setLift(
        view.scale > 1.01
          ? 0
          : Math.max(0, Math.round(box.getBoundingClientRect().bottom - view.offsetTop - view.height)),
      )
    // The box may reach its own size after the window has: the bar of the player comes in below it.
    const sizes = new ResizeObserver(measure)
    sizes.observe(box)
    view.addEventListener('resize', measure)
    view.addEventListener('scroll', measure)
    return () => {
      sizes.disconnect()
      view.removeEventListener('resize', measure)
      view.removeEventListener('scroll', measure)
      setLift(0)
    }
  }, [element, isOn])
  return lift
}
