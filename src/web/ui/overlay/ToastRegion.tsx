import { Check, CircleAlert } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useState, useSyncExternalStore } from 'react'
import { Button } from '../Button.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../mark/Icon.tsx'
import { dismissToast, shownToasts, watchToasts, type ToastShown } from './toast-store.ts'
import { frameStrings } from '../frame/frame.strings.ts'
import styles from './Toast.module.css'

/** How long a toast stays, unless it is hovered or focused. */
const shownForMs = 6000

/** Where toasts appear; once per page. They stay while hovered or focused (F8 focuses the region). */
export default function ToastRegion() {
  const toasts = useSyncExternalStore(watchToasts, shownToasts)
  return (
    <Toast.Provider key={useFillings(toasts.length)} duration={shownForMs} swipeDirection="down">
      {toasts.map((one) => (
        <OneToast key={one.id} toast={one} />
      ))}
      <Toast.Viewport className={styles.region} label={frameStrings.notifications} />
    </Toast.Provider>
  )
}

/**
 * Counts how often the region went from empty to filled, for use as a key. If the last toast disappears under the
 * pointer, for example by its own Undo, Radix never sees the pointer leave; its timer would stay paused and later
 * toasts would never close.
 */
function useFillings(count: number): number {
  const [{ before, fillings }, set] = useState({ before: count, fillings: 0 })
  if (before !== count) set({ before: count, fillings: before === 0 ? fillings + 1 : fillings })
  return fillings
}

function OneToast({ toast: { id, text, tone = 'done', undo, action } }: { readonly toast: ToastShown }) {
  const offered = undo ? { label: frameStrings.undo, onSelect: undo } : action
  return (
    <Toast.Root
      className={styles.toast}
      type={tone === 'error' ? 'foreground' : 'background'}
      onOpenChange={(open) => {
        if (!open) dismissToast(id)
      }}
    >
      {tone !== 'plain' && <Icon of={tone === 'error' ? CircleAlert : Check} className={classNames(styles[tone])} />}
      <Toast.Description className={styles.text}>{text}</Toast.Description>
      {offered && (
        <Toast.Action asChild altText={offered.label} onClick={offered.onSelect}>
          <Button tone="quiet" size="small">
            {offered.label}
          </Button>
        </Toast.Action>
      )}
    </Toast.Root>
  )
}
