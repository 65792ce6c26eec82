import { Children, type ReactNode } from 'react'
import styles from './FactLine.module.css'

/** Short facts in one line, parted by dots: "8 tracks · 27:58 · 2.9 GB". What is missing leaves no gap. */
export function FactLine({ children }: { readonly children: ReactNode }) {
  return (
    <ul className={styles.line}>
      {Children.toArray(children).map((fact, index) => (
        <li key={index} className={styles.fact}>
          {fact}
        </li>
      ))}
    </ul>
  )
}
