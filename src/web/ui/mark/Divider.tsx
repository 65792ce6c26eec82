import styles from './Divider.module.css'

/** A line between two options, with a word in it: "or with". */
export function Divider({ label }: { readonly label: string }) {
  return <p className={styles.divider}>{label}</p>
}
