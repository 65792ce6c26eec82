import { createContext, type ReactNode, use, useState } from 'react'
import { createPortal } from 'react-dom'
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

/** Renders its children beside the page, as high as the page. */
export function PageSide({ children }: { readonly children: ReactNode }) {
  const place = use(SidePlace)
  return place && createPortal(children, place)
}
