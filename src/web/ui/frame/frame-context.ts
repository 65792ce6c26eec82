import { createContext, use } from 'react'

/** What parts of a page can use of the frame around them. */
export interface Frame {
  readonly phone: boolean
  readonly openDrawer: () => void
  readonly onSearch: (() => void) | undefined
  /** Call when a panel appears beside the page: the rail folds until the returned function is called. */
  readonly giveWay: () => () => void
}

export const FrameContext = createContext<Frame | null>(null)

/** `null` outside a frame: a guest's page has no navigation to open. */
export function useFrame(): Frame | null {
  return use(FrameContext)
}
