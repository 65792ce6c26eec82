import styles from './Divider.module.css'

/** A line between two ways, with the word that parts them: "or with". */
export function Divider({ label }: { readonly label: string }) {
  return <p className={styles.divider}>{label}</p>
}
