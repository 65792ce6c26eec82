import type { ReactNode } from 'react'
import type { Seconds } from '#shared/units.ts'
import { definePoint } from '#web/extension/extension-point.ts'
import type { Heard } from '#web/player/listening.ts'

export interface FullPlayerPlace {
  readonly heard: Heard
  /** Goes to a page in place of the player, so that Back does not return to it. */
  readonly onGo: (href: string) => void
  /** Closes the player for something on the page below, which takes the focus. */
  readonly onLeave: () => void
}

/** A mark above the wave of the full-screen player. */
export interface FullPlayerMark {
  readonly at: Seconds
  /** A style's colour. */
  readonly colour: string
  /** A ring; otherwise a dot. */
  readonly isOpen: boolean
}

/** What a feature adds to the full-screen player. */
export interface FullPlayerAddition {
  readonly marks?: readonly FullPlayerMark[]
  /** The one primary action, at its foot. */
  readonly action?: ReactNode
}

export const fullPlayerPoint = definePoint<FullPlayerPlace, FullPlayerAddition>()
