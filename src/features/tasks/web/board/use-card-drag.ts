import { useEffect, useRef, useState, type PointerEventHandler, type RefObject } from 'react'
import type { Task } from '../../tasks.contract.ts'
import { followCard, type Landing } from './card-drag.ts'

interface CardDrag {
  readonly board: RefObject<HTMLElement | null>
  readonly dragged: Task | null
  readonly landing: Landing | null
  readonly beginDrag: (task: Task) => PointerEventHandler<HTMLElement>
}

/** Drags a card over the board by pointer or touch; calls `onLeft` if it was dropped nowhere. */
export function useCardDrag({
  onLift,
  onPut,
  onLeft,
}: {
  readonly onLift: (task: Task) => void
  readonly onPut: (task: Task, landing: Landing) => void
  readonly onLeft: (task: Task) => void
}): CardDrag {
  const [dragged, setDragged] = useState<Task | null>(null)
  const [landing, setLanding] = useState<Landing | null>(null)
  const board = useRef<HTMLElement>(null)
  useStillWhileDragging(board)
  const beginDrag =
    (task: Task): PointerEventHandler<HTMLElement> =>
    ({ nativeEvent: press, currentTarget: card }) => {
      if (!board.current || press.button !== 0 || !press.isPrimary) return
      followCard({
        board: board.current,
        card,
        press,
        onLift: () => {
          setDragged(task)
          onLift(task)
        },
        onOver: setLanding,
        onEnd: (outcome) => {
          setDragged(null)
          setLanding(null)
          if (typeof outcome === 'object') return onPut(task, outcome.landing)
          onLeft(task)
          if (outcome === 'rested') askForMenu(card, press)
        },
      })
    }
  return { board, dragged, landing, beginDrag }
}

/** A finger that did not move opens the menu. */
function askForMenu(card: HTMLElement, { clientX, clientY }: PointerEvent): void {
  card.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2, clientX, clientY }))
}

/** Prevents scrolling while a finger drags a card. Browsers require the listener to exist when the finger goes down. */
function useStillWhileDragging(board: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = board.current
    const still = (event: TouchEvent) => {
      if (element?.dataset['dragging'] !== undefined && event.cancelable) event.preventDefault()
    }
    element?.addEventListener('touchmove', still, { passive: false })
    return () => element?.removeEventListener('touchmove', still)
  }, [board])
}
