import { linkErrorWords } from './link-words.ts'
import styles from './Login.module.css'

/** Why a link or a provider failed to sign somebody in. */
export default function LinkNotice({ code }: { readonly code: string }) {
  return (
    <p className={styles.wrong} role="alert">
      {linkErrorWords(code)}
    </p>
  )
}
