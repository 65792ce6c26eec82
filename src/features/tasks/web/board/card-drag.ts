import type { Milliseconds } from '#shared/units.ts'
import { taskStates, type TaskState } from '../../task-choices.ts'

/** Where a dragged card would drop: before a task, or last. */
export interface Landing {
  readonly state: TaskState
  readonly beforeId: string | null
}

interface CardDrag {
  readonly board: HTMLElement
  readonly card: HTMLElement
  /** The press that may become a drag. */
  readonly press: PointerEvent
  readonly onLift: () => void
  /** Null outside the board: a drop there leaves the card in its place. */
  readonly onOver: (landing: Landing | null) => void
  /** The drag has ended; `rested` if a finger lifted the card and did not move. */
  readonly onEnd: (outcome: { readonly landing: Landing } | 'cancelled' | 'rested') => void
}

/** A long press by finger lifts the card; moving earlier scrolls, except on the card's grip. */
const liftAfterMs: Milliseconds = 400
const clickWithinMs: Milliseconds = 60
/** Movement in px that is not a drag: a finger is less steady than a mouse. */
const slack = { finger: 10, mouse: 5 } as const
const edge = 56
const fastest = 16
const beside = 48

/**
 * Follows a press by mouse, pen or finger on a card until release. Near an edge, the board and the page scroll. A
 * second finger, Escape, another window or a call cancels it.
 */
export function followCard({ board, card, press, onLift, onOver, onEnd }: CardDrag): void {
  const over = new AbortController()
  const { signal } = over
  const isMouse = press.pointerType === 'mouse'
  const liftsByMove = isMouse || (press.target instanceof Element && press.target.closest('[data-grip]') !== null)
  const from = { x: press.clientX, y: press.clientY }
  let at = from
  let travelled = 0
  let frame = 0
  let landing: Landing | null | undefined
  let lifted: HTMLElement | undefined

  const look = () => {
    if (!lifted) return
    lifted.style.translate = `${at.x - from.x}px ${at.y - from.y}px`
    scrollAtEdges(board, at)
    const next = landingAt(board, at)
    if (landing === undefined || landing?.state !== next?.state || landing?.beforeId !== next?.beforeId) {
      landing = next
      onOver(next)
    }
    frame = requestAnimationFrame(look)
  }
  const lift = () => {
    clearTimeout(timer)
    lifted = pictureOf(card)
    board.dataset['dragging'] = 'true'
    onLift()
    look()
  }
  const end = (outcome: { readonly landing: Landing } | 'cancelled' | 'rested') => {
    over.abort()
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    if (!lifted) return
    lifted.remove()
    delete board.dataset['dragging']
    swallowClick()
    onEnd(outcome)
  }
  const cancel = () => end('cancelled')
  const timer = isMouse ? undefined : setTimeout(lift, liftAfterMs)

  window.addEventListener(
    'pointermove',
    ({ pointerId, clientX: x, clientY: y }) => {
      if (pointerId !== press.pointerId) return
      at = { x, y }
      travelled = Math.max(travelled, Math.hypot(x - from.x, y - from.y))
      if (lifted || travelled <= (isMouse ? slack.mouse : slack.finger)) return
      if (liftsByMove) lift()
      else cancel()
    },
    { signal },
  )
  window.addEventListener(
    'pointerup',
    ({ pointerId }) => {
      if (pointerId !== press.pointerId) return
      if (!isMouse && travelled <= slack.finger) end('rested')
      else end(landing ? { landing } : 'cancelled')
    },
    { signal },
  )
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !lifted) return
      event.preventDefault()
      event.stopPropagation()
      cancel()
    },
    { signal, capture: true },
  )
  for (const event of ['pointercancel', 'pointerdown', 'blur'] as const)
    window.addEventListener(event, cancel, { signal, capture: true })
  document.addEventListener('visibilitychange', cancel, { signal })
}

/** The column under the point, and its first card whose middle is below. */
function landingAt(
  board: HTMLElement,
  { x, y }: DOMPointReadOnly | { readonly x: number; readonly y: number },
): Landing | null {
  const around = board.getBoundingClientRect()
  if (y < around.top - beside || y > around.bottom + beside || x < around.left - beside || x > around.right + beside)
    return null
  const columns = [...board.querySelectorAll<HTMLElement>('[data-column]')]
  const column = columns.find((one) => x <= one.getBoundingClientRect().right) ?? columns.at(-1)
  const state = taskStates.find((one) => one === column?.dataset['column'])
  if (!column || !state) return null
  const below = [...column.querySelectorAll<HTMLElement>('[data-task]')].find((card) => {
    const { top, height } = card.getBoundingClientRect()
    return y < top + height / 2
  })
  return { state, beforeId: below?.dataset['task'] ?? null }
}

function scrollAtEdges(board: HTMLElement, { x, y }: { readonly x: number; readonly y: number }): void {
  const { left, right } = board.getBoundingClientRect()
  board.scrollLeft += pull(x, Math.max(0, left), Math.min(window.innerWidth, right))
  const page = scrollerOf(board)
  const { top, bottom } =
    page === document.documentElement ? { top: 0, bottom: window.innerHeight } : page.getBoundingClientRect()
  page.scrollTop += pull(y, Math.max(0, top), Math.min(window.innerHeight, bottom))
}

/** Scroll speed in px per frame; faster near the edge. */
function pull(at: number, low: number, high: number): number {
  if (at < low + edge) return -fastest * Math.min(1, (low + edge - at) / edge)
  return at > high - edge ? fastest * Math.min(1, (at - high + edge) / edge) : 0
}

function scrollerOf(board: HTMLElement): HTMLElement {
  for (let parent = board.parentElement; parent; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY) && parent.scrollHeight > parent.clientHeight)
      return parent
  return document.documentElement
}

/** A copy of the card that follows the pointer; the card itself stays, because the board may clip it. */
function pictureOf(card: HTMLElement): HTMLElement {
  const { left, top, width, height } = card.getBoundingClientRect()
  const picture = card.cloneNode(true) as HTMLElement
  for (const name of ['data-task', 'tabindex', 'aria-label']) picture.removeAttribute(name)
  picture.setAttribute('aria-hidden', 'true')
  picture.inert = true
  picture.dataset['lifted'] = 'true'
  Object.assign(picture.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
  const drawn = [...card.querySelectorAll('canvas')]
  for (const [index, canvas] of [...picture.querySelectorAll('canvas')].entries()) {
    const source = drawn[index]
    if (source && source.width > 0 && source.height > 0) canvas.getContext('2d')?.drawImage(source, 0, 0)
  }
  document.body.append(picture)
  return picture
}

/** The click after the drop must not press what is there. */
function swallowClick(): void {
  const soon = new AbortController()
  window.addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      event.stopPropagation()
      soon.abort()
    },
    { capture: true, signal: soon.signal },
  )
  setTimeout(() => soon.abort(), clickWithinMs)
}
