import styles from './Kbd.module.css'

/** A key as printed on the keyboard: `C`, `Space`, `⌘K`. */
export function Kbd({ children }: { readonly children: string }) {
  return <kbd className={styles.key}>{children}</kbd>
}
