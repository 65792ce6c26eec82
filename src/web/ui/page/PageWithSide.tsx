import { createContext, type ReactNode, use, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useFrame } from '../frame/frame-context.ts'
import styles from './PageWithSide.module.css'

const SidePlace = createContext<HTMLElement | null>(null)

/** A `PageBody`, and the place for a panel on its right: empty, it takes no space. */
export function PageWithSide({ children }: { readonly children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <SidePlace value={place}>
      <div className={styles.row}>
        {children}
        <div ref={setPlace} className={styles.side} />
      </div>
    </SidePlace>
  )
}

/** Renders its children beside the page, as high as the page; the rail folds meanwhile. */
export function PageSide({ children }: { readonly children: ReactNode }) {
  const place = use(SidePlace)
  const giveWay = useFrame()?.giveWay
  useLayoutEffect(() => giveWay?.(), [giveWay])
  return place && createPortal(children, place)
}
