import { Mark } from '#web/ui/Mark.tsx'
import { uiStrings } from '#web/ui/ui.strings.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import styles from './MainPending.module.css'

/** While the gate of the main layout asks who is there. */
export function MainPending() {
  return <div className={styles.page} aria-busy><Mark size={40} /><VisuallyHidden>{uiStrings.loading}</VisuallyHidden></div>
}
