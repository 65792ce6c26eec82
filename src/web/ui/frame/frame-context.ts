import { createContext, use } from 'react'

/** What the parts of a page may ask of the frame around them. */
export interface Frame {
  readonly phone: boolean
  readonly openDrawer: () => void
  readonly onSearch: (() => void) | undefined
}

export const FrameContext = createContext<Frame | null>(null)

/** `null` outside a frame: on a guest's page there is no navigation to open. */
export function useFrame(): Frame | null {
  return use(FrameContext)
}
